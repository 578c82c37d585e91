"""A player's own copy of a public source, held against one hand and against the receipts of a table."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.verifier.log_server import serving
from tests.verifier.producer import receipt
from tests.verifier.spoiling import fields
from tests.verifier.table_logs import beacon_hand, shared_hand
from tests.verifier.tables import SOURCE, beacon_value
from tests.verifier.test_receipt_search import publish
from verifier.__main__ import main

if TYPE_CHECKING:
    from pathlib import Path

    from tests.verifier.producer import Log, Sealed

TIMES: Final = {"genesis_time": SOURCE["genesis"] // 1000, "period": SOURCE["period"] // 1000}
OTHER_TIMES: Final = {**TIMES, "period": TIMES["period"] + 1}
INVENTED: Final = "5e" * 32


def due() -> int:
    return int(fields(beacon_hand(), "open")["beacon"]["round"])


def copy_of(folder: Path, *answers: object) -> list[str]:
    """Write somebody's own copy; return the options that name it. It has the true value unless told otherwise."""
    told = answers or ({"round": due(), "randomness": beacon_value(due())}, TIMES)
    (folder / "copy").write_text("\n".join(map(json.dumps, told)))
    return ["--beacon", str(folder / "copy")]


CASES: Final[list[Any]] = [
    pytest.param(beacon_hand, (), 0, "OK", id="the true value"),
    pytest.param(lambda: beacon_hand(said={"value": INVENTED}), (), 1, "E_BEACON", id="an invented value"),
    pytest.param(beacon_hand, ({str(due()): beacon_value(due())}, OTHER_TIMES), 1, "E_BEACON", id="other times"),
    pytest.param(beacon_hand, (TIMES,), 3, "W_BEACON", id="no such round in the copy"),
]


@pytest.mark.parametrize(("hand", "answers", "status", "word"), CASES)
def test_a_hand_is_replayed_with_the_readers_own_copy_of_its_public_value(
    hand: Any, answers: tuple[object, ...], status: int, word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replayed(hand(), tmp_path, *copy_of(tmp_path, *answers)) == status

    printed = capsys.readouterr().out
    assert f"verdict   {word}" in printed
    assert ("DIFFERS" in printed) is (status == 1)
    assert ("your copy of the source has the same value" in printed) is (status == 0)


def test_a_replayed_hand_whose_public_value_was_compared_with_nothing_is_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replayed(beacon_hand(), tmp_path) == 3
    assert "verdict   W_BEACON at log index" in capsys.readouterr().out


def test_a_hand_without_a_public_value_needs_no_copy_and_a_round_of_one_seat_takes_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replayed(shared_hand().copied(), tmp_path, *copy_of(tmp_path)) == 0

    with pytest.raises(SystemExit) as ended:
        main(["replay", f"{'0' * 32}-0-1", str(tmp_path / "export"), *copy_of(tmp_path)])

    assert ended.value.code == 64
    assert "only hands and games of tables" in capsys.readouterr().err


def replayed(log: Log, folder: Path, *options: str) -> int:
    """Replay the first hand of a log's only table; return the exit status."""
    name = f"{fields(log, 'table')['chain']}-0"
    return main(["replay", name, str(log.seal().write(folder / "export")), *options])


@pytest.mark.parametrize("served", [False, True], ids=["export", "served"])
@pytest.mark.parametrize(("hand", "answers", "status", "word"), CASES)
def test_what_a_table_showed_a_player_is_held_against_the_players_own_copy(
    hand: Any,
    answers: tuple[object, ...],
    status: int,
    word: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    *,
    served: bool,
) -> None:
    assert asked(hand().seal(), tmp_path, *copy_of(tmp_path, *answers), served=served) == status

    told = json.loads(capsys.readouterr().out)
    assert [each["code"] for each in told["failures"]] == ([] if status == 0 else [word])


def test_receipts_without_the_tables_first_record_leave_the_value_uncompared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sealed = beacon_hand().seal()

    assert asked(sealed, tmp_path, *copy_of(tmp_path), kinds=("open",)) == 3

    (failure,) = json.loads(capsys.readouterr().out)["failures"]
    assert (failure["code"], "not among the receipts" in failure["sentence"]) == ("W_BEACON", True)


def test_receipts_are_judged_as_before_where_nobody_has_a_copy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(beacon_hand(said={"value": INVENTED}).seal(), tmp_path) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "ok"


def asked(
    sealed: Sealed, folder: Path, *options: str, kinds: tuple[str, ...] = ("table", "open"), served: bool = False
) -> int:
    """Judge the receipts of a table's records of some types; return the exit status."""
    entries = [entry for entry in sealed.entries if any(f'"type":"{kind}"'.encode() in entry for kind in kinds)]
    (folder / "receipts").write_bytes(b"\n".join(map(receipt, entries)))
    order = ["receipt", str(folder / "receipts"), "--json", *options, "--log"]
    if not served:
        return main([*order, str(sealed.write(folder / "export"))])
    publish(sealed, folder / "served")
    with serving(folder / "served") as server:
        return main([*order, server.address])
