"""The known answers that others published, where they lie beside the checkout."""

import json
from pathlib import Path
from typing import Any

import pytest

_FOLDER = Path(__file__).resolve().parents[2] / "shared" / "vectors"


def published(name: str) -> Any:
    """Return the vectors of this file, or skip the test where they are not here."""
    path = _FOLDER / name
    if not path.is_file():
        pytest.skip(f"../shared/vectors/{name} does not exist")
    return json.loads(path.read_text())


def published_lines(name: str) -> list[Any]:
    """Return the vectors of this file of one a line, or none where it is not here."""
    path = _FOLDER / name
    return [json.loads(line) for line in path.read_text().splitlines()] if path.is_file() else []
