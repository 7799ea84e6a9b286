"""Compare the symbols of Rust files with `syn`: builds `rust_syn/` with cargo and runs it.

Usage: rust_syn.py CHECKOUT SYMBOLS
"""

import pathlib
import subprocess
import sys

from python_ast import load

KINDS = ("function", "method", "struct", "enum", "interface")


def run(checkout, symbols):
    """What the Rust program prints: a line for each disagreement, then the counts."""
    rows = [
        "\t".join((s["path"], s["name"].rsplit(".", 1)[-1].removeprefix("r#"), str(s["start_line"]), str(s["end_line"])))
        for s in symbols
        if s["language"] == "Rust" and s["kind"] in KINDS
    ]
    manifest = pathlib.Path(__file__).with_name("rust_syn") / "Cargo.toml"
    command = ["cargo", "run", "--quiet", "--manifest-path", str(manifest), "--", checkout]
    done = subprocess.run(command, input="\n".join(rows), capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{manifest}: {done.stderr.strip()[-400:]}")
    return done.stdout.strip().split("\n")


def counts(lines):
    """Items, those with the right start, those with the right end, files that cannot be read."""
    return [int(word) for word in lines[-1].split() if word.isdigit()]


def main(checkout, symbols):
    print("\n".join(run(checkout, load(symbols))))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
