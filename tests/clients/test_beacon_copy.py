"""A player's own copy of a public source is held against what the tables have shown, without asking the platform."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import pytest

from reddog_client.__main__ import main
from reddog_client.account import Account
from reddog_client.beacon_copy import BeaconCopy
from reddog_client.errors import ClientError
from tests.clients.test_table_checks import table_records
from tests.verifier.table_logs import beacon_hand, shared_hand
from tests.verifier.tables import SOURCE, beacon_value
from verifier.beacons import parse_copy

if TYPE_CHECKING:
    from pathlib import Path

    from tests.verifier.producer import Document, Log

TIMES: Final = {"genesis_time": SOURCE["genesis"] // 1000, "period": SOURCE["period"] // 1000}


def due(log: Log | None = None) -> int:
    records = table_records(log or beacon_hand())
    return next(int(each.fields["beacon"]["round"]) for each in records if each.kind == "open")


def true_copy() -> list[object]:
    return [{"round": due(), "randomness": beacon_value(due())}, TIMES]


class Folder:
    """The folder of a player who sat at the table of a log."""

    def __init__(self, path: Path, log: Log, capsys: pytest.CaptureFixture[str]) -> None:
        self.path, self._capsys = path / "folder", capsys
        records = table_records(log)
        with Account(self.path) as account:
            for record in records:
                account.table_receipts(str(record.fields["chain"])).keep(record)

    def ask(self, *answers: object) -> tuple[int, str, str]:
        """Return the exit status for a copy, what was printed, and what was complained of."""
        copy = self.path / "copy"
        copy.write_text("\n".join(map(json.dumps, answers)))
        self._capsys.readouterr()
        status = main(["--folder", str(self.path), "beacons", str(copy)])
        return status, *self._capsys.readouterr()

    @property
    def evidence(self) -> list[Document]:
        file = self.path / "evidence.jsonl"
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


@pytest.mark.parametrize("form", ["answer", "object", "named"])
def test_the_sources_own_value_and_times_are_told_to_be_the_same(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers: dict[str, list[object]] = {
        "answer": true_copy(),
        "object": [{str(due()): beacon_value(due())}, TIMES],
        "named": [each | {"src": SOURCE["src"]} for each in true_copy() if isinstance(each, dict)],
    }
    status, printed, _ = Folder(tmp_path, beacon_hand(), capsys).ask(*answers[form])

    assert (status, "1 of 1 public values" in printed) == (0, True)


def test_an_invented_value_stops_the_client_and_is_kept_as_evidence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = beacon_hand(said={"value": "5e" * 32})
    folder = Folder(tmp_path, log, capsys)

    status, _, complaint = folder.ask(*true_copy())

    assert (status, "other-beacon" in complaint) == (2, True)
    (found,) = folder.evidence
    opened = next(record for record in table_records(log) if record.kind == "open")
    assert (found["reason"], opened.note in found["evidence"]) == ("other-beacon", True)


def test_other_times_of_rounds_stop_the_client(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    value, times = {str(due()): beacon_value(due())}, {**TIMES, "genesis_time": TIMES["genesis_time"] - 60}

    assert Folder(tmp_path, beacon_hand(), capsys).ask(value, times)[0] == 2


@pytest.mark.parametrize("kept", [0, 1])
def test_half_a_copy_does_not_say_that_all_was_compared(
    kept: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Folder(tmp_path, beacon_hand(), capsys)

    status, printed, complaint = folder.ask(true_copy()[kept])

    assert (status, "0 of 1" in printed, "not every round" in complaint) == (1, True, True)
    assert folder.evidence == []


def test_hands_without_a_public_value_ask_for_no_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, printed, _ = Folder(tmp_path, shared_hand().copied(), capsys).ask(*true_copy())

    assert (status, "0 of 0" in printed) == (0, True)


NO_COPIES: Final[list[Any]] = [
    "nothing", "[]", '{"1": "5e"}', '{"round": 1, "value": "ab"}', '{"genesis_time": 1}', '{"genesis_time": 1.5, "period": 3}',
    '{"round": 1, "randomness": 7}',
    f'{{"1": "{"5e" * 32}"}}\n{{"1": "{"5f" * 32}"}}',
    '{"genesis_time": 1, "period": 3}\n{"genesis_time": 2, "period": 3}',
]  # fmt: skip


@pytest.mark.parametrize("text", NO_COPIES)
def test_a_file_that_is_no_copy_is_refused_by_the_client_and_by_the_auditors_program(text: str) -> None:
    with pytest.raises(ClientError, match="no copy of a beacon"):
        BeaconCopy.parse(text)
    with pytest.raises(ValueError, match=r"."):
        parse_copy(text.encode())
