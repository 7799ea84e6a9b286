"""Run every oracle over a folder of checkouts and print one table.

Usage: run.py CHECKOUTS [--symbols COMMAND] [--show N] [NAME[:LANGUAGE] ...]

CHECKOUTS is a folder whose subfolders are git checkouts. COMMAND is run in each of them and must print what
`git libra symbols --format json` prints (which is what is run by default). With names, only these checkouts, and only
their language if one is given. Python files are compared with Python's own `ast`, other languages with Universal Ctags;
languages with fewer than 20 files in a checkout are left out of it.
"""

import argparse
import collections
import pathlib
import subprocess
import sys

import ctags
import python_ast

CTAGS = {"Rust": "Rust", "Go": "Go", "Java": "Java", "C": "C", "C++": "C++", "JavaScript": "JavaScript",
         "TypeScript": "TypeScript", "TSX": "TypeScript", "Ruby": "Ruby", "PHP": "PHP", "C#": "C#", "Kotlin": "Kotlin",
         "Lua": "Lua", "Elixir": "Elixir", "Bash": "Sh", "Protobuf": "Protobuf", "Scala": "Scala"}
LEAST_FILES = 20


def symbols_of(checkout, command):
    run = subprocess.run(command, shell=True, cwd=checkout, capture_output=True, text=True, check=False)
    if run.returncode:
        raise SystemExit(f"{checkout}: {command}: {run.stderr.strip()[-400:]}")
    return python_ast.read(run.stdout)


def commit_of(checkout):
    run = subprocess.run(["git", "rev-parse", "--short=10", "HEAD"], cwd=checkout, capture_output=True, text=True, check=False)
    return run.stdout.strip()


def languages_of(symbols, wanted):
    files = collections.defaultdict(set)
    for symbol in symbols:
        language = symbol.get("language")
        name = "Python" if language == "Python" else CTAGS.get(language)
        if name:
            files[name].add(symbol["path"])
    if wanted:
        return [wanted] if wanted in files else []
    most = max((len(paths) for paths in files.values()), default=0)
    return sorted(name for name, paths in files.items() if len(paths) >= min(LEAST_FILES, most))


def share(part, whole):
    return f"{part / whole:.2%}" if whole else "-"


def row(checkout, symbols, language, count):
    if language == "Python":
        said = []
        files, total, equal, unreadable = python_ast.compare(checkout, symbols, said.append)
        for line in said[:count]:
            print(f"  {line}")
        note = f"{unreadable} files that Python cannot parse" if unreadable else ""
        return ("ast", total, share(equal, total), share(equal, total), len([line for line in said if ": extra: " in line]), note)
    result = ctags.compare(checkout, symbols, language)
    ctags.show(result, count)
    kinds = ", ".join(f"{number} {kind}" for kind, number in result["kinds"].most_common(3))
    return ("ctags", result["total"], share(result["found"], result["total"]), share(result["same"], result["ends"]),
            len(result["alone"]), f"not found: {kinds}" if kinds else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--symbols", default="git-libra symbols --format json")
    parser.add_argument("--show", type=int, default=0)
    arguments = parser.parse_intermixed_args()
    names = arguments.names or sorted(path.name for path in arguments.checkouts.iterdir() if path.is_dir())
    rows = []
    for name in names:
        name, _, wanted = name.partition(":")
        checkout = arguments.checkouts / name
        symbols = symbols_of(checkout, arguments.symbols)
        for language in languages_of(symbols, wanted):
            rows.append((name, commit_of(checkout), language, *row(checkout, symbols, language, arguments.show)))
    print("| checkout | commit | language | oracle | definitions | found | same end | ours alone | |")
    print("|---|---|---|---|---|---|---|---|---|")
    for cells in rows:
        print("| " + " | ".join(str(cell) for cell in cells) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
