"""Compare symbols with Universal Ctags.

Usage: ctags.py CHECKOUT SYMBOLS LANGUAGE [--show N] [--tags TAGS]

SYMBOLS is the output of `git libra symbols --format json` (see python_ast.py); LANGUAGE is a name that ctags knows: Rust,
Go, Java, C, C++, TypeScript, JavaScript, Ruby, and any other that it has. Compared are functions, methods, classes,
structs, unions, enums, interfaces and traits with a name, in files that have symbols. Reported: how many of them are
found with the right first line, how many of those with an end have the same last line, how many of ours ctags does
not have, and with `--show` the first N of each disagreement.

A first line is right if the name stands for the first time after our definition line on ctags' line, or at most three
lines below it (a return type may have lines of its own).

TAGS is a file of what another tool found, one JSON object a line with path, name, kind, line and end, to compare with
instead of ctags (see php_tokens.php and outline.py).
"""

import collections
import json
import pathlib
import re
import subprocess
import sys

from python_ast import load

KINDS = {
    "function", "func", "generator", "method", "methodSpec", "singletonMethod", "constructor", "getter", "setter",
    "class", "struct", "union", "enum", "interface", "trait", "annotation", "object", "protocol", "record",
    "message", "service", "rpc", "oneof",
}
OURS = {"function", "method", "class", "struct", "enum", "interface"}
LANGUAGES = {
    "C": ["C"], "C++": ["C++"], "TypeScript": ["TypeScript", "TSX"], "Sh": ["Bash"], "Protobuf": ["Protocol Buffers"],
}


def tags(checkout, paths, language):
    command = ["ctags", "--fields=+neKS", "--output-format=json", "--sort=no", "-f", "-", "-L", "-"]
    command += [f"--language-force={language}"]
    run = subprocess.run(command, input="\n".join(paths), capture_output=True, text=True, cwd=checkout, check=False)
    for line in run.stdout.split("\n"):
        if not line:
            continue
        tag = json.loads(line)
        if tag.get("_type") == "tag" and tag.get("kind") in KINDS:
            yield tag


def bare(name):
    """The last part of a qualified name, spaces and type arguments left out."""
    name = name.strip()
    if re.fullmatch(r"[\w.]+:\w+", name):
        # Lua's methods.
        return name.rsplit(":", 1)[1]
    operator = re.search(r"operator\W.*$|operator\s+\w.*$", name)
    if operator:
        return re.sub(r"\s+", "", operator.group())
    name = re.split(r"::|\.(?!\.)|#(?=\w)", name)[-1] if not name.startswith("#") else name
    name = name.lstrip("#")
    return re.sub(r"<.*", "", name).replace(" ", "").strip("\"'`")


def is_named(name):
    return not re.match(r"__anon|anonymous|AnonymousFunction|_$|$", name)


def is_definition(tag, name, line, language):
    """Whether a tag is what its kind says: ctags takes parameters of Kotlin's lambdas for methods."""
    if language != "Kotlin" or tag["kind"] != "method":
        return True
    return re.search(rf"\bfun\b[^={{]*{re.escape(name)}\W*\(", line) is not None


class Texts:
    """The lines of files, read once."""

    def __init__(self, checkout):
        self.checkout = pathlib.Path(checkout)
        self.known = {}

    def lines(self, path):
        if path not in self.known:
            self.known[path] = (self.checkout / path).read_text(encoding="utf-8", errors="replace").split("\n")
        return self.known[path]

    def says(self, path, line, word):
        lines = self.lines(path)
        return word in lines[min(line, len(lines)) - 1]

    def first(self, path, name, line, end):
        """The first lines from `line` on that have the name, and the name with parameters."""
        lines, found = self.lines(path), []
        plain = re.sub(r"\s+", "", name)
        for wanted in (plain, plain + "("):
            heads = (at for at in range(line, min(end, len(lines)) + 1) if wanted in re.sub(r"\s+", "", lines[at - 1]))
            found.append(next(heads, None))
        return found


