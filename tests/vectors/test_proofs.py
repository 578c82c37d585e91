"""The verifier judges the proofs of `proofs.jsonl` as they say; the desk's program does in `proved-alone.test.ts`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.vectors import make_proofs
from verifier.__main__ import main

LINES: Final[list[Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "proofs.jsonl").read_text().splitlines()
]
CASES: Final = LINES[1:]
UNANSWERABLE: Final = 64


def test_the_proofs_are_what_their_script_writes() -> None:
    assert list(make_proofs.vectors()) == LINES


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_verifier_says_what_the_vector_says(case: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def written(name: str, text: str) -> str:
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    asked = ["proof", written("proof", case["proof"]), "--trust", written("trust.json", LINES[0]["trust"]), "--json"]
    if case["receipt"]:
        asked += ["--receipt", written("receipt.json", case["receipt"])]
    for number, kept in enumerate(case["kept"]):
        asked += ["--checkpoint", written(f"kept-{number}", kept)]

    status = main(asked)

    if status == UNANSWERABLE:
        assert case["code"] == "UNANSWERABLE"
        return
    told = json.loads(capsys.readouterr().out)
    assert [failure["code"] for failure in told["failures"]] == ([] if case["code"] == "OK" else [case["code"]])
    assert (status == 0) is (case["code"] == "OK")
