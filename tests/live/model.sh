#!/bin/sh
# Runs heal, locate and evidence with a real model on a copy of a repository, and checks that the promises hold however
# poor the model is: exit codes, limits, the gate, nothing written but catalogs, answers of no use counted.
# Usage: model.sh BINARY REPOSITORY ENDPOINT MODEL
# Any server that speaks Chat Completions will do, such as `python3 -m llama_cpp.server --model FILE` at
# http://127.0.0.1:8000/v1. Slow machines ask less with PROBES, CALLS and MOST_TIME. Not part of `cargo test`.
set -eu
[ $# -eq 4 ] || { sed -n '4,6p' "$0" >&2; exit 2; }
binary=$(realpath "$1"); repository=$(realpath "$2"); endpoint=$3; model=$4
probes=${PROBES:-3}; calls=${CALLS:-30}; time=${MOST_TIME:-900s}; question=${QUESTION:-Where are errors turned into answers?}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
git clone -q --local "$repository" "$work/tree"; cd "$work/tree"
failed=0
# For commands that answer by their status.
says() { if grep -q "$1" "$2"; then check 0 "$3"; else check 1 "$3"; fi; }
check() { if [ "$1" = 0 ]; then echo "ok: $2"; else echo "FAILED: $2"; failed=1; fi; }
ask() { command=$1; shift; "$binary" "$command" --engine openai --endpoint "$endpoint" --model "$model" --concurrency 1 "$@"; }
# A sum over the rows of a report's models: `row` is one of them, `report` all of it.
value() { python3 -c 'import json, sys; report = json.load(open(sys.argv[1])); rows = report["models"]; print(eval(sys.argv[2]))' "$work/heal.json" "$1"; }
holds() { if [ "$(value "$1")" = True ]; then check 0 "$2"; else check 1 "$2"; fi; }
only_catalogs() { git status --porcelain | grep -v 'catalog\.md$' | wc -l; }

"$binary" init >/dev/null 2>&1; git add -A; git -c user.name=t -c user.email=t@example.com commit -qm catalogs

status=0; ask heal --all --rewrite --probes "$probes" --max-calls "$calls" --max-time "$time" --format json --trace "$work/trace" \
  >"$work/heal.json" 2>"$work/heal.err" || status=$?
cat "$work/heal.err"
case $status in 0|3) check 0 "heal ends with $status" ;; *) check 1 "heal ends with $status" ;; esac
value '"\n".join("   {role}: {calls} calls, {failed} failed, {input_tokens} + {output_tokens} tokens, {usable} answers of use, of no use {unusable}, refused {refused}".format(**row) for row in rows)'
value '"   questions %s, others %s, written %s, stopped: %s" % (report["probes"], report["validation"], report["written"], report["stopped"])'
holds 'sum(row["calls"] for row in rows) <= '"$calls" "no more calls than allowed"
holds 'sum(row["usable"] + sum(row["unusable"].values()) for row in rows) > 0' "answers of use and of no use are counted"
holds 'report["usage"]["cost"] is None' "a price that nobody knows is not called nothing"
holds 'report["probes"]["passed_after"] >= report["probes"]["passed_before"] and report["validation"]["passed_after"] >= report["validation"]["passed_before"]' "the gate let nothing get worse"
check "$(only_catalogs)" "nothing but catalogs was written"
status=0; "$binary" lint >/dev/null 2>&1 || status=$?; check $status "the catalogs lint clean"

status=0; ask heal --all --probes 3 --max-calls 1 >"$work/few" 2>&1 || status=$?
check $((status == 3 ? 0 : 1)) "one call is not enough: $status"
says '^stopped: the budget of 1 calls' "$work/few" "what stopped it is said"
status=0; ask heal --all --probes 3 --max-cost 1 >"$work/cost" 2>&1 || status=$?
check $((status == 2 ? 0 : 1)) "a cost that nobody knows cannot be limited: $status"

status=0; ask evidence -m "$question" --format json --max-calls 9 --max-time "$time" >"$work/evidence.json" 2>"$work/evidence.err" || status=$?
cat "$work/evidence.err"
case $status in 0|1|3) check 0 "evidence ends with $status" ;; *) check 1 "evidence ends with $status" ;; esac
says 'model: controller asked .* answers of use' "$work/evidence.err" "evidence says what the answers were worth"
kept=0; python3 -c 'import json, sys; items = json.load(open(sys.argv[1]))["items"]; sys.exit(not (len(items) <= 8 and sum(item["tokens"] for item in items) <= 6144))' "$work/evidence.json" || kept=$?
check $kept "evidence keeps its limits"
status=0; ask locate "$question" --max-calls 6 --max-time "$time" || status=$?
case $status in 0|3) check 0 "locate ends with $status" ;; *) check 1 "locate ends with $status" ;; esac
exit $failed
