#!/usr/bin/env python3
"""Real issues asked of empty, bootstrapped and trained catalogs, over many repositories in one table.

  replay_issues.py GIT_LIBRA ISSUES.jsonl REPOSITORIES OUTPUT_DIRECTORY [ARGUMENTS OF `git libra train` ...]

A row of ISSUES has `repo` (owner/name), `base_commit`, `problem_statement`, `gold_files` and `gold_functions`;
REPOSITORIES/owner+name/repo is cloned at the first base commit of its issues. Catalogs are trained from empty ones, and the
step with the best test is asked. Shares are over all issues, so that large repositories count as much as they have issues.
"""

import collections
import json
import pathlib
import subprocess
import sys
import tempfile

MEASURES = ("file_rank", "function_rank")


def main():
    program, issues, mirror = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
    out = pathlib.Path(sys.argv[4])
    out.mkdir(parents=True, exist_ok=True)
    rows = [json.loads(line) for line in issues.read_text(encoding="utf-8").splitlines() if line]
    gold = {row["instance_id"]: bool(row["gold_functions"]) for row in rows}
    commits = {}
    for row in rows:
        commits.setdefault(row["repo"], row["base_commit"])
    ranks = collections.defaultdict(list)
    for repo, commit in sorted(commits.items()):
        kept = out / f"{repo.replace('/', '+')}.json"
        if not kept.exists():
            with tempfile.TemporaryDirectory() as scratch:
                work = pathlib.Path(scratch) / repo.split("/")[1]
                source = mirror / repo.replace("/", "+") / "repo"
                subprocess.run(["git", "clone", "-q", "--no-checkout", "--shared", source, work], check=True)
                subprocess.run(["git", "-C", work, "checkout", "-q", "--detach", commit], check=True)
                train = [program, "train", "--run", "run-1", *sys.argv[5:]]
                subprocess.run(train, cwd=work, check=True, stdout=subprocess.DEVNULL)
                replay = [program, "replay", "none", "bootstrapped", "run-1:best", "--problems", issues, "--repo", repo]
                done = subprocess.run([*replay, "--format", "json"], cwd=work, check=True, stdout=subprocess.PIPE)
            kept.write_bytes(done.stdout)
        for replay in json.loads(kept.read_bytes())["replays"]:
            name = "trained" if replay["catalogs"].startswith("run-1") else replay["catalogs"]
            ranks[name] += replay["instances"]
            ranks[name, repo] += replay["instances"]
    print(f"{'catalogs':<14} {'issues':>6} {'File@1':>7} {'File@5':>7} {'Func@1':>7} {'Func@5':>7} {'turns':>6}")
    for name, instances in ranks.items():
        if isinstance(name, tuple):
            continue
        cells = []
        for measure in MEASURES:
            asked = [i for i in instances if measure == "file_rank" or gold[i["id"]]]
            for cut in (1, 5):
                passed = sum(1 for i in asked if i[measure] is not None and i[measure] <= cut)
                cells.append(f"{passed / max(1, len(asked)):>7.3f}")
        turns = sum(i["turns"] for i in instances) / max(1, len(instances))
        print(f"{name:<14} {len(instances):>6} {' '.join(cells)} {turns:>6.1f}")
    print()
    for repo in commits:
        shares = []
        for name in ("none", "bootstrapped", "trained"):
            instances = ranks[name, repo]
            shares.append(f"{name} {sum(i['file_rank'] == 1 for i in instances)}/{len(instances)}")
        print(f"{repo:<24} File@1: {', '.join(shares)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
