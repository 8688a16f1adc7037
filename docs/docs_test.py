"""The documentation says what is so: quotes, what examples print, transcripts of
the command line, links, the tables of limits and errors."""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts"))
import check_docs  # noqa: E402


def help_text(topic):
    done = subprocess.run([check_docs.BUILD / "modebox", "help", topic], capture_output=True, text=True, check=True)
    return done.stdout


class Documentation(unittest.TestCase):
    maxDiff = None

    def test_every_page_is_right(self):
        for path in check_docs.pages():
            with self.subTest(path.relative_to(ROOT)):
                self.assertEqual([], list(check_docs.problems(path, path.read_text())))

    def test_every_example_is_quoted(self):
        text = "".join(path.read_text() for path in check_docs.pages())
        for path in (ROOT / "examples/cpp").glob("*.cc"):
            self.assertIn(f"quote: examples/cpp/{path.name}", text)
            self.assertIn(f"output: {path.stem} ", text)

    def test_the_table_of_limits_is_that_of_the_program(self):
        page = (ROOT / "docs/limits.md").read_text()
        flags = re.findall(r"^ +(--[\w-]+) N +(\S+)", help_text("limits"), re.M)
        self.assertGreater(len(flags), 10)
        for flag, default in flags:
            row = re.search(rf"^\| `{flag}` \|[^|]*\| ([^|]*) \|", page, re.M)
            self.assertIsNotNone(row, flag)
            number = re.sub(r"\D", "", row[1]) or row[1].strip()
            self.assertEqual(default, number, flag)

    def test_the_table_of_errors_is_that_of_the_program(self):
        page = (ROOT / "docs/errors.md").read_text()
        kinds = re.findall(r"^ +([A-Z]\w+) +(RUN_\w+)", help_text("errors"), re.M)
        self.assertGreater(len(kinds), 10)
        self.assertEqual(kinds, re.findall(r"^\| `(\w+)` \| `(RUN_\w+)` \|", page, re.M))


class Checks(unittest.TestCase):
    """That the checks above can fail."""

    def test_a_quote_that_differs_is_found(self):
        with tempfile.TemporaryDirectory() as name:
            root = Path(name)
            (root / "a.cc").write_text("int x;\n  // begin part\n  f();\n  // end part\n")
            right = "<!-- quote: a.cc part -->\n```cpp\nf();\n```\n"
            self.assertEqual([], list(check_docs.wrong_blocks(right, root)))
            ((_, actual),) = check_docs.wrong_blocks(right.replace("f()", "g()"), root)
            self.assertEqual("f();\n", actual)
            with self.assertRaises(LookupError):
                list(check_docs.wrong_blocks(right.replace("part", "other"), root))

    def test_a_transcript_that_differs_is_found(self):
        right = "<!-- console -->\n```console\n$ echo a; exit 3\na\n$ echo $?\n3\n```\n"
        self.assertEqual([], list(check_docs.wrong_blocks(right)))
        self.assertEqual(1, len(list(check_docs.wrong_blocks(right.replace("\n3\n", "\n4\n")))))
        self.assertEqual([], list(check_docs.wrong_blocks(right.replace("\n3\n", "\n…\n"))))

    def test_a_link_that_leads_nowhere_is_found(self):
        here = ROOT / "README.md"
        self.assertEqual([], list(check_docs.broken_links(here, "# A b\n[x](docs) [y](#a-b) [z](https://x.example)")))
        self.assertEqual(2, len(list(check_docs.broken_links(here, "# A\n[x](docs/none.md) [y](#b)"))))


if __name__ == "__main__":
    unittest.main()
