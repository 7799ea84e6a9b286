#!/usr/bin/env python3
"""Are catalogs reported stale where their symbols moved or went, and nowhere else?

    fifty_later.py BINARY REPOSITORY [--commits 50] [--show N]

REPOSITORY is a git directory or checkout; it is cloned. At the commit that is COMMITS first-parent steps behind its HEAD
`init` writes catalogs, which must lint clean; then HEAD is checked out beside them. What lint reports of listed symbols
and entries (CAT202, CAT305, CAT306, CAT307) is compared with what an independent reader expects: Python's `ast` for
Python, Universal Ctags for everything else, for which an end of a symbol counts only where ctags agreed about it before.
Where a name is defined several times in a file any of the definitions is right, as the specification says.

Prints both sides' counts and what only one of them says; exits with 1 if they differ. Not part of the test suite.
"""

import argparse
import ast
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

MENTION = re.compile(r"`([^`]+)` \(L(\d+)-L(\d+)\)")
ENTRY = re.compile(r"^### \[.*\]\(<?([^>]*?)>?\)\s*$")


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=True, **options).stdout


def listed(root):
    """(catalog, file, name, first, last) of every symbol, and (catalog, file) of every entry."""
    symbols, entries = [], []
    for catalog in sorted(root.rglob("catalog.md")):
        source = None
        for line in catalog.read_text(encoding="utf-8").splitlines():
            heading = ENTRY.match(line)
            if heading:
                target = (catalog.parent / urllib.parse.unquote(heading.group(1))).relative_to(root)
                source = None if target.name == "catalog.md" else target.as_posix()
                if source:
                    entries.append((catalog.relative_to(root).as_posix(), source))
            elif source:
                for declaration, first, last in MENTION.findall(line):
                    name = re.split(r"[(<\s:=]", declaration.replace("::", "."), maxsplit=1)[0]
                    symbols.append((catalog.relative_to(root).as_posix(), source, name, int(first), int(last)))
    return symbols, entries


def python_symbols(text):
    """qualified name -> set of (decorator line, definition line, last line)"""
    found = collections.defaultdict(set)

    def walk(node, names):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                first = min([child.lineno, *(d.lineno for d in child.decorator_list)])
                path = [*names, child.name]
                found[".".join(path)].add((first, child.lineno, child.end_lineno))
                walk(child, path)
            elif isinstance(child, (ast.Assign, ast.AnnAssign, ast.TypeAlias if hasattr(ast, "TypeAlias") else ast.Assign)):
                targets = child.targets if isinstance(child, ast.Assign) else [getattr(child, "target", getattr(child, "name", None))]
                for target in targets:
                    if isinstance(target, ast.Name):
                        found[".".join([*names, target.id])].add((child.lineno, child.lineno, child.end_lineno))
                walk(child, names)
            else:
                walk(child, names)

    walk(ast.parse(text), [])
    return found


def ctags_symbols(root, files):
    """file -> bare name -> set of (line, end or None)"""
    tags = collections.defaultdict(lambda: collections.defaultdict(set))
    command = ["ctags", "--fields=+neKS", "--output-format=json", "--sort=no", "-f", "-", "-L", "-"]
    output = run(*command, input="\n".join(files), cwd=root)
    for line in output.splitlines():
        tag = json.loads(line)
        if tag.get("_type") == "tag" and "line" in tag:
            bare = re.split(r"\.|::", tag["name"])[-1]
            tags[tag["path"]][bare].add((tag["line"], tag.get("end")))
    return tags


