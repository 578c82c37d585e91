"""A receipt proved up to a parent log: by an export and over HTTP, and the ways in which it is not."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.vectors.make_parent import PARENT, Case, named, word
from tests.verifier.log_server import serving
from tests.verifier.play import one_round
from tests.verifier.producer import LOG, LOG_NEXT, ROOT, Sealed, receipt
from tests.verifier.test_receipt_search import publish
from verifier.__main__ import main

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.clause("F12")


@pytest.fixture(scope="module")
def sealed() -> Sealed:
    """Return a cell's log whose middle was signed too."""
    log = one_round()
    log.sizes.append(log.checkpoint() - 2)
    return log.seal()


def laid(case: Case, folder: Path) -> Path:
    for path, content in case.files().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


def over(*checkpoints: bytes) -> Case:
    """Return a parent log that names the log of the tests, and has checkpoints of it."""
    return Case(entries=[word(), named(LOG), *checkpoints])


def asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], sealed: Sealed, case: Case, *, log: str = "", at: int = -1
) -> tuple[int, list[str], dict[str, Any]]:
    """Ask for the record of an index, by the export unless a served log is named."""
    file = tmp_path / "receipt"
    file.write_bytes(receipt(sealed.entries[at]))
    where = log or str(sealed.write(tmp_path / "log"))
    status = main(["receipt", str(file), "--log", where, "--parent", str(laid(case, tmp_path / "parent")), "--json"])
    told = json.loads(capsys.readouterr().out)
    return status, [each["code"] for each in told["failures"]], told


def test_a_receipt_is_under_the_first_entry_of_the_parent_that_covers_it(
    sealed: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    smaller, newest = sorted(sealed.checkpoints)[-2:]
    case = over(sealed.checkpoints[smaller], sealed.checkpoints[newest])

    status, codes, told = asked(tmp_path, capsys, sealed, case)

    assert (status, codes) == (0, [])
    assert told["receipt 1"].endswith(f"; under {newest} entries, by the parent's entry 3")
    assert asked(tmp_path, capsys, sealed, case, at=-3)[2]["receipt 1"].endswith("by the parent's entry 2")


def test_the_same_over_http(sealed: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    smaller = sorted(sealed.checkpoints)[-2]
    publish(sealed, tmp_path / "served")
    with serving(tmp_path / "served") as server:
        status, codes, told = asked(
            tmp_path, capsys, sealed, over(sealed.checkpoints[smaller]), log=server.address, at=-3
        )

    assert (status, codes) == (0, [])
    assert re.search(rf"under {smaller} entries, by the parent's entry 2$", told["receipt 1"])


def test_the_token_for_a_log_is_sent_to_no_parent_beside_it(
    sealed: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDDOG_LOG_TOKEN", "an-auditors")
    newest = max(sealed.checkpoints)
    file = tmp_path / "receipt"
    file.write_bytes(receipt(sealed.entries[-1]))
    publish(sealed, tmp_path / "served")
    with (
        serving(tmp_path / "served") as log,
        serving(laid(over(sealed.checkpoints[newest]), tmp_path / "parent")) as parent,
    ):
        assert main(["receipt", str(file), "--log", log.address, "--parent", parent.address]) == 0
        assert (log.told, parent.told) == ({"Token an-auditors"}, {None})
        log.told.clear()
        parent.told.clear()
        assert main(["parent", parent.address, "--cell", log.address]) == 0
        assert (log.told, parent.told) == ({None}, {"Token an-auditors"})
    assert capsys.readouterr().out.count("verdict   OK") == 2


def test_another_log_is_no_parent_log_which_is_said_once(
    sealed: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(sealed.entries) > 1
    assert main(["parent", str(sealed.write(tmp_path / "log")), "--json"]) == 1
    assert [each["code"] for each in json.loads(capsys.readouterr().out)["failures"]] == ["E_CELL_LEAF"]


def test_a_record_that_no_entry_covers_yet_is_withheld(
    sealed: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    smaller = sorted(sealed.checkpoints)[-2]
    status, codes, _ = asked(tmp_path, capsys, sealed, over(sealed.checkpoints[smaller]))
    assert (status, codes) == (1, ["E_WITHHELD_ENTRY"])


def test_a_cell_that_the_parent_does_not_name_is_unknown(
    sealed: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(tmp_path, capsys, sealed, Case())[:2] == (1, ["E_CELL_UNKNOWN"])


def test_a_cell_that_the_parent_names_with_another_key_is_another(
    sealed: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = Case(entries=[word(), named(LOG_NEXT)])
    assert asked(tmp_path, capsys, sealed, case)[:2] == (1, ["E_TRUST"])


def test_a_parent_that_has_another_root_of_the_cell_is_a_fork(
    sealed: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = sealed.checkpoints[max(sealed.checkpoints)].decode().split("\n")
    other = LOG.note("\n".join([*text[:2], "A" * 43 + "=", ""]))
    assert asked(tmp_path, capsys, sealed, over(other))[:2] == (1, ["E_FORK"])


def test_a_parent_that_does_not_hold_proves_nothing(
    sealed: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = over(sealed.checkpoints[max(sealed.checkpoints)])
    case.entries[0] = word(by=PARENT)
    assert asked(tmp_path, capsys, sealed, case)[0] == 1
    case.entries[0] = word(log=ROOT)
    assert asked(tmp_path, capsys, sealed, case)[0] == 1
