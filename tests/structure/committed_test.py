"""What is committed works anywhere: no path of one machine, no download address
in a lock file, and the third-party sources stay out."""

import json
import re
import unittest

from tree import ROOT, files

MACHINE_PATH = re.compile(r"(?<![\w./-])/(work|root|home/\w+)/[\w.]")
BINARY = {".png", ".ico", ".gz", ".wasm", ".bin"}


def machine_paths(name, text):
    for number, line in enumerate(text.splitlines(), 1):
        if MACHINE_PATH.search(line):
            yield f"{name}:{number}: {line.strip()[:100]}"


def download_addresses(lock):
    return [name for name, entry in lock.get("packages", {}).items() if "resolved" in entry]


class Committed(unittest.TestCase):
    def test_no_file_names_a_path_of_one_machine(self):
        found = []
        for path in files():
            relative = path.relative_to(ROOT).as_posix()
            if path.suffix in BINARY or "/corpus/" in relative or relative.startswith("tests/structure/"):
                continue
            found += machine_paths(relative, path.read_text(errors="replace"))
        self.assertEqual([], found)

    def test_a_path_is_found(self):
        self.assertEqual(1, len(list(machine_paths("x", "cp /home/ann/x ."))))
        self.assertEqual([], list(machine_paths("x", "build/work/x.o and https://host/root/x")))

    def test_lock_files_hold_no_download_addresses(self):
        for path in files(".json"):
            if path.name == "package-lock.json":
                self.assertEqual([], download_addresses(json.loads(path.read_text())), path)

    def test_a_download_address_is_found(self):
        self.assertEqual(["a"], download_addresses({"packages": {"a": {"resolved": "x"}, "b": {}}}))

    def test_third_party_sources_are_not_here(self):
        self.assertEqual([], [p for p in files(".c", ".h") if p.name in ("quickjs.c", "libregexp.c")])


if __name__ == "__main__":
    unittest.main()
