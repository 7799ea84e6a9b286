#!/bin/sh
# Runs heal, locate and evidence with a real model on a copy of a repository, and checks that the promises hold however
# poor the model is: exit codes, limits, nothing written but catalogs, catalogs that lint clean.
# Usage: model.sh BINARY REPOSITORY ENDPOINT MODEL
# Any server that speaks Chat Completions will do, such as `python3 -m llama_cpp.server --model FILE` at
# http://127.0.0.1:8000/v1. Not part of `cargo test`.
set -eu
[ $# -eq 4 ] || { sed -n '4,6p' "$0" >&2; exit 2; }
binary=$(realpath "$1"); repository=$(realpath "$2"); endpoint=$3; model=$4
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
git clone -q --local "$repository" "$work/tree"; cd "$work/tree"
failed=0
check() { if [ "$1" = 0 ]; then echo "ok: $2"; else echo "FAILED: $2"; failed=1; fi; }
libra() { "$binary" "$@" --engine openai --endpoint "$endpoint" --model "$model" --concurrency 1; }

"$binary" init >/dev/null 2>&1; git add -A; git -c user.name=t -c user.email=t@example.com commit -qm catalogs

status=0; libra heal --all --probes "${PROBES:-3}" --max-time "${SECONDS_AT_MOST:-900}" >"$work/heal" 2>&1 || status=$?
cat "$work/heal"
case $status in 0|3) check 0 "heal ends with $status" ;; *) check 1 "heal ends with $status" ;; esac
grep -q '^model: ' "$work/heal"; check $? "heal says what the models' answers were worth"
others=$(git status --porcelain | grep -cv 'catalog\.md$') || true
check "$others" "nothing but catalogs was written"
status=0; "$binary" lint >/dev/null 2>&1 || status=$?; check $status "the catalogs lint clean"

status=0; libra heal --all --probes 3 --max-calls 2 >"$work/few" 2>&1 || status=$?
check $((status == 3 ? 0 : 1)) "two calls are not enough: $status"
status=0; libra locate "${QUESTION:-Where are errors turned into answers?}" --max-calls 12 || status=$?
case $status in 0|3) check 0 "locate ends with $status" ;; *) check 1 "locate ends with $status" ;; esac
status=0; libra evidence -m "${QUESTION:-Where are errors turned into answers?}" --format paths || status=$?
case $status in 0|1|3) check 0 "evidence ends with $status" ;; *) check 1 "evidence ends with $status" ;; esac
exit $failed
