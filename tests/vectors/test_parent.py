"""The verifier judges the parent logs of `parent.jsonl` as they say."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.vectors import make_parent
from verifier.__main__ import main
from verifier.verdict import Code

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = pytest.mark.clause("F12")

CASES: Final[list[Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "parent.jsonl").read_text().splitlines()
]


def test_the_parent_logs_are_what_their_script_writes() -> None:
    assert list(make_parent.vectors()) == CASES


def test_every_code_of_a_parent_log_is_in_a_vector() -> None:
    assert {code for code in Code if code.startswith("E_CELL_")} <= {case["code"] for case in CASES}


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_verifier_says_what_the_vector_says(case: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["parent", str(laid(tmp_path / "parent", case["parent"])), "--json", *case["words"]]
    for number, cell in enumerate(case["cells"]):
        words += ["--cell", str(laid(tmp_path / f"cell-{number}", cell))]

    status = main(words)

    told = json.loads(capsys.readouterr().out)
    assert (told["failures"][0]["code"] if told["failures"] else "OK") == case["code"]
    assert (status == 0) is (case["code"] == "OK")


def laid(folder: Path, files: Mapping[str, str]) -> Path:
    for path, content in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(base64.b64decode(content))
    return folder
