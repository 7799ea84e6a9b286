"""Compare the symbols of Rust files with `syn`: builds `rust_syn/` with cargo and runs it.

Usage: rust_syn.py CHECKOUT SYMBOLS
"""

import pathlib
import subprocess
import sys

from python_ast import load

KINDS = ("function", "method", "struct", "enum", "interface")


def main(checkout, symbols):
    rows = [
        "\t".join((s["path"], s["name"].rsplit(".", 1)[-1].removeprefix("r#"), str(s["start_line"]), str(s["end_line"])))
        for s in load(symbols)
        if s["language"] == "Rust" and s["kind"] in KINDS
    ]
    manifest = pathlib.Path(__file__).with_name("rust_syn") / "Cargo.toml"
    command = ["cargo", "run", "--quiet", "--manifest-path", str(manifest), "--", checkout]
    return subprocess.run(command, input="\n".join(rows), text=True, check=False).returncode


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
