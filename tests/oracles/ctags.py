"""Compare symbols with Universal Ctags.

Usage: ctags.py CHECKOUT SYMBOLS LANGUAGE [--show N]

SYMBOLS is the output of `git libra symbols --format json` (see python_ast.py); LANGUAGE is a name that ctags knows,
such as Rust, Go, Java, C, C++, TypeScript, JavaScript, Ruby. Only files that have symbols are compared. Reported: the
share of ctags' functions, methods, types and macros that are found by name with their line inside the head of ours,
the share of these with the same last line, and the first N of each disagreement.
"""

import collections
import json
import subprocess
import sys

from python_ast import load

KINDS = {
    "function", "method", "class", "struct", "enum", "interface", "trait", "func", "union", "typedef", "singletonMethod",
    "module", "talias", "macro", "generator", "annotation", "alias", "constructor",
}


def tags(checkout, paths, language):
    command = [
        "ctags", "--fields=+neKS", "--output-format=json", "--sort=no", "-f", "-", f"--languages={language}", "-L", "-",
        "--map-C++=-.h" if language == "C" else "--extras=",
    ]
    run = subprocess.run(command, input="\n".join(paths), capture_output=True, text=True, cwd=checkout, check=False)
    for line in run.stdout.splitlines():
        tag = json.loads(line)
        if tag.get("_type") == "tag" and tag.get("kind") in KINDS:
            yield tag


def main(checkout, symbols, language, show):
    ours = collections.defaultdict(list)
    for symbol in load(symbols):
        ours[symbol["path"], symbol["name"].rsplit(".", 1)[-1]].append(symbol)
    paths = sorted({path for path, _ in ours})
    total = found = same_end = with_end = 0
    missing, ends = [], []
    by_kind = collections.Counter()
    for tag in tags(checkout, paths, language):
        name = tag["name"].rsplit("::", 1)[-1].rsplit(".", 1)[-1]
        if name.startswith("__anon") or name.startswith("anonymous"):
            continue
        total += 1
        line = tag["line"]
        near = [s for s in ours[tag["path"], name] if s["start_line"] <= line <= max(s["definition_line"] + 8, s["start_line"])
                and line <= s["end_line"]]
        if not near:
            missing.append(f"{tag['path']}:{line}: {tag['kind']} {tag['name']} {tag.get('scope', '')}")
            by_kind[tag["kind"]] += 1
            continue
        found += 1
        if "end" in tag:
            with_end += 1
            if any(s["end_line"] == tag["end"] for s in near):
                same_end += 1
            else:
                mine = ", ".join(f"{s['start_line']}-{s['end_line']}" for s in near)
                ends.append(f"{tag['path']}:{line}: {tag['kind']} {name} ends {tag['end']}, ours {mine}")
    for title, lines in (("not found", missing), ("other end", ends)):
        step = max(1, len(lines) // show) if show else 1
        for line in lines[::step][:show]:
            print(f"{title}: {line}")
    print(f"{language}: {total} tags, {found} found ({found / max(total, 1):.2%}), "
          f"{with_end} with an end, {same_end} equal ({same_end / max(with_end, 1):.2%}); missing by kind {dict(by_kind)}")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    shown = int(arguments[arguments.index("--show") + 1]) if "--show" in arguments else 10
    if len(arguments) < 3:
        sys.exit(__doc__)
    main(*arguments[:3], shown)
