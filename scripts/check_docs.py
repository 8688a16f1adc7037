#!/usr/bin/env python3
"""check_docs.py [--fix] compares the documentation with what it talks about.

A comment before a fenced block says where the block comes from:
    <!-- quote: FILE -->           the whole file
    <!-- quote: FILE PART -->      what stands between `begin PART` and `end PART` in it
    <!-- output: NAME -->          what the program build/.../examples/NAME prints
    <!-- console -->               `$ command` lines, each followed by what it prints
In the last two, … stands for anything on that line. Links to files and headings
must lead somewhere. --fix writes the blocks anew. The build folder is
$MODEBOX_BUILD_DIR, by default build/release.
"""

import os
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = Path(os.environ.get("MODEBOX_BUILD_DIR", ROOT / "build/release"))
SKIPPED = {"node_modules", "third_party"}
BLOCK = re.compile(
    r"(?P<head><!-- (?P<kind>quote|output|console)(?:: (?P<what>[^\n]*?))? -->\n+```\w*\n)(?P<body>.*?)(?P<tail>^```$)",
    re.S | re.M,
)
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```$", re.S | re.M)


def pages(root=ROOT):
    for path in sorted(root.rglob("*.md")):
        parts = path.relative_to(root).parts
        if not any(p in SKIPPED or p.startswith((".", "build")) for p in parts[:-1]):
            yield path


def quoted(what, root=ROOT):
    name, _, part = what.partition(" ")
    text = (root / name).read_text()
    if not part:
        return text
    found = re.search(rf"^[^\n]*\bbegin {re.escape(part)}\n(.*?)^[^\n]*\bend {re.escape(part)}$", text, re.S | re.M)
    if not found:
        raise LookupError(f"{name} has no part {part}")
    return textwrap.dedent(found[1])


def printed(name):
    done = subprocess.run([BUILD / "examples" / name], capture_output=True, text=True, timeout=120)
    if done.returncode != 0 or done.stderr:
        raise LookupError(f"the example {name} failed ({done.returncode}): {done.stderr}")
    return done.stdout


def commands(body):
    return [line[2:] for line in body.splitlines() if line.startswith("$ ")]


def transcript(body):
    """The commands of a console block with what they print now."""
    out, code = "", 0
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as state:
        environment = {**os.environ, "PATH": f"{BUILD}:{os.environ['PATH']}", "XDG_STATE_HOME": state}
        environment.pop("MODEBOX_SECRET", None)
        for command in commands(body):
            done = subprocess.run(
                ["bash", "-c", f"(exit {code}); {command}"],
                cwd=folder,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=120,
                start_new_session=True,  # no terminal, so that nobody is asked
            )
            code = done.returncode
            out += f"$ {command}\n{done.stdout}"
    return out


def matches(body, actual):
    if "…" not in body:
        return body == actual
    return re.fullmatch(re.escape(body).replace("…", "[^\n]*"), actual) is not None


def actual_block(kind, what, body, root=ROOT):
    if kind == "quote":
        return quoted(what, root)
    return printed(what) if kind == "output" else transcript(body)


def wrong_blocks(text, root=ROOT):
    """Yields (match, what should stand there) for each block that is out of date."""
    for block in BLOCK.finditer(text):
        actual = actual_block(block["kind"], block["what"], block["body"], root)
        if not matches(block["body"], actual):
            yield block, actual


def anchors(text):
    """The names that headings get."""
    for heading in re.findall(r"^#+ +(.*)$", FENCE.sub("", text), re.M):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def broken_links(path, text):
    for target in LINK.findall(FENCE.sub("", text)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (path.parent / name).resolve() if name else path
        if name and not file.exists():
            yield f"{target}: there is no such file"
        elif anchor and anchor not in anchors(file.read_text() if name else text):
            yield f"{target}: there is no such heading"


def problems(path, text):
    for block, actual in wrong_blocks(text):
        line = text.count("\n", 0, block.start()) + 1
        yield f"line {line}, {block['kind']} {block['what'] or ''}: is out of date. Now:\n{actual}"
    for link in broken_links(path, text):
        yield f"link {link}"


def fixed(text):
    for block, actual in reversed(list(wrong_blocks(text))):
        text = text[: block.start("body")] + actual + text[block.end("body") :]
    return text


def main():
    if sys.argv[1:] == ["--fix"]:
        for path in pages():
            text = path.read_text()
            if (new := fixed(text)) != text:
                path.write_text(new)
                print(f"{path.relative_to(ROOT)}: blocks written anew")
    found = [f"{path.relative_to(ROOT)}: {problem}" for path in pages() for problem in problems(path, path.read_text())]
    print("\n".join(found) or "check_docs: all is as the documentation says")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
