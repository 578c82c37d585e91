"""What a player's program finds out about a house that cheats at a table, before and after the value is told."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import pytest

from reddog_platform.demo.kept_stakes import KeptStake, KeptStakes
from reddog_platform.demo.table_records import (
    TableCheated,
    TableRecord,
    contribution_of,
    read_records,
    require_fair_end,
    require_named,
    require_seal,
)

if TYPE_CHECKING:
    from pathlib import Path

_TABLE: Final = "000102030405060708090a0b0c0d0e0f"
_VALUE: Final = bytes.fromhex("a3" * 32)
_SEED: Final = bytes(range(32)).hex()
# Of docs/formats/tables.md, "Example".
_COMMITMENT: Final = "2b76805791a540c461bbf9c9476e921a481d63e879149d91d9b0c183813b5b9a"
_CONTRIBUTION: Final = "dae12202358537e3b1a6e202226ce182db4bd8b5674cb5860da6a92a2d8b13f9"
_CLIENT: Final = "140cbf3a0016dffcda99f3d229a4a61c9f5465f741a4c789d48ae0c6d58636cd"
_OTHER_CLIENT: Final = hashlib.sha256(
    b"RDF1/mix\0" + bytes.fromhex(_TABLE) + bytes(4) + bytes([3]) + b"\xa4" * 32
).hexdigest()
_SEAL: Final = hashlib.sha256(b"RDF1/sealed\0" + bytes(32) + b"9s Th").hexdigest()

STAKE: Final = KeptStake(
    table=_TABLE,
    epoch=0,
    seat=3,
    amount_minor=500,
    contribution=_CONTRIBUTION,
    commitment=_COMMITMENT,
    announced_seq=1,
    value=_VALUE,
    leaf="5a" * 32,
    seal=_SEAL,
    revealed=True,
)
COMMIT: Final[dict[str, Any]] = {"type": "commit", "epoch": 0, "commit": _COMMITMENT}
SEATED: Final[dict[str, Any]] = {"seat": 3, "stake": "5a" * 32, "ante": 500, "contrib": _CONTRIBUTION}
SEATS: Final[dict[str, Any]] = {"type": "seats", "epoch": 0, "seats": [SEATED], "next": {"n": 1, "commit": "00" * 32}}
TABLE: Final[dict[str, Any]] = {"type": "table"}
SOURCE: Final[dict[str, Any]] = {"src": "https://beacon.example", "genesis": 1000, "period": 3000}
OPEN: Final[dict[str, Any]] = {
    "type": "open",
    "epoch": 0,
    "reveals": [{"seat": 3, "r": _VALUE.hex()}],
    "client": _CLIENT,
}
HAND: Final[dict[str, Any]] = {"type": "hand", "epoch": 0, "cards": [], "sealed": [{"seat": 3, "h": _SEAL}]}
END: Final[dict[str, Any]] = {
    "type": "hand_end",
    "epoch": 0,
    "results": [{"seat": 3, "result": "win", "staked": 500, "returned": 1000, "bonus": {"returned": 50}}],
    "seed": _SEED,
}
ABORT: Final[dict[str, Any]] = {"type": "table_abort", "epoch": 0, "missing": [3], "seed": _SEED}


def notes(*records: dict[str, Any]) -> list[str]:
    """Return the notes of a chain with these records; nobody signed them, which the log's proof is for."""
    written: list[str] = []
    prev = "00" * 32
    for record in records:
        written.append(json.dumps({"chain": _TABLE, "prev": prev, **record}) + "\n\n— somebody AAAA\n")
        prev = hashlib.sha256(b"\x00" + written[-1].encode()).hexdigest()
    return written


def defined(**members: Any) -> TableRecord:
    """Return the table's first record."""
    (record,) = read_records(notes({**TABLE, **members}), table=_TABLE)
    return record


def beaconed(value: str = "ab" * 32, number: int = 3, **members: Any) -> dict[str, Any]:
    """Return an opening whose deck takes a public value. Bets end at 6,000 ms: round 3, of 7,000 ms, is the next one."""
    client = hashlib.sha256(b"RDF1/beacon\0" + bytes.fromhex(_CLIENT + value)).hexdigest()
    return {
        **OPEN,
        "time": 7000,
        "client": client,
        "beacon": {"src": SOURCE["src"], "round": number, "value": value},
        **members,
    }


def test_a_hand_takes_its_tables_beacon_at_the_first_round_after_the_seats() -> None:
    records = read_records(notes(COMMIT, {**SEATS, "time": 6000}, beaconed(), HAND, END), table=_TABLE)

    require_fair_end(STAKE, records, table=defined(beacon=SOURCE), returned_minor=1050)


