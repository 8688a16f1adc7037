"""Dependencies between folders point one way. This compares every #include with
the order that the design fixes, and keeps two dangerous things in their one
place: generated code and signals belong to src/sandbox."""

import re
import unittest

from tree import ROOT, files

# Lower may be used by higher; folders of the same rank do not see each other.
RANK = {
    "base": 0,
    "value": 1,
    "net": 1,
    "sandbox": 2,
    "tools": 2,
    "typescript": 3,
    "continuation": 3,
    "engine": 4,
    "files": 5,
    "shell": 5,
    "fetch": 5,
    "config": 6,
    "mcp": 7,
    "bridge": 8,
}
TOP = 99  # cli, tests, examples, bench, fuzz: nothing depends on them

# The folder whose concept a public header is.
PUBLIC = {
    "result": "base",
    "cancel": "base",
    "limits": "base",
    "value": "value",
    "value_kind": "value",
    "bigint": "value",
    "text": "value",
    "json": "value",
    "convert": "value",
    "convert_adapt": "value",
    "approval": "tools",
    "attachment": "tools",
    "tool": "tools",
    "toolbox": "tools",
    "fetch": "fetch",
    "typescript": "typescript",
    "continuation_store": "continuation",
    "continuation_store_check": "continuation",
    "continuation": "engine",
    "outcome": "engine",
    "engine": "engine",
    "session": "engine",
}

INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.M)
SIGNALS = re.compile(
    r"\b(sigaction|sigaltstack|siglongjmp|sigsetjmp|longjmp|setjmp|pthread_kill|tgkill|"
    r"makecontext|swapcontext|pthread_sigmask|sigprocmask|ucontext_t)\b"
)
GENERATED = re.compile(r'#\s*include\s+"(guest\.h|guest\.c|wasm-rt[^"]*)"|\bw2c_|\bZ_modebox')


def strip_comments(text):
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), text, flags=re.S)
    return re.sub(r"//[^\n]*", "", text)


def folder_of(path):
    """`src/engine/run.cc` belongs to engine, `include/modebox/tool.h` to tools."""
    parts = path.split("/")
    if parts[0] == "src" and len(parts) > 2:
        return parts[1]
    if parts[:2] == ["include", "modebox"]:
        return PUBLIC.get(parts[-1].removesuffix(".h"), f"unlisted public header {parts[-1]}")
    return None


def problems(path, text):
    """One sentence for each rule that this file breaks."""
    own = folder_of(path)
    text = strip_comments(text)
    public = path.startswith("include/")
    own_rank = TOP if own is None else RANK.get(own)
    if own_rank is None:
        yield f"{path}: {own} has no rank; give it one in tests/structure/includes_test.py"
        return
    for kind, name in INCLUDE.findall(text):
        if kind == "<":
            if public and ("/" in name or name.endswith(".h")):
                yield f"{path} is public and includes <{name}>, which is not standard C++"
            continue
        if name.startswith("modebox/"):
            target = folder_of("include/" + name)
        elif name.startswith("src/"):
            target = folder_of(name)
            if public:
                yield f'{path} is public and includes the internal "{name}"'
        elif own is not None and own != "sandbox":
            yield f'{path} includes "{name}": write "modebox/..." or "src/<folder>/..."'
            continue
        else:
            continue
        if target != own and RANK.get(target, TOP) >= own_rank:
            yield f'{path} ({own}) includes "{name}" ({target}), which is not below it'
    if path.startswith(("src/", "include/")) and own != "sandbox":
        for word in sorted(set(SIGNALS.findall(text))):
            yield f"{path} uses {word}; signals and jumps belong to src/sandbox"
        if GENERATED.search(text):
            yield f"{path} touches generated code, which belongs to src/sandbox"


class Includes(unittest.TestCase):
    def test_every_file_keeps_the_order(self):
        found = []
        seen = 0
        for path in files(".h", ".cc", ".c"):
            relative = path.relative_to(ROOT).as_posix()
            if relative.startswith(("src/", "include/", "cli/")):
                seen += 1
                found += problems(relative, path.read_text())
        self.assertGreater(seen, 10)
        self.assertEqual([], found)

    def test_a_higher_folder_is_refused(self):
        text = '#include "src/engine/run.h"\n'
        self.assertEqual(1, len(list(problems("src/base/x.cc", text))))
        self.assertEqual([], list(problems("cli/main.cc", text)))

    def test_a_folder_of_the_same_rank_is_refused(self):
        self.assertEqual(1, len(list(problems("src/tools/x.cc", '#include "src/sandbox/slot.h"'))))

    def test_a_public_header_counts_as_its_folder(self):
        self.assertEqual(1, len(list(problems("src/value/x.cc", '#include "modebox/engine.h"'))))
        self.assertEqual([], list(problems("src/value/x.cc", '#include "modebox/result.h"')))

    def test_a_public_header_shows_nothing_internal(self):
        self.assertEqual(1, len(list(problems("include/modebox/tool.h", '#include "src/base/bytes.h"'))))
        self.assertEqual(1, len(list(problems("include/modebox/value.h", "#include <nlohmann/json.hpp>"))))

    def test_signals_and_generated_code_stay_in_the_sandbox(self):
        text = 'void f() { siglongjmp(b, 1); }\n#include "guest.h"\n'
        self.assertEqual(2, len(list(problems("src/engine/x.cc", text.replace('#include "guest.h"', "w2c_memory")))))
        self.assertEqual([], list(problems("src/sandbox/x.cc", text)))

    def test_a_comment_is_no_include(self):
        self.assertEqual([], list(problems("src/base/x.cc", '// #include "src/engine/run.h"\n')))


if __name__ == "__main__":
    unittest.main()
