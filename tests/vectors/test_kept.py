"""The verifier judges the kept checkpoints of `kept.jsonl` as they say; the desk's program does in `kept.test.ts`."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from tests.verifier.auditor import audited_folder, code

CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "kept.jsonl").read_text().splitlines()[1:]
]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_verifier_says_what_the_vector_says(case: dict[str, Any], tmp_path: Path) -> None:
    for name, content in case["files"].items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(base64.b64decode(content))

    result = audited_folder(tmp_path, kept=[base64.b64decode(case["kept"])])

    assert code(result) == case["code"]
