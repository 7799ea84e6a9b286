#!/usr/bin/env python3
"""Validates lint's reports against the schemas of those who read them.

    report_schemas.py BINARY SCHEMAS [CHECKOUT ...]

SCHEMAS is a folder with `sarif-schema-2.1.0.json` (oasis-tcs/sarif-spec) and `junit-10.xsd` (jenkinsci/xunit-plugin). GitLab
and reviewdog publish no schema that a validator can read as it stands, so theirs are written out below from their
documentation. Needs the Python packages `jsonschema` and `xmlschema`. Beside the checkouts a repository with hostile
names is made and reported on. Not part of the test suite: the schemas are other people's.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema
import xmlschema

POSITION = {
    "type": "object",
    "properties": {"line": {"type": "integer", "minimum": 1}, "column": {"type": "integer", "minimum": 1}},
    "required": ["line"],
    "additionalProperties": False,
}
RANGE = {
    "type": "object",
    "properties": {"start": POSITION, "end": POSITION},
    "required": ["start"],
    "additionalProperties": False,
}
RDJSON = {
    "type": "object",
    "properties": {
        "source": {"type": "object", "properties": {"name": {"type": "string"}, "url": {"type": "string"}}},
        "severity": {"enum": ["UNKNOWN_SEVERITY", "ERROR", "WARNING", "INFO"]},
        "diagnostics": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "message": {"type": "string"},
                    "location": {
                        "type": "object",
                        "properties": {"path": {"type": "string"}, "range": RANGE},
                        "required": ["path"],
                        "additionalProperties": False,
                    },
                    "severity": {"enum": ["UNKNOWN_SEVERITY", "ERROR", "WARNING", "INFO"]},
                    "code": {"type": "object", "properties": {"value": {"type": "string"}, "url": {"type": "string"}}},
                    "suggestions": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {"range": RANGE, "text": {"type": "string"}},
                            "required": ["range", "text"],
                            "additionalProperties": False,
                        },
                    },
                    "original_output": {"type": "string"},
                },
                "required": ["message", "location"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["diagnostics"],
    "additionalProperties": False,
}
GITLAB = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "properties": {
                    "path": {"type": "string", "pattern": "^(?!\\./|/)"},
                    "lines": {"type": "object", "properties": {"begin": {"type": "integer", "minimum": 1}}, "required": ["begin"]},
                },
                "required": ["path", "lines"],
            },
        },
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
    },
}
HOSTILE = ["a,b:c%", "new\nline", "<x>&\"'", "::error::", "tab\there", "\u202eright", "ctrl\x01", "]]>", "sp ace", "\U0001d41e"]


def report(binary, root, form):
    run = subprocess.run([binary, "-C", root, "lint", "--format", form], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        sys.exit(f"{root}: {form} ended with {run.returncode}: {run.stderr}")
    return run.stdout


def hostile(root):
    subprocess.run(["git", "init", "-q", root], check=True)
    for name in HOSTILE:
        folder = root / name
        folder.mkdir()
        (folder / "a.py").write_text("def solve(f):\n    if f:\n        return f\n    return 0\n")
        text = f"# x\n\n## Files\n\n### [a.py](a.py)\nSolves.\n- `solve` (L1-L9)\n- `gone<&\"'` (L1-L2)\n"
        (folder / "catalog.md").write_text(text)


def main(binary, schemas, *checkouts):
    sarif = json.loads((schemas / "sarif-schema-2.1.0.json").read_text())
    junit = xmlschema.XMLSchema(schemas / "junit-10.xsd")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder) / "hostile"
        made.mkdir()
        hostile(made)
        for root in [made, *checkouts]:
            checks = {
                "sarif": lambda text: jsonschema.Draft7Validator(sarif, format_checker=jsonschema.FormatChecker()).validate(json.loads(text)),
                "junit": lambda text: junit.validate(text),
                "gitlab": lambda text: jsonschema.validate(json.loads(text), GITLAB),
                "rdjson": lambda text: jsonschema.validate(json.loads(text), RDJSON),
                "json": lambda text: json.loads(text),
                "json-lines": lambda text: [json.loads(line) for line in text.splitlines()],
            }
            counts = {}
            for form, validate in checks.items():
                text = report(binary, root, form)
                try:
                    validate(text)
                except Exception as error:  # Whatever a validator says is a failure.
                    failed += 1
                    print(f"FAIL {root.name} {form}: {str(error)[:400]}")
                    continue
                if form == "gitlab":
                    prints = [row["fingerprint"] for row in json.loads(text)]
                    if len(prints) != len(set(prints)):
                        failed += 1
                        print(f"FAIL {root.name}: fingerprints repeat")
                counts[form] = len(text)
            github = report(binary, root, "github")
            if any(not line.startswith(("::error ", "::warning ", "::notice ")) for line in github.splitlines()):
                failed += 1
                print(f"FAIL {root.name} github: a line is no command")
            print(f"{root.name}: {len(report(binary, root, 'concise').splitlines())} findings, bytes by format {counts}")
    print(f"{failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), *(pathlib.Path(argument) for argument in sys.argv[2:])))
