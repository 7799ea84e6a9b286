#!/usr/bin/env python3
"""Is what a killed `heal` leaves finished by the next run, to the byte?

    kill_heal.py BINARY REPOSITORY [--commits 20] [--times 20] [--seed 0] [--signal KILL] [--probes 12]

REPOSITORY is a git directory or checkout; it is cloned. COMMITS first-parent steps behind its HEAD `init` writes catalogs,
then HEAD's files are laid over them. Two undisturbed runs of `heal` on copies of that must write the same bytes. Then, TIMES
times, a run is killed at a random moment of its time: each catalog must be as it was or as the undisturbed run leaves it,
and another run must leave all of them as the undisturbed run does. With `--signal INT` the run may instead end by itself
with 130 (or 0), after which catalogs need only lint clean: an interrupted run keeps what it has done.

Prints a line for each kill; exits with 1 if anything was not as it should be. Not part of the test suite.
"""

import argparse
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def catalogs(root):
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in sorted(root.rglob("catalog.md"))}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("repository", type=pathlib.Path)
    parser.add_argument("--commits", type=int, default=20)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--probes", type=int, default=12)
    parser.add_argument("--signal", choices=["KILL", "INT"], default="KILL")
    arguments = parser.parse_args()
    binary, source = arguments.binary.resolve(), arguments.repository.resolve()
    draw = random.Random(arguments.seed)
    wrong = 0
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        tree = scratch / "tree"
        base = run("git", "-C", source, "rev-list", "-n1", "--first-parent", f"--skip={arguments.commits}", "HEAD").strip()
        head = run("git", "-C", source, "rev-parse", "HEAD").strip()
        run("git", "clone", "-q", "--shared", "--no-checkout", source, tree)
        run("git", "-C", tree, "config", "core.hooksPath", "/dev/null")
        run("git", "-C", tree, "checkout", "-q", "-b", "work", base)
        run(binary, "-C", tree, "init")
        before = catalogs(tree)
        run("git", "-C", tree, "add", "-f", "--", "libra.toml", *before)
        run("git", "-C", tree, "-c", "user.name=K", "-c", "user.email=k@example.com", "commit", "-q", "-m", "Add catalogs")
        run("git", "-C", tree, "checkout", head, "--", ".")
        command = [binary, "heal", "--since", "HEAD", "--probes", str(arguments.probes)]

        def copy(name):
            root = scratch / name
            shutil.rmtree(root, ignore_errors=True)
            shutil.copytree(tree, root, symlinks=True)
            return root

        whole = copy("whole")
        began = time.monotonic()
        first = subprocess.run([*command], cwd=whole, capture_output=True, text=True, check=False)
        seconds = time.monotonic() - began
        after = catalogs(whole)
        changed = sum(1 for path in after if after[path] != before.get(path))
        print(f"{source.parent.name}: {changed} of {len(after)} catalogs change in {seconds:.1f} s, exit {first.returncode}")
        again = copy("again")
        subprocess.run(command, cwd=again, capture_output=True, check=False)
        if catalogs(again) != after:
            print("two undisturbed runs differ")
            wrong += 1
        for number in range(1, arguments.times + 1):
            root = copy("killed")
            moment = draw.uniform(0, seconds * 1.02)
            process = subprocess.Popen(command, cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(moment)
            process.send_signal(getattr(signal, f"SIG{arguments.signal}"))
            code = process.wait()
            left = catalogs(root)
            torn = [path for path, text in left.items() if text not in (before.get(path), after.get(path))]
            written = sum(1 for path in left if left[path] == after.get(path) != before.get(path))
            if arguments.signal == "INT":
                lint = subprocess.run([binary, "-C", root, "lint"], capture_output=True, text=True, check=False)
                fine = code in (0, 130, -2) and (code != 130 or written == 0 or lint.returncode == 0)
            else:
                began = time.monotonic()
                subprocess.run(command, cwd=root, capture_output=True, check=False)
                # A machine that does other things as well is not equally fast all the time.
                seconds = time.monotonic() - began
                fine = not torn and catalogs(root) == after
            wrong += not fine
            print(f"{number:3} at {moment:6.2f} s: exit {code}, {written} of {changed} written, {'as it should be' if fine else 'WRONG'}", flush=True)
    print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
