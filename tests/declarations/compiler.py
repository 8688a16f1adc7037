"""Declares tools with `modebox types` and compiles what it prints with tsc."""

import json
import os
import re
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
TSC = HERE / "node_modules/.bin/tsc"
MODEBOX = Path(os.environ.get("MODEBOX_CLI", HERE.parents[1] / "build/release/modebox"))
OPTIONS = ["--strict", "--noEmit", "--target", "esnext", "--lib", "esnext", "--types", "", "--pretty", "false"]


def declare(folder, tools):
    """The declarations of tools, {name: {"input": schema, "output": schema}}."""
    entries = {}
    for number, (name, schemas) in enumerate(tools.items()):
        entry = {"command": ["true"], **({"description": schemas["description"]} if "description" in schemas else {})}
        for side in ("input", "output"):
            if side in schemas:
                path = folder / f"{number}.{side}.json"
                path.write_text(json.dumps(schemas[side]))
                entry[side] = path.name
        entries[name] = entry
    config = folder / "modebox.json"
    config.write_text(json.dumps({"tools": entries}))
    done = subprocess.run([MODEBOX, "types", "-c", config], capture_output=True, timeout=60)
    if done.returncode != 0:
        raise AssertionError(done.stderr.decode())
    return done.stdout.decode()


def compile_all(folder, files):
    """Writes the files and compiles them together: {file: [messages]} of those with errors."""
    for name, text in files.items():
        (folder / name).write_text(text)
    done = subprocess.run([TSC, *OPTIONS, *files], cwd=folder, capture_output=True, text=True, timeout=300)
    errors = {}
    for line in done.stdout.splitlines():
        found = re.match(r"([\w.-]+)\((\d+),(\d+)\): (.*)", line)
        if found:
            errors.setdefault(found[1], []).append(f"{found[2]}:{found[3]} {found[4]}")
        elif not line.startswith(" "):
            errors.setdefault("", []).append(line)
    return errors
