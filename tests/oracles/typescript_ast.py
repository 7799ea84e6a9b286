"""Compare the symbols of scripts with TypeScript's own parser.

Usage: typescript_ast.py CHECKOUT SYMBOLS [--show N]; needs node, and NODE_PATH naming a folder with the package `typescript`.

Compared are functions with a name (also those given to a variable), classes, interfaces, enums, methods of classes and
of interfaces: first line (decorators and `export` included) and last line must be equal. Files that TypeScript finds
errors in are not compared.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys

from python_ast import load

SCRIPTS = {"JavaScript", "TypeScript", "TSX"}


def compare(checkout, symbols):
    """Counts, and the disagreements as lists of lines."""
    ours = collections.defaultdict(list)
    paths = set()
    for symbol in symbols:
        if symbol["language"] in SCRIPTS:
            ours[symbol["path"], symbol["name"].rsplit(".", 1)[-1].strip("\"'")].append(symbol)
            paths.add(symbol["path"])
    script = pathlib.Path(__file__).with_suffix(".cjs").resolve()
    run = subprocess.run(["node", str(script)], input="\n".join(sorted(paths)), capture_output=True, text=True,
                         cwd=checkout, check=False, env=os.environ)
    result = {"total": 0, "found": 0, "same": 0, "broken": 0, "missing": [], "other": []}
    for line in run.stdout.split("\n"):
        if not line:
            continue
        wanted = json.loads(line)
        if "errors" in wanted:
            result["broken"] += 1
            continue
        result["total"] += 1
        name = wanted["name"].strip("\"'")
        here = f"{wanted['path']}:{wanted['line']}: {wanted['kind']} {name} {wanted['start_line']}-{wanted['end_line']}"
        near = [s for s in ours[wanted["path"], name] if s["start_line"] == wanted["start_line"]]
        if not near:
            mine = ", ".join(f"{s['start_line']}-{s['end_line']}" for s in ours[wanted["path"], name])
            result["missing"].append(f"{here}, ours {mine or 'none'}")
            continue
        result["found"] += 1
        if any(s["end_line"] == wanted["end_line"] for s in near):
            result["same"] += 1
        else:
            result["other"].append(f"{here}, ours {', '.join(str(s['end_line']) for s in near)}")
    return result


def main(checkout, symbols, count):
    result = compare(checkout, load(symbols))
    for title in ("missing", "other"):
        for line in result[title][:count]:
            print(f"{title}: {line}")
    print(f"{result['total']} definitions, {result['found']} with the right start, {result['same']} with the right end, "
          f"{result['broken']} files not compared")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    shown = int(arguments[arguments.index("--show") + 1]) if "--show" in arguments else 10
    if len(arguments) < 2:
        sys.exit(__doc__)
    main(*arguments[:2], shown)
