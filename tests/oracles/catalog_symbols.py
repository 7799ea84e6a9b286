#!/usr/bin/env python3
"""Draws symbols from the catalogs of a checkout and looks for their definitions in the source, with a pattern.

    catalog_symbols.py CHECKOUT [--count 200] [--seed 1]

It knows nothing of git-libra's parsers: a symbol is right if a line that defines its name, as the language writes
definitions, stands among the first lines of the range (decorators, attributes and annotations may come before), and
if the range lies within the file. Prints each symbol that is not, and exits with 1 if there is one. Not part of the
test suite: it needs a checkout with catalogs.
"""

import argparse
import pathlib
import random
import re
import sys
import urllib.parse

MENTION = re.compile(r"`([^`]+)` \(L(\d+)-L(\d+)\)")
ENTRY = re.compile(r"^### \[.*\]\(<?([^>]*?)>?\)\s*$")
# What may stand in the range before the definition itself.
BEFORE = re.compile(r"^\s*(?:@|#\[|#!\[|\[\[|template\b|\)|\]|//|/\*|\*|#)")


def patterns(suffix, bare):
    """How a language defines `bare`, as patterns of one line."""
    name = re.escape(bare)
    if suffix in {".py", ".pyi"}:
        return [rf"^\s*(?:async\s+)?(?:def|class)\s+{name}\b", rf"^\s*(?:type\s+)?{name}\s*(?::[^=]+)?=[^=]"]
    if suffix == ".rs":
        kinds = r"(?:fn|struct|enum|union|trait|type|mod|const|static|static mut|macro_rules!|macro)"
        return [rf"\b{kinds}\s+(?:r#)?{name}\b", rf"macro_rules!\s*{name}\b"]
    if suffix == ".go":
        return [rf"^func\s+(?:\([^)]*\)\s*)?{name}\b", rf"^\s*(?:type\s+|const\s+|var\s+)?{name}\b[^(]*"]
    if suffix == ".rb":
        return [rf"\b(?:def|class|module)\s+(?:[\w:]+(?:\.|::))?{name}(?![\w?!])", rf"^\s*{name}\s*=", rf":{name}\b"]
    modifiers = r"(?:[\w<>\[\],.?@&*:~\s]|\([^)]*\))*?"
    return [
        rf"\b(?:class|interface|enum|struct|union|namespace|module|type|record|message|service|rpc|oneof|protocol|extension|object|function\*?|const|let|var|typedef|define)\b[^;(]*\b{name}\b",
        rf"^\s*{modifiers}[\s*&:.#~]?{name}\s*(?:<[^>]*>)?\s*[(=:]",
        rf"^\s*{name}\b",
        rf"\}}\s*{name}\s*[;,]",
    ]


def mentions(root):
    """(catalog, source file, name, first line, last line) of every symbol that a catalog lists."""
    for catalog in sorted(root.rglob("catalog.md")):
        source = None
        for line in catalog.read_text(encoding="utf-8").splitlines():
            heading = ENTRY.match(line)
            if heading:
                source = catalog.parent / urllib.parse.unquote(heading.group(1))
            elif line.startswith("#"):
                source = None
            if source is None or source.name == "catalog.md":
                continue
            for declaration, first, last in MENTION.findall(line):
                name = re.split(r"[(<\s:=]", declaration.replace("::", "."), maxsplit=1)[0]
                yield catalog, source, name, int(first), int(last)


def is_defined(path, lines, name, first, last):
    """Whether the range begins with the definition, or with what may come before one."""
    forms = [re.compile(pattern) for pattern in patterns(path.suffix, name.split(".")[-1])]
    head = lines[first - 1 : min(last, first + 40)]
    if any(form.search(head[0]) for form in forms):
        return True
    # A type that is named at its end, such as `typedef struct {...} name;`, or a return type on a line of its own.
    late = path.suffix in {".c", ".h", ".cc", ".cpp", ".hpp"}
    if late and any(form.search(line) for line in [*head[:3], lines[last - 1]] for form in forms):
        return True
    return bool(BEFORE.search(head[0])) and any(form.search(line) for line in head for form in forms)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    everything = list(mentions(arguments.checkout))
    sample = random.Random(arguments.seed).sample(everything, min(arguments.count, len(everything)))
    wrong = 0
    for catalog, source, name, first, last in sample:
        lines = source.read_text(encoding="utf-8", errors="replace").split("\n")
        if not 1 <= first <= last <= len(lines) or not is_defined(source, lines, name, first, last):
            wrong += 1
            print(f"{source.relative_to(arguments.checkout)}:{first}: `{name}` is not defined there (L{first}-L{last})")
    print(f"{len(sample) - wrong} passed, {wrong} failed")
    print(f"{len(sample)} of {len(everything)} symbols were looked at", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
