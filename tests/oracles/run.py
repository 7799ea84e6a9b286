"""Run every oracle over a folder of checkouts and print one table.

Usage: run.py CHECKOUTS [--symbols COMMAND] [--show N] [NAME[:LANGUAGE] ...]

CHECKOUTS is a folder whose subfolders are git checkouts. COMMAND is run in each of them and must print what
`git libra symbols --format json` prints (which is what is run by default). With names, only these checkouts, and only
their language if one is given. Languages with fewer than 20 files in a checkout are left out of it.

The voices: Python's own `ast`; Universal Ctags for every language that it has; `syn` for Rust, which needs cargo;
TypeScript's parser for scripts, where NODE_PATH names a folder that has it; PHP's lexer, where there is `php`; an outline
by keywords and braces for Kotlin, Swift and Scala.
"""

import argparse
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys

import ctags
import outline
import python_ast
import rust_syn
import typescript_ast

CTAGS = {"Rust": "Rust", "Go": "Go", "Java": "Java", "C": "C", "C++": "C++", "JavaScript": "JavaScript",
         "TypeScript": "TypeScript", "TSX": "TypeScript", "Ruby": "Ruby", "PHP": "PHP", "C#": "C#", "Kotlin": "Kotlin",
         "Lua": "Lua", "Elixir": "Elixir", "Bash": "Sh", "Protocol Buffers": "Protobuf"}
OUTLINED = ("Kotlin", "Swift", "Scala")
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
        name = language if language in ("Python", *OUTLINED) else CTAGS.get(language)
        if name:
            files[name].add(symbol["path"])
    if wanted:
        return [wanted] if wanted in files else []
    most = max((len(paths) for paths in files.values()), default=0)
    return sorted(name for name, paths in files.items() if len(paths) >= min(LEAST_FILES, most))


def share(part, whole):
    return f"{part / whole:.2%}" if whole else "-"


def by_ast(checkout, symbols, language, count):
    said = []
    _, total, equal, unreadable = python_ast.compare(checkout, symbols, said.append)
    for line in said[:count]:
        print(f"  {line}")
    note = f"{unreadable} files that Python cannot parse" if unreadable else ""
    return ("ast", total, share(equal, total), share(equal, total), len([line for line in said if ": extra: " in line]), note)


def by_syn(checkout, symbols, language, count):
    lines = rust_syn.run(str(checkout), symbols)
    for line in lines[:-1][:count]:
        print(f"  {line}")
    total, starts, equal, unread = rust_syn.counts(lines)
    return ("syn", total, share(starts, total), share(equal, total), "", f"{unread} files that syn cannot read" if unread else "")


def by_typescript(checkout, symbols, language, count):
    result = typescript_ast.compare(checkout, [s for s in symbols if (s["language"] == "JavaScript") == (language == "JavaScript")])
    for line in (result["missing"] + result["other"])[:count]:
        print(f"  {line}")
    found, same = share(result["found"], result["total"]), share(result["same"], result["total"])
    return ("TypeScript", result["total"], found, same, "", f"{result['broken']} files not compared")


def by_tags(name, tags):
    def compare(checkout, symbols, language, count):
        result = ctags.compare(checkout, symbols, language, tags(checkout))
        ctags.show(result, count)
        kinds = ", ".join(f"{number} {kind}" for kind, number in result["kinds"].most_common(3))
        found, same = share(result["found"], result["total"]), share(result["same"], result["ends"])
        return (name, result["total"], found, same, len(result["alone"]), f"not found: {kinds}" if kinds else "")

    return compare


def php_tags(checkout):
    files = subprocess.run(["git", "ls-files", "*.php"], cwd=checkout, capture_output=True, text=True, check=True).stdout
    script = pathlib.Path(__file__).with_name("php_tokens.php").resolve()
    run = subprocess.run(["php", str(script)], input=files, cwd=checkout, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.split("\n") if line]


def voices(language):
    """The oracles that there are for a language."""
    if language == "Python":
        return [by_ast]
    found = [by_tags("ctags", lambda checkout: None)] if language in CTAGS.values() else []
    if language == "Rust":
        found.append(by_syn)
    if language in ("JavaScript", "TypeScript") and os.environ.get("NODE_PATH"):
        found.append(by_typescript)
    if language == "PHP" and shutil.which("php"):
        found.append(by_tags("PHP's lexer", php_tags))
    if language in OUTLINED:
        found.append(by_tags("outline", lambda checkout: list(outline.tags(checkout, language))))
    return found


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
            for voice in voices(language):
                row = voice(checkout, symbols, language, arguments.show)
                print(f"{name} {language}: {row}", file=sys.stderr, flush=True)
                rows.append((name, commit_of(checkout), language, *row))
    print("| checkout | commit | language | oracle | definitions | found | same end | ours alone | |")
    print("|---|---|---|---|---|---|---|---|---|")
    for cells in rows:
        print("| " + " | ".join(str(cell) for cell in cells) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