class Expectations:
    """What should be said of each symbol after the change; `None` where the independent reader cannot tell."""

    def __init__(self, old, new, files):
        self.old, self.new = old, new
        others = [f for f in files if not f.endswith((".py", ".pyi"))]
        self.before = ctags_symbols(old, [f for f in others if (old / f).exists()])
        self.after = ctags_symbols(new, [f for f in others if (new / f).exists()])
        self.python = {}

    def parsed(self, root, file):
        key = (root, file)
        if key not in self.python:
            try:
                self.python[key] = python_symbols((root / file).read_text(encoding="utf-8"))
            except (SyntaxError, ValueError):
                self.python[key] = None
        return self.python[key]

    def of(self, file, name, first, last):
        if file.endswith((".py", ".pyi")):
            known = self.parsed(self.new, file)
            if known is None:
                return None
            places = known.get(name) or set().union(*(v for k, v in known.items() if k.endswith("." + name)), set())
            if not places:
                return "gone"
            return "right" if any(last == e and first in (a, d) for a, d, e in places) else "moved"
        bare = re.split(r"\.|::", name)[-1]
        old_tags, new_tags = self.before[file].get(bare, set()), self.after[file].get(bare, set())
        inside = [(line, end) for line, end in old_tags if first <= line <= last]
        if not inside:
            return None
        if not new_tags:
            return "gone"
        line, end = min(inside)
        head, tail = line - first, (last - end if end else None)
        # The lines from the decorator to the definition must be there as well.
        old_lines, new_lines = self.text(self.old, file), self.text(self.new, file)
        same_text = new_lines[first - 1 : last] == old_lines[first - 1 : last]
        starts = [(l, e) for l, e in new_tags if l - head == first]
        if not starts:
            return None if len(old_tags) > 1 else "moved"
        if tail is None or any(e is None for _, e in starts):
            return "right" if same_text else None
        return "right" if any(e + tail == last for _, e in starts) else ("moved" if len(new_tags) == 1 else None)

    def text(self, root, file):
        key = ("text", root, file)
        if key not in self.python:
            self.python[key] = (root / file).read_text(encoding="utf-8", errors="replace").split("\n")
        return self.python[key]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("repository", type=pathlib.Path)
    parser.add_argument("--commits", type=int, default=50)
    parser.add_argument("--show", type=int, default=8)
    arguments = parser.parse_args()
    binary = arguments.binary.resolve()
    with tempfile.TemporaryDirectory() as scratch:
        old, new = pathlib.Path(scratch) / "old", pathlib.Path(scratch) / "new"
        head = run("git", "-C", arguments.repository, "rev-parse", "HEAD").strip()
        skip = f"--skip={arguments.commits}"
        base = run("git", "-C", arguments.repository, "rev-list", "-n1", "--first-parent", skip, head).strip()
        for tree, commit in ((old, base), (new, head)):
            run("git", "clone", "-q", "--shared", "--no-checkout", arguments.repository, tree)
            run("git", "-C", tree, "checkout", "-q", commit)
        run(binary, "-C", old, "init")
        ignored = [p.relative_to(old).as_posix() for p in sorted(old.rglob("catalog.md"))]
        run("git", "-C", old, "add", "-f", "--", *ignored)
        first = subprocess.run([binary, "-C", old, "lint", "--format", "json"], capture_output=True, text=True, check=False)
        clean = json.loads(first.stdout)["findings"]
        print(f"{arguments.repository.parent.name}: {len(ignored)} catalogs at {base[:10]}, {len(clean)} findings after init")
        for finding in clean[: arguments.show]:
            print(f"  {finding['path']}:{finding['line']}: {finding['code']} {finding['message']}")
        for catalog in ignored:
            (new / catalog).parent.mkdir(parents=True, exist_ok=True)
            (new / catalog).write_bytes((old / catalog).read_bytes())
        if (old / "libra.toml").exists():
            (new / "libra.toml").write_bytes((old / "libra.toml").read_bytes())
        run("git", "-C", new, "add", "-f", "--", *ignored)
        after = subprocess.run([binary, "-C", new, "lint", "--format", "json"], capture_output=True, text=True, check=False)
        reported = collections.defaultdict(set)
        # A directory that holds no source any more is said so once, and nothing of what its catalog says.
        strays = {finding["path"] for finding in json.loads(after.stdout)["findings"] if finding["code"] == "CAT208"}
        for finding in json.loads(after.stdout)["findings"]:
            if finding["code"] in {"CAT202", "CAT305", "CAT306", "CAT307"}:
                reported[finding["path"], finding["subject"]].add(finding["code"])
        symbols, entries = listed(old)
        expectations = Expectations(old, new, sorted({file for _, file, *_ in symbols}))
        agreed = collections.Counter()
        wrong = []
        for catalog, file in entries:
            gone = not (new / file).exists()
            said = "CAT202" in reported.get((catalog, file), ()) or catalog in strays
            agreed["entry gone" if gone else "entry there"] += gone == said
            if gone != said and (new / file).parent.exists():
                wrong.append(f"{catalog}: entry {file}: {'gone' if gone else 'there'}, reported {said}")
        for catalog, file, name, start, end in symbols:
            if not (new / file).exists():
                continue
            expected = expectations.of(file, name, start, end)
            codes = {code for (path, subject), codes in reported.items() if path == catalog and subject == f"{file}::{name}" for code in codes}
            said = "gone" if "CAT307" in codes else ("moved" if codes else "right")
            if expected is None:
                agreed["cannot tell"] += 1
            elif expected == said or (codes and expected != "right" and {expected, said} == {"gone", "moved"}):
                agreed[f"symbol {said}"] += 1
            else:
                wrong.append(f"{file}: `{name}` (L{start}-L{end}): expected {expected}, reported {said}")
        print(f"  agreed on {dict(agreed)}; differ on {len(wrong)}")
        for line in wrong[: arguments.show]:
            print(f"  {line}")
        return 1 if wrong or clean else 0


if __name__ == "__main__":
    sys.exit(main())
