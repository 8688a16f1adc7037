"""The repository's own files, as the structure tests see them."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = {"build", "node_modules", "__pycache__"}


def folders_and_files(root=ROOT):
    """Yields every folder with the files in it, without what is built or fetched."""
    for path, folders, files in os.walk(root):
        folders[:] = sorted(
            f
            for f in folders
            if f not in SKIPPED and not f.startswith("build-") and (f == ".ci" or not f.startswith("."))
        )
        yield Path(path), [Path(path) / f for f in sorted(files)]


def files(*suffixes, under=""):
    for _, paths in folders_and_files(ROOT / under):
        yield from (p for p in paths if not suffixes or p.suffix in suffixes)
