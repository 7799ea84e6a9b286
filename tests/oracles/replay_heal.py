#!/usr/bin/env python3
"""Does healing commit by commit touch what changed, and only that, and lose nothing?

    replay_heal.py BINARY REPOSITORY [--commits 30] [--questions 40] [--ask-every 5] [--probes 12]

REPOSITORY is a git directory or checkout; it is cloned. COMMITS first-parent steps behind its HEAD `init` writes catalogs,
which are committed. Then each of the following commits is applied as it was made, and `heal --commit` runs as it would in
CI. Checked after each one: the healing commit holds only catalogs of modules in which a file changed, or of directories
above them; every other file is byte for byte what it was; lint finds nothing; a second `heal` changes nothing. A fixed set
of questions, drawn from the whole repository before the first commit, is answered from the catalogs alone at the
beginning, every few commits, and at the end; a question counts as long as its file stands under its name.

Prints a line for each commit and the sums; exits with 1 if anything was not as it should be. Not part of the test suite.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Replay:
    def __init__(self, binary, root, probes):
        self.binary, self.root, self.probes = binary, root, probes
        self.wrong = []

    def git(self, *arguments, **options):
        return run("git", "-C", self.root, *arguments, **options)

    def libra(self, *arguments):
        return subprocess.run(
            [self.binary, "-C", self.root, *arguments], capture_output=True, text=True, check=False
        )

    def begin(self, source, base):
        run("git", "clone", "-q", "--shared", "--no-checkout", source, self.root)
        self.git("config", "user.name", "Replay")
        self.git("config", "user.email", "replay@example.com")
        self.git("config", "init.defaultBranch", "replay")
        self.git("config", "core.hooksPath", "/dev/null")
        self.git("remote", "remove", "origin")
        self.git("checkout", "-q", "-b", "replay", base)
        answer = self.libra("init")
        assert answer.returncode == 0, answer.stderr
        self.commit("Add catalogs")

    def commit(self, message):
        catalogs = [p.relative_to(self.root).as_posix() for p in sorted(self.root.rglob("catalog.md"))]
        self.git("add", "-f", "--", "libra.toml", *catalogs)
        self.git("commit", "-q", "-m", message)

    def questions(self, count):
        with tempfile.NamedTemporaryFile(suffix=".jsonl") as trace:
            self.libra("heal", "--all", "--dry-run", "--probes", str(count), "--seed", "977", "--trace", trace.name)
            rows = [json.loads(line) for line in pathlib.Path(trace.name).read_text(encoding="utf-8").splitlines()]
        return [(row["question"], row["gold_file"]) for row in rows if row["event"] == "probe"]

    def passed(self, questions):
        found = set()
        for question, gold in questions:
            if (self.root / gold).exists():
                answer = self.libra("locate", "--catalogs-only", "--format", "json", "-k", "1", question)
                files = json.loads(answer.stdout)["files"] if answer.stdout else []
                if files[:1] == [gold]:
                    found.add((question, gold))
        return found

    def apply(self, commit):
        patch = subprocess.run(
            ["git", "-C", self.root, "diff", "--binary", "--full-index", f"{commit}^1", commit],
            capture_output=True,
            check=True,
        ).stdout
        if patch:
            subprocess.run(["git", "-C", self.root, "apply", "--index", "--3way"], input=patch, check=True, capture_output=True)
        self.git("commit", "-q", "--allow-empty", "-m", "Apply")
        names = self.git("diff", "--name-only", "--no-renames", "HEAD~", "HEAD").splitlines()
        return names

    def heal(self, changed):
        head = self.git("rev-parse", "HEAD").strip()
        began = time.monotonic()
        answer = self.libra("heal", "--commit", "--probes", str(self.probes), "--format", "json")
        seconds = time.monotonic() - began
        if answer.returncode != 0:
            self.wrong.append(f"heal exits with {answer.returncode}: {answer.stderr}")
            return None
        report = json.loads(answer.stdout)
        touched = self.git("diff", "--name-only", head, "HEAD").splitlines()
        allowed = {"catalog.md"}
        for name in changed:
            above = pathlib.PurePosixPath(name).parents
            allowed.update((directory / "catalog.md").as_posix() for directory in above)
        self.wrong.extend(f"{name} has nothing to do with the change" for name in touched if name not in allowed)
        if self.git("status", "--porcelain").strip():
            self.wrong.append("the work tree differs from the commit")
        lint = self.libra("lint", "--format", "concise")
        if lint.returncode != 0:
            self.wrong.append(f"lint: {lint.stdout}")
        again = self.libra("heal", "--probes", str(self.probes))
        if self.git("status", "--porcelain").strip():
            self.wrong.append(f"a second heal changes something: {again.stdout}")
            self.git("checkout", "-q", ".")
        return touched, report, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("repository", type=pathlib.Path)
    parser.add_argument("--commits", type=int, default=30)
    parser.add_argument("--questions", type=int, default=40)
    parser.add_argument("--ask-every", type=int, default=5)
    parser.add_argument("--probes", type=int, default=12)
    arguments = parser.parse_args()
    source = arguments.repository.resolve()
    commits = run("git", "-C", source, "rev-list", "--first-parent", f"-n{arguments.commits + 1}", "HEAD").split()[::-1]
    with tempfile.TemporaryDirectory() as scratch:
        replay = Replay(arguments.binary.resolve(), pathlib.Path(scratch) / "tree", arguments.probes)
        replay.begin(source, commits[0])
        questions = replay.questions(arguments.questions)
        first = replay.passed(questions)
        print(f"{source.parent.name}: {len(questions)} questions, {len(first)} pass at {commits[0][:10]}")
        repaired = asked = writes = 0
        for number, commit in enumerate(commits[1:], 1):
            changed = replay.apply(commit)
            before = len(replay.wrong)
            done = replay.heal(changed)
            if done is None:
                break
            touched, report, seconds = done
            writes += len(touched)
            asked += report["probes"]["asked"]
            repaired += report["probes"]["passed_after"] - report["probes"]["passed_before"]
            line = f"{number:3} {commit[:10]} {len(changed):3} files {len(touched):3} catalogs {seconds:6.1f} s"
            last = number == len(commits) - 1
            if last or number % arguments.ask_every == 0:
                standing = [item for item in questions if (replay.root / item[1]).exists()]
                now, then = replay.passed(standing), first & set(standing)
                line += f"  pass {len(now)} of {len(standing)}, {len(then)} at first"
                if len(now) < len(then):
                    replay.wrong.append(f"after {number} commits {len(now)} of the questions pass, {len(then)} did")
            print(line, flush=True)
            for wrong in replay.wrong[before:]:
                print(f"    {wrong}", flush=True)
        print(f"{writes} catalogs written, {asked} probes asked, {repaired} repaired; {len(replay.wrong)} wrong")
        return 1 if replay.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
