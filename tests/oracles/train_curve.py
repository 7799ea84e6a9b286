#!/usr/bin/env python3
"""Trains the catalogs of a commit from empty ones, and looks at how the held-out test goes.

  train_curve.py GIT_LIBRA REPOSITORY COMMIT OUTPUT_DIRECTORY [ARGUMENTS OF `git libra train` ...]

REPOSITORY is anything that `git clone` takes. The directory receives `run.json`, `replay.csv` and `page.html`, the last
two of every step. Exits with 1 where the test does not rise by at least 20 points from the first step, ends more than two
points below its best, or has fewer than ten steps.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

RISE, FALL, STEPS = 20.0, 2.0, 10


def main():
    program, repository, commit, out = sys.argv[1], sys.argv[2], sys.argv[3], pathlib.Path(sys.argv[4])
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory) / pathlib.Path(repository).name
        subprocess.run(["git", "clone", "-q", "--no-checkout", repository, work], check=True)
        subprocess.run(["git", "-C", work, "checkout", "-q", "--detach", commit], check=True)

        def libra(*arguments):
            return subprocess.run([program, *arguments], cwd=work, check=True, stdout=subprocess.PIPE).stdout

        began = time.monotonic()
        run = libra("train", "--run", "run-1", "--format", "json", *sys.argv[5:])
        took = time.monotonic() - began
        (out / "run.json").write_bytes(run)
        page = (out / "page.html").resolve()
        rows = libra("replay", "none", "bootstrapped", "run-1", "--html", page, "--format", "csv")
        (out / "replay.csv").write_bytes(rows)
    steps = json.loads(run)["steps"]
    print(f"{'step':>4} {'train':>6} {'test':>6} {'bytes':>8} {'seconds':>8}")
    for step in steps:
        train = f"{100 * step['train']['accuracy']:.1f}" if step["train"] else ""
        test = f"{100 * step['test']['accuracy']:.1f}" if step["test"] else ""
        print(f"{step['step']:>4} {train:>6} {test:>6} {step['catalog_bytes']:>8} {step['seconds']:>8.1f}")
    tests = [100 * step["test"]["accuracy"] for step in steps if step["test"]]
    rise, fall = tests[-1] - tests[0], max(tests) - tests[-1]
    print(f"{len(steps) - 1} steps in {took:.0f} s; the test rose by {rise:.1f} points and ended {fall:.1f} below its best")
    return 0 if rise >= RISE and fall <= FALL and len(steps) > STEPS else 1


if __name__ == "__main__":
    raise SystemExit(main())
