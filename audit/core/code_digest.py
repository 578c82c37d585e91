"""The digest of the code that decides outcomes.

Source: docs/formats/rule-sheet.md, `engine_sha256`.
"""

import hashlib
from collections.abc import Mapping


def digest_files(files: Mapping[str, bytes]) -> str:
    """Hash the files of the engine, given by their path from the project's folder: one line a file, by path."""
    lines = (f"{path} {hashlib.sha256(files[path]).hexdigest()}\n" for path in sorted(files))
    return hashlib.sha256("".join(lines).encode()).hexdigest()