def compare(checkout, symbols, language, other=None):
    """Counts, and the disagreements as lists of lines."""
    texts = Texts(checkout)
    ours = collections.defaultdict(list)
    at_line = collections.defaultdict(list)
    everything = []
    for symbol in symbols:
        if symbol.get("language") in LANGUAGES.get(language, [language]):
            ours[symbol["path"], bare(symbol["name"])].append(symbol)
            at_line[symbol["path"], symbol["definition_line"]].append(symbol)
            everything.append(symbol)
    paths = sorted({symbol["path"] for symbol in everything})
    result = {"total": 0, "found": 0, "ends": 0, "same": 0, "renamed": 0, "missing": [], "other": [], "kinds": collections.Counter()}
    matched = set()
    for tag in other or tags(checkout, paths, language):
        name, line, path = bare(tag["name"]), tag["line"], tag["path"]
        if not is_named(name) or not is_definition(tag, name, texts.lines(path)[line - 1], language):
            continue
        if language == "JavaScript" and tag["kind"] == "class" and not texts.says(path, line, "class"):
            # Ctags takes every object that has a name for a class.
            continue
        result["total"] += 1

        def right(symbol):
            if not symbol["start_line"] <= line <= symbol["end_line"]:
                return False
            start = symbol["definition_line"]
            return start <= line <= start + 3 or line in texts.first(path, name, start, symbol["end_line"])

        near = [symbol for symbol in ours[path, name] if right(symbol)]
        if not near and re.fullmatch(r"[A-Z][A-Z0-9_]+", name):
            # `TEST(Suite, name) {`: ctags names the macro, we name what it defines.
            near = [symbol for symbol in at_line[path, line] if symbol["kind"] in ("function", "method")]
            result["renamed"] += len(near[:1])
        if not near:
            result["missing"].append(f"{path}:{line}: {tag['kind']} {tag['name']} in {tag.get('scope', '-')}")
            result["kinds"][tag["kind"]] += 1
            continue
        matched.update(id(symbol) for symbol in near)
        result["found"] += 1
        if "end" in tag:
            result["ends"] += 1
            if any(symbol["end_line"] == tag["end"] for symbol in near):
                result["same"] += 1
            else:
                mine = ", ".join(f"{symbol['start_line']}-{symbol['end_line']}" for symbol in near)
                result["other"].append(f"{path}:{line}: {tag['kind']} {name} ends {tag['end']}, ours {mine}")
    alone = [s for s in everything if s["kind"] in OURS and id(s) not in matched]
    result["alone"] = [f"{s['path']}:{s['definition_line']}: {s['kind']} {s['name']}" for s in alone]
    return result


def show(result, count):
    for title, lines in (("not found", result["missing"]), ("other end", result["other"]), ("ours alone", result["alone"])):
        step = max(1, len(lines) // count) if count else 1
        for line in lines[::step][:count]:
            print(f"{title}: {line}")


def summary(result):
    total, ends = max(result["total"], 1), max(result["ends"], 1)
    return (f"{result['total']} tags, {result['found']} found ({result['found'] / total:.2%}), {result['ends']} with an end, "
            f"{result['same']} equal ({result['same'] / ends:.2%}), {len(result['alone'])} ours alone; missing by kind "
            f"{dict(result['kinds'])}")


def main(checkout, symbols, language, count, other):
    result = compare(checkout, load(symbols), language, load(other) if other else None)
    show(result, count)
    print(f"{language}: {summary(result)}")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    shown = int(arguments[arguments.index("--show") + 1]) if "--show" in arguments else 10
    if len(arguments) < 3:
        sys.exit(__doc__)
    tags_of_another = arguments[arguments.index("--tags") + 1] if "--tags" in arguments else None
    main(*arguments[:3], shown, tags_of_another)
