#!/usr/bin/env python3
"""Does a training run that is killed go on to the same commit as one that is not?

    kill_train.py BINARY REPOSITORY COMMIT [--times 10] [--seed 0] [ARGUMENTS OF `git libra train` ...]

REPOSITORY is anything that `git clone` takes. An undisturbed run says what the last commit is and how long it takes. Then,
TIMES times, a run is killed with SIGKILL at a random moment of that time and gone on with; the moments are also spread over
the steps, since a third of them are drawn just after a step was written. Prints a line for each kill; exits with 1 if a run
ended with another commit, or if none was killed in the middle.
"""

import argparse
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

REFERENCE = "refs/libra/trajectory/"


def git(work, *arguments):
    return subprocess.run(["git", "-C", work, *arguments], capture_output=True, text=True).stdout.strip()


def faults(work):
    """What git finds wrong with the objects."""
    lines = subprocess.run(["git", "-C", work, "fsck", "--strict", "--no-dangling"], capture_output=True, text=True)
    return {line for line in (lines.stdout + lines.stderr).splitlines() if line.startswith(("error", "missing", "broken"))}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("repository", type=pathlib.Path)
    parser.add_argument("commit")
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    arguments, train = parser.parse_known_args()
    binary, draw = arguments.binary.resolve(), random.Random(arguments.seed)
    wrong = killed = 0
    with tempfile.TemporaryDirectory() as scratch:
        work = pathlib.Path(scratch) / "tree"
        subprocess.run(["git", "clone", "-q", "--no-checkout", arguments.repository, work], check=True)
        subprocess.run(["git", "-C", work, "checkout", "-q", "--detach", arguments.commit], check=True)

        # Old repositories have faults of their own.
        broken = faults(work)

        def begin(*more):
            return subprocess.Popen([binary, "train", *more], cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        began = time.monotonic()
        if begin("--run", "whole", *train).wait() != 0:
            sys.exit("the undisturbed run failed")
        took = time.monotonic() - began
        whole = git(work, "rev-parse", REFERENCE + "whole")
        print(f"undisturbed: {whole} in {took:.1f} s", flush=True)
        for number in range(1, arguments.times + 1):
            run = f"killed-{number}"
            process = begin("--run", run, *train)
            step = ""
            if number % 3 == 0:
                # Just after the reference moved, when the next write is near.
                wanted = draw.randrange(1, 5)
                while wanted and process.poll() is None:
                    now = git(work, "rev-parse", "-q", "--verify", REFERENCE + run)
                    wanted -= now != step
                    step = now
                time.sleep(draw.random() * 0.02)
            else:
                time.sleep(draw.random() * took)
            midway = process.poll() is None
            process.send_signal(signal.SIGKILL)
            process.wait()
            killed += midway
            left = git(work, "rev-list", "--count", f"{arguments.commit}..{REFERENCE}{run}") or "0"
            more = ["--resume", run] if left != "0" else ["--run", run, *train]
            status = begin(*more).wait()
            same = status == 0 and git(work, "rev-parse", REFERENCE + run) == whole
            wrong += not same
            state = "killed" if midway else "ended by itself"
            print(f"{number}: {state} after {left} snapshots, then {'the same commit' if same else 'ANOTHER'}", flush=True)
        broken = faults(work) - broken
        print("\n".join(sorted(broken)), end="")
        wrong += len(broken)
    print(f"{killed} of {arguments.times} killed midway, {wrong} wrong")
    return 1 if wrong or not killed else 0


if __name__ == "__main__":
    raise SystemExit(main())