@pytest.mark.parametrize(
    ("source", "opened"),
    [
        (SOURCE, OPEN),
        (None, beaconed()),
        (SOURCE, beaconed(number=2)),
        (SOURCE, beaconed(number=4)),
        (SOURCE, beaconed(value="ab" * 31)),
        (SOURCE, beaconed(time=6999)),
        ({**SOURCE, "src": "https://other.example"}, beaconed()),
    ],
    ids=["left-out", "added", "round-before", "round-after", "31-bytes", "too-early", "source"],
)
def test_a_house_that_takes_another_beacon_is_accused(source: dict[str, Any] | None, opened: dict[str, Any]) -> None:
    records = read_records(notes(COMMIT, {**SEATS, "time": 6000}, opened, HAND, END), table=_TABLE)
    table = defined() if source is None else defined(beacon=source)

    with pytest.raises(TableCheated, match="beacon"):
        require_fair_end(STAKE, records, table=table, returned_minor=1050)


def test_a_stake_that_stands_as_it_was_sent_is_found_and_a_fair_hand_is_accepted() -> None:
    records = read_records(notes(COMMIT, SEATS, OPEN, HAND, END), table=_TABLE)

    assert require_named(STAKE, records) is records[1]
    require_fair_end(STAKE, records, table=defined(), returned_minor=1050)
    assert contribution_of(_TABLE, 0, 3, _VALUE) == _CONTRIBUTION
    # The next epoch's announcement is the one that its records begin with.
    later = replace(STAKE, epoch=1, commitment="00" * 32)
    again = read_records(notes(SEATS, {**SEATS, "epoch": 1}), table=_TABLE)
    assert require_named(later, again) is again[1]


@pytest.mark.parametrize(
    "records",
    [
        [{**COMMIT, "commit": "00" * 32}, SEATS],
        [COMMIT, {**COMMIT, "commit": "00" * 32, "reason": "renewed"}, SEATS],
        [COMMIT],
        [COMMIT, {**SEATS, "epoch": 1}],
        [COMMIT, {**SEATS, "seats": [{**SEATED, "seat": 2}]}],
        [COMMIT, {**SEATS, "seats": [{**SEATED, "stake": "5b" * 32}]}],
        [COMMIT, {**SEATS, "seats": [{**SEATED, "contrib": "00" * 32}]}],
        [COMMIT, {**SEATS, "seats": [{**SEATED, "ante": 501}]}],
    ],
    ids=["seed", "seed-renewed", "no-seats", "epoch", "seat", "stake", "contribution", "amount"],
)
def test_no_value_is_told_where_the_stake_does_not_stand_as_it_was_sent(records: list[dict[str, Any]]) -> None:
    with pytest.raises(TableCheated):
        require_named(STAKE, read_records(notes(*records), table=_TABLE))


@pytest.mark.parametrize(
    "records",
    [
        [OPEN, HAND, {**END, "seed": "00" * 32}],
        [{**OPEN, "client": "00" * 32}, HAND, END],
        [{**OPEN, "reveals": [{"seat": 3, "r": "a4" * 32}]}, HAND, END],
        [{**OPEN, "reveals": [{"seat": 3, "r": "a4" * 32}], "client": _OTHER_CLIENT}, HAND, END],
        [{**OPEN, "reveals": []}, HAND, END],
        [OPEN, {**HAND, "sealed": [{"seat": 3, "h": "00" * 32}]}, END],
        [OPEN, HAND, {**END, "results": [{**END["results"][0], "returned": 500}]}],
        [OPEN, HAND],
        [ABORT],
        [{**ABORT, "missing": [], "seed": "00" * 32}],
    ],
    ids=[
        "seed",
        "client",
        "value",
        "value-and-client",
        "no-value",
        "seal",
        "payment",
        "no-end",
        "missing",
        "seed-of-the-burnt",
    ],
)
def test_a_hand_that_ended_otherwise_than_the_player_saw_is_an_accusation(records: list[dict[str, Any]]) -> None:
    with pytest.raises(TableCheated):
        require_fair_end(
            STAKE, read_records(notes(COMMIT, SEATS, *records), table=_TABLE), table=defined(), returned_minor=1050
        )


def test_a_hand_that_was_not_dealt_for_want_of_another_seats_value_is_no_accusation() -> None:
    records = read_records(notes(COMMIT, SEATS, {**ABORT, "missing": [1]}), table=_TABLE)

    require_fair_end(STAKE, records, table=defined(), returned_minor=500)


def test_a_record_that_was_left_out_or_is_of_another_table_is_found() -> None:
    commit, seats, opened = notes(COMMIT, SEATS, OPEN)

    with pytest.raises(TableCheated):
        read_records([commit, opened], table=_TABLE)
    with pytest.raises(TableCheated):
        read_records([commit, seats], table="ff" * 16)


def test_a_hand_whose_seal_is_another_ones_is_found() -> None:
    hand = {"cards": ["9s", "Th"], "key": "00" * 32, "seal": _SEAL}

    assert require_seal(hand) == _SEAL
    with pytest.raises(TableCheated):
        require_seal({**hand, "cards": ["9s", "Tc"]})


def test_kept_stakes_outlive_the_program_and_are_nobody_elses_to_read(tmp_path: Path) -> None:
    file = tmp_path / "values" / "ada.json"
    KeptStakes(file=file).keep(STAKE)

    again = KeptStakes(file=file)
    assert again.get(_CONTRIBUTION) == STAKE
    assert file.stat().st_mode & 0o777 == 0o600

    again.forget(STAKE)
    assert KeptStakes(file=file).get(_CONTRIBUTION) is None
