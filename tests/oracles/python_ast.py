"""Compare the symbols of Python files with Python's own parser.

Usage: python_ast.py CHECKOUT SYMBOLS

SYMBOLS is the output of `git libra symbols --format json` for the checkout: an array, or one object a line, of
{"path", "name" (qualified), "kind", "start_line", "end_line", "definition_line"}. Every function, method and class that
`ast` finds must be there with the same first line (decorators included), definition line and last line, and no other.
Exits 1 if anything differs.
"""

import ast
import collections
import json
import pathlib
import sys
import warnings


def load(path):
    text = pathlib.Path(path).read_text(encoding="utf-8")
    return read(text)


def read(text):
    if text.lstrip().startswith("["):
        return json.loads(text)
    if text.lstrip().startswith('{"schema"') and text.count("\n") <= 1:
        return json.loads(text)["symbols"]
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def expected(source):
    """Definitions as (qualified name, first line, definition line, last line)."""
    found = []
    waiting = [(ast.parse(source), "")]
    while waiting:
        node, prefix = waiting.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                name = f"{prefix}.{child.name}" if prefix else child.name
                first = min([child.lineno, *(decorator.lineno for decorator in child.decorator_list)])
                found.append((name, first, child.lineno, child.end_lineno))
                waiting.append((child, name))
            else:
                waiting.append((child, prefix))
    return found


def compare(checkout, symbols, say=print):
    """Numbers of files, definitions, equal ones, and files that were not compared."""
    warnings.simplefilter("ignore")
    by_path = collections.defaultdict(list)
    for symbol in symbols:
        if symbol["path"].endswith((".py", ".pyi")):
            by_path[symbol["path"]].append(symbol)
    total = wrong = unreadable = 0
    for path in sorted(by_path):
        try:
            source = (pathlib.Path(checkout) / path).read_bytes()
            wanted = collections.Counter(expected(source))
        except (SyntaxError, ValueError, RecursionError) as error:
            say(f"{path}: not compared: {error}")
            unreadable += 1
            continue
        got = collections.Counter(
            (s["name"], s["start_line"], s["definition_line"], s["end_line"])
            for s in by_path[path]
            if s["kind"] in ("function", "method", "class")
        )
        total += sum(wanted.values())
        for mark, difference in (("missing", wanted - got), ("extra", got - wanted)):
            for item in sorted(difference):
                wrong += mark == "missing"
                say(f"{path}: {mark}: {item}")
    return len(by_path) - unreadable, total, total - wrong, unreadable


def main(checkout, symbols):
    files, total, equal, unreadable = compare(checkout, load(symbols))
    print(f"{files} files, {total} definitions, {equal} equal, {unreadable} files not compared")
    return 1 if equal < total or not total else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
