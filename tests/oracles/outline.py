"""Definitions of Swift, Kotlin or Scala files by keywords, braces and (Scala) indentation, as `ctags.py --tags` reads them.

Usage: outline.py CHECKOUT LANGUAGE > TAGS

Comments and strings, with what is filled into them, are blanked; a keyword with a name after it defines; the first brace
outside brackets opens the body. An end is given only where there is such a brace, or, in Scala, a
body that is indented under `:`, `=` or `with`. It knows no grammar, which is its use.
"""

import json
import pathlib
import re
import subprocess
import sys

NAME = r"(`[^`\n]+`|[^\W\d]\w*|[-+*/<>=!&|^~?%@#\\:]+)"
RECEIVER = r"(?:<[^()\n]*?>\s*)?(?:[\w.]+(?:<[^()\n]*>)?\??\.)?"
DEFINES = {
    "Swift": (r"\b(func|class|struct|enum|protocol|actor)\s+" + NAME, "*.swift"),
    "Kotlin": (r"\b(fun|class|interface|object)\s+(?:interface\s+)?" + RECEIVER + NAME, "*.kt"),
    "Scala": (r"\b(def|class|trait|object|enum)\s+" + NAME, "*.scala"),
}
NO_NAMES = {":", "to", "func", "var", "let", "subscript", "where", "extends", "interface", "class"}
GOES_ON = ("{", "where", "->", ":", "throws", "async", "rethrows", ",", "extends", "with", ")", "(", "by", "derives")


def blanked(text, language):
    out, at, depth = list(text), 0, 0

    def blank(start, end):
        for place in range(start, min(end, len(text))):
            if text[place] != "\n":
                out[place] = " "

    def string(at):
        hashes = len(re.match("#*", text[at:]).group())
        quote = '"""' if text.startswith('"""', at + hashes) else '"'
        prefix = re.search(r"\w*$", text[max(0, at - 12):at]).group()
        raw = language == "Scala" and quote == '"""' or language == "Kotlin" and quote == '"""'
        end, place = quote + "#" * hashes, at + hashes + len(quote)
        opens = {"Swift": "\\" + "#" * hashes + "(", "Kotlin": "${", "Scala": "${" if prefix else "\0"}[language]
        while place < len(text):
            if text.startswith(opens, place):
                place = filled(place + len(opens), ")" if language == "Swift" else "}")
            elif text[place] == "\\" and not raw and (not hashes or language != "Swift"):
                place += 2
            elif text.startswith(end, place):
                place += len(end)
                while quote == '"""' and place < len(text) and text[place] == '"':
                    place += 1
                return place
            elif quote == '"' and text[place] == "\n":
                return place
            else:
                place += 1
        return place

    def filled(place, close):
        depth = 1
        while place < len(text) and depth:
            if text[place] == '"':
                place = string(place)
                continue
            depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(text[place], 0)
            place += 1
        return place

    while at < len(text):
        two = text[at:at + 2]
        if two == "//":
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
        elif two == "/*":
            end, depth = at + 2, 1
            while end < len(text) and depth:
                depth += {"/*": 1, "*/": -1}.get(text[end:end + 2], 0)
                end += 2 if text[end:end + 2] in ("/*", "*/") else 1
        elif text[at] == '"' or (language == "Swift" and re.match('#+"', text[at:at + 4])):
            end = string(at)
        elif language != "Swift" and re.match(r"'(\\u\w{4}|\\.|[^'\\\n])'", text[at:at + 8]):
            end = at + re.match(r"'(\\u\w{4}|\\.|[^'\\\n])'", text[at:at + 8]).end()
        else:
            at += 1
            continue
        blank(at, end)
        at = end
    return "".join(out)


def body(code, at):
    """Where the body's brace is, or None."""
    depth = 0
    while at < len(code):
        char = code[at]
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(char, 0)
        if depth < 0 or (depth == 0 and char in ";}"):
            return None
        if depth == 0 and char == "{":
            return at
        if depth == 0 and char == "=" and code[at + 1:at + 2] not in ("=", ">") and code[at - 1] not in "=!<>:":
            return None
        if depth == 0 and char == "\n":
            rest = code[at:].lstrip()
            before = code[:at].rstrip()
            if not rest.startswith(GOES_ON) and not before.endswith((",", ":", "->", "&")):
                return None
        at += 1
    return None


def closing(code, at):
    depth = 0
    for place in range(at, len(code)):
        depth += {"{": 1, "}": -1}.get(code[place], 0)
        if depth == 0:
            return place
    return None


def indented(code, at, head):
    """Where a body ends that indentation closes: what is defined at `at` has its head's last line end at `head`."""
    first = code[code.rfind("\n", 0, at) + 1:].split("\n", 1)[0]
    width = len(first) - len(first.lstrip())
    end, place = None, head + 1
    for line in code[head + 1:].split("\n"):
        own = len(line) - len(line.lstrip())
        marks = own == width and re.match(r"\s*end\s+\S+\s*$", line)
        if line.strip() and (own > width or marks):
            end = place + len(line.rstrip()) - 1
        if line.strip() and own <= width:
            break
        place += len(line) + 1
    return end


def opens(code, at):
    """Whether what is defined at `at` opens a body by indentation: its head ends with `:`, `=` or `with`."""
    depth = 0
    for place in range(at, len(code)):
        char = code[place]
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(char, 0)
        if depth < 0 or (depth == 0 and char in "{;}"):
            return None
        if depth == 0 and char == "\n":
            head = code[at:place].rstrip()
            if head.endswith((":", "=", " with")):
                return place
            if not code[place:].lstrip().startswith(GOES_ON) and not head.endswith(","):
                return None
    return None


def tags(checkout, language):
    """Every definition of the files that git knows."""
    pattern, files = DEFINES[language]
    listed = subprocess.run(["git", "ls-files", files], cwd=checkout, capture_output=True, text=True, check=True)
    for path in filter(None, listed.stdout.split("\n")):
        code = blanked((pathlib.Path(checkout) / path).read_text(encoding="utf-8", errors="replace"), language)
        for found in re.finditer(pattern, code):
            kind, name = found.group(1), found.groups()[-1]
            if name in NO_NAMES or code[max(0, found.start() - 1)] in ".`":
                continue
            line = code.count("\n", 0, found.start(len(found.groups()))) + 1
            tag = {"path": path, "name": name.strip("`"), "line": line,
                   "kind": "method" if kind in ("func", "fun", "def") else kind}
            head = opens(code, found.end()) if language == "Scala" else None
            brace = body(code, found.end()) if head is None else None
            end = indented(code, found.start(), head) if head is not None else brace and closing(code, brace)
            if end:
                tag["end"] = code.count("\n", 0, end) + 1
            yield tag


def main(checkout, language):
    for tag in tags(checkout, language):
        print(json.dumps(tag))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
