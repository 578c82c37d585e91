"""The verifier judges the exports of `witnesses.jsonl` as they say; the desk's program does in `witnesses.test.ts`."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from tests.verifier.auditor import audited_folder, code
from verifier import verdict_output

CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "witnesses.jsonl").read_text().splitlines()[1:]
]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_verifier_says_what_the_vector_says(case: dict[str, Any], tmp_path: Path) -> None:
    for name, content in case["files"].items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(base64.b64decode(content))
    trust = case.get("trust")

    result = audited_folder(tmp_path, trust=None if trust is None else trust.encode())

    due = case["witnesses"]
    document: Any = verdict_output.as_document(result)
    assert code(result) == case["code"]
    assert document["witnesses"] == (None if due is None else {name: due[name] for name in ("quorums", "newest")})
    assert document["profile"] == ("no-witness" if due is None else "witnessed")
