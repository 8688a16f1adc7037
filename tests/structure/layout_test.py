"""Every folder says in a README what lives there, in a few lines."""

import tempfile
import unittest
from pathlib import Path

from tree import ROOT, folders_and_files

# Folders of data belong to the folder above.
DATA = ("fuzz/corpus", "bench/programs", "guest/js", ".ci")


def without_readme(root):
    for path, files in folders_and_files(root):
        relative = path.relative_to(root).as_posix()
        if relative == "include" or relative.startswith(DATA) or not files:
            continue
        if relative.count("/") > 1:
            continue
        readme = path / "README.md"
        if not readme.exists():
            yield f"{relative} has no README.md"
        elif len(readme.read_text().strip().splitlines()) < 2:
            yield f"{relative}/README.md says nothing"


class Layout(unittest.TestCase):
    def test_every_folder_has_a_readme(self):
        self.assertEqual([], list(without_readme(ROOT)))

    def test_a_folder_without_one_is_found(self):
        with tempfile.TemporaryDirectory() as name:
            root = Path(name)
            (root / "README.md").write_text("# x\nwhat\n")
            (root / "src/new").mkdir(parents=True)
            (root / "src/new/a.cc").write_text("\n")
            self.assertEqual(["src/new has no README.md"], list(without_readme(root)))


if __name__ == "__main__":
    unittest.main()
