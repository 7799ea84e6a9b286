#!/bin/sh
# git-libra hook @HOOK@: written by `git libra hook install`, taken out by `git libra hook uninstall`.
# LIBRA=0 skips it once. What stood here before runs first; it is kept beside this file.
chained="$(dirname -- "$0")/@HOOK@.before-libra"
if [ -x "$chained" ]; then
  "$chained" "$@" || exit $?
fi
[ "${LIBRA:-1}" = 0 ] && exit 0
if command -v git-libra >/dev/null 2>&1; then
  exec git-libra hook run @HOOK@ </dev/null
elif [ -x '@BINARY@' ]; then
  exec '@BINARY@' hook run @HOOK@ </dev/null
fi
echo "git-libra: not found, so the catalogs were not checked; install it, or run 'LIBRA=0 git ...' to go on without" >&2
exit 1
