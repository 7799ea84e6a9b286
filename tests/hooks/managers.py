#!/usr/bin/env python3
"""Runs the real hook managers over throw-away repositories and looks whether they stop what they should stop.

    managers.py BINARY [--npm FOLDER] [--verbose]

Looks for `pre-commit`, `prek` and `lefthook` on PATH; FOLDER is one in which `npm install husky lefthook` was run. What is
not there is said to be skipped. For every manager: a commit with a stale catalog is stopped, also where names hold
spaces and letters beyond ASCII, where a file is deleted, and with `git commit -a`; after `lint --fix` it goes through;
`LIBRA=0` (and `SKIP` where the manager knows it) goes on without the check. For pre-commit and prek also: files that a
hook with `--fix` modifies fail it, and `run --all-files` with lists so long that they are split. Not part of the test
suite: it needs the managers.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SOURCE = "def {name}(x):\n    if x:\n        return 1\n    return 2\n"
NAMES = ["plain.py", "with space.py", "\u00fcml\u00e4ut/\u0444\u0430\u0439\u043b.py", "a b/c (d).py"]


class Repo:
    def __init__(self, folder, binary, tools, verbose):
        self.root, self.verbose = folder, verbose
        self.home = folder.parent / "home"
        self.home.mkdir(exist_ok=True)
        path = os.pathsep.join([str(binary.parent), *map(str, tools), os.environ["PATH"]])
        self.environment = {
            "PATH": path, "HOME": str(self.home), "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8",
            "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "A",
            "GIT_COMMITTER_EMAIL": "a@example.com",
        }
        folder.mkdir()
        self.run("git", "init", "-q", "-b", "main")
        for name in NAMES:
            self.write(name, SOURCE.format(name="first"))
        self.must("git-libra", "init")
        self.must("git", "add", "-A")
        self.must("git", "commit", "-q", "-m", "Begin")

    def run(self, *command, **environment):
        run = subprocess.run(command, cwd=self.root, env={**self.environment, **environment}, capture_output=True, text=True, check=False)
        if self.verbose:
            print("   $", *command, "->", run.returncode, "\n", run.stdout[-1500:], run.stderr[-1500:])
        return run

    def must(self, *command, **environment):
        run = self.run(*command, **environment)
        if run.returncode != 0:
            sys.exit(f"{command} failed: {run.stdout}{run.stderr}")
        return run

    def write(self, name, text):
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def push_down(self, name):
        self.write(name, "import os\n\n" + (self.root / name).read_text(encoding="utf-8"))

    def commit(self, *options, **environment):
        return self.run("git", "commit", "-q", "-m", "Change", *options, **environment)

    def undo(self):
        self.must("git", "reset", "-q", "--hard")


def common(repo, skip):
    """(what was looked at, whether it is as it should be)"""
    for name in NAMES:
        repo.push_down(name)
        repo.must("git", "add", "-A")
        stopped = repo.commit()
        yield f"stale catalog of `{name}` is stopped", stopped.returncode != 0 and "CAT306" in stopped.stdout + stopped.stderr
        repo.undo()
    repo.push_down(NAMES[0])
    yield "git commit -a is stopped", repo.commit("-a").returncode != 0
    yield "LIBRA=0 goes on", repo.commit("-a", LIBRA="0").returncode == 0
    repo.must("git-libra", "lint", "--fix")
    yield "what was mended goes through", repo.commit("-a").returncode == 0
    repo.must("git", "rm", "-q", NAMES[1])
    deleted = repo.commit()
    yield "a deleted file is stopped", deleted.returncode != 0 and "CAT202" in deleted.stdout + deleted.stderr
    repo.undo()
    if skip:
        repo.push_down(NAMES[2])
        yield f"SKIP={skip} goes on", repo.commit("-a", SKIP=skip).returncode == 0
        repo.must("git-libra", "lint", "--fix")
        repo.must("git", "commit", "-q", "-a", "-m", "Mend")


def pre_commit(repo, tool, hooks):
    """A manager that reads `.pre-commit-hooks.yaml` out of a repository of hooks."""

    def configure(identifier, arguments=""):
        revision = subprocess.run(["git", "-C", hooks, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
        # prek takes it for a mistake if `SKIP` leaves no hook at all.
        other = "- repo: local\n  hooks:\n  - {id: other, name: other, language: system, entry: 'true', always_run: true, pass_filenames: false}\n"
        ours = f"- repo: {hooks}\n  rev: {revision}\n  hooks:\n  - id: {identifier}\n{arguments}"
        repo.write(".pre-commit-config.yaml", f"repos:\n{other}{ours}")
        repo.must("git", "add", ".pre-commit-config.yaml")
        repo.must("git", "commit", "-q", "--no-verify", "-m", "Configure")

    configure("libra-lint-system")
    repo.must(tool, "install")
    yield from common(repo, "libra-lint-system")
    # Lists that are longer than a command line may be.
    for number in range(1200):
        repo.write(f"many/{'long' * 25}{number}.py", SOURCE.format(name=f"f{number}"))
    repo.must("git-libra", "init")
    repo.must("git-libra", "lint", "--unsafe-fixes")
    repo.must("git", "add", "-A")
    repo.must("git", "commit", "-q", "--no-verify", "-m", "Many")
    clean = repo.run(tool, "run", "--all-files")
    yield "--all-files over 1,200 long names is clean", clean.returncode == 0
    repo.push_down(NAMES[3])
    repo.must("git", "commit", "-q", "-a", "--no-verify", "-m", "Stale")
    stale = repo.run(tool, "run", "--all-files")
    yield "--all-files finds what is committed stale", stale.returncode != 0 and "CAT306" in stale.stdout
    repo.must("git-libra", "lint", "--fix")
    repo.must("git", "commit", "-q", "-a", "--no-verify", "-m", "Mend")
    configure("libra-lint-system", "    args: [--fix]\n")
    repo.push_down(NAMES[1])
    repo.must("git", "add", "-A")
    modified = repo.commit()
    said = modified.stdout + modified.stderr
    yield "modified files fail the hook", modified.returncode != 0 and "modified by this hook" in said
    repo.must("git", "add", "-A")
    yield "and go through once staged", repo.commit().returncode == 0
    configure("libra-lint-all", "    stages: [pre-push, manual]\n")
    yield "libra-lint-all runs by hand", repo.run(tool, "run", "--hook-stage", "manual", "--all-files").returncode == 0


def lefthook(repo, tool, _):
    # With `{staged_files}` lefthook would not run where a commit only deletes files.
    repo.write("lefthook.yml", "pre-commit:\n  commands:\n    libra-lint:\n      run: git-libra hook run pre-commit\n")
    repo.must("git", "add", "-A")
    repo.must("git", "commit", "-q", "-m", "Configure")
    repo.must(tool, "install")
    yield from common(repo, None)


def husky(repo, tool, _):
    repo.write("package.json", '{"name": "x", "private": true}\n')
    repo.must(tool)
    repo.write(".husky/pre-commit", "git-libra hook run pre-commit\n")
    repo.must("git", "add", "-A")
    repo.must("git", "commit", "-q", "--no-verify", "-m", "Configure")
    yield from common(repo, "libra-lint")


def own(repo, _tool, _):
    repo.must("git-libra", "hook", "install")
    yield from common(repo, "libra-lint")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("--npm", type=pathlib.Path)
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    binary = arguments.binary.resolve()
    if binary.name != "git-libra":
        parser.error("the binary must be called git-libra, since hooks call it by its name")
    tools = [arguments.npm.resolve() / "node_modules" / ".bin"] if arguments.npm else []
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        hooks = scratch / "hooks"
        hooks.mkdir()
        shutil.copy(pathlib.Path(__file__).parents[2] / ".pre-commit-hooks.yaml", hooks)
        identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
        for command in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-q", "-m", "Hooks"]):
            subprocess.run(["git", "-C", hooks, *command], check=True)
        for name, script in [("git-libra", own), ("pre-commit", pre_commit), ("prek", pre_commit), ("lefthook", lefthook), ("husky", husky)]:
            path = os.pathsep.join([*map(str, tools), os.environ["PATH"], str(binary.parent)])
            tool = shutil.which(name, path=path)
            if not tool:
                print(f"{name}: skipped, it is not there")
                continue
            folder = scratch / name
            folder.mkdir()
            repo = Repo(folder / "repo", binary, [*tools, pathlib.Path(tool).parent], arguments.verbose)
            for what, good in script(repo, tool, hooks):
                failed += not good
                print(f"{name}: {'ok  ' if good else 'FAIL'} {what}")
    print(f"{failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
