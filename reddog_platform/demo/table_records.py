"""What a player's program holds a table's records against: its own stake, its value, and what it was shown.

It reads signed notes alone. Whether the cards follow from the seed, the auditor's program judges.

Source: docs/formats/tables.md, "Grammar" and "Revealing".
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from reddog_platform.demo.kept_stakes import KeptStake

Document = Mapping[str, Any]

_BEACON_VALUE: Final = re.compile(r"[0-9a-f]{64}")


class TableCheated(Exception):  # noqa: N818  the accusation is the name
    """The table's records are not what the player has seen and sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRecord:
    """A record of a table's chain."""

    leaf: bytes
    fields: Document


def read_records(notes: Iterable[str], *, table: str) -> list[TableRecord]:
    """Return the records of consecutive notes of a table's chain.

    Raises:
        TableCheated: a note is of another chain, or does not follow the one before.
    """
    records: list[TableRecord] = []
    for note in notes:
        leaf, fields = hashlib.sha256(b"\x00" + note.encode()).digest(), json.loads(note.partition("\n\n")[0])
        if fields["chain"] != table or (records and fields["prev"] != records[-1].leaf.hex()):
            raise TableCheated("a record does not follow the one before")
        records.append(TableRecord(leaf=leaf, fields=fields))
    return records


def require_named(stake: KeptStake, records: Sequence[TableRecord]) -> TableRecord:
    """Return `seats` of the stake's epoch, which names the stake as it was sent. Records begin with the announcement.

    Raises:
        TableCheated: it names another one or none, or another seed was announced since.
    """
    announced = _announced(records[0].fields)
    if announced != (stake.epoch, stake.commitment) or _of_type(records[1:], "commit", stake.epoch) is not None:
        raise TableCheated("another seed was announced than the one that the player saw")
    seats = _of_type(records, "seats", stake.epoch)
    named = None if seats is None else _of_seat(seats.fields["seats"], stake.seat)
    sent = {"stake": stake.leaf, "contrib": stake.contribution}
    if seats is None or named is None or not sent.items() <= named.items():
        raise TableCheated("`seats` does not have the stake as it was sent")
    if stake.amount_minor not in {named.get("ante"), named.get("buy_in")}:
        raise TableCheated("`seats` has another amount")
    return seats


def require_seal(hand: Document) -> str:
    """Return the seal of a hidden hand that is shown to its player with the key.

    Raises:
        TableCheated: the seal is another hand's.
    """
    shown = b"RDF1/sealed\0" + bytes.fromhex(hand["key"]) + " ".join(hand["cards"]).encode()
    if hashlib.sha256(shown).hexdigest() != hand["seal"]:
        raise TableCheated("the seal of the hidden hand is that of another one")
    return str(hand["seal"])


def require_fair_end(
    stake: KeptStake, records: Sequence[TableRecord], *, table: TableRecord, returned_minor: int
) -> None:
    """Require that the epoch's records end as the player's own values say, and paid what they say.

    `table` is the table's first record.

    Raises:
        TableCheated: the seed is not the committed one, a value, a beacon or a seal is another one, or the payment is.
    """
    opened, ended = _of_type(records, "open", stake.epoch), _of_type(records, "hand_end", stake.epoch)
    if opened is None or ended is None:
        _require_abort(stake, records)
        return
    _require_seed(stake, ended.fields["seed"])
    _require_beacon(table.fields, require_named(stake, records).fields, opened.fields)
    _require_values(stake, records, opened.fields)
    dealt = _of_type(records, "hand", stake.epoch)
    if stake.seal is not None and (
        dealt is None or {"seat": stake.seat, "h": stake.seal} not in dealt.fields["sealed"]
    ):
        raise TableCheated("the hidden hand was sealed as another one")
    result = _of_seat(ended.fields["results"], stake.seat)
    if result is None or result["returned"] + result.get("bonus", {}).get("returned", 0) != returned_minor:
        raise TableCheated("the hand came to another payment")


def contribution_of(table: str, epoch: int, seat: int, value: bytes) -> str:
    """Return the hash of a value for an epoch and seat of a table, as hex."""
    place = bytes.fromhex(table) + epoch.to_bytes(4, "big") + bytes([seat])
    return hashlib.sha256(b"RDF1/contrib\0" + place + value).hexdigest()


def _require_abort(stake: KeptStake, records: Sequence[TableRecord]) -> None:
    aborted = _of_type(records, "table_abort", stake.epoch)
    if aborted is None:
        raise TableCheated("the stake has ended, and its epoch has not")
    if stake.revealed and stake.seat in aborted.fields["missing"]:
        raise TableCheated("a value that the house has is said to be missing")
    if "seed" in aborted.fields:
        _require_seed(stake, aborted.fields["seed"])


def _require_seed(stake: KeptStake, seed: str) -> None:
    committed = hashlib.sha256(b"RDF1/seed\0" + _epoch(stake) + bytes(4) + bytes.fromhex(seed))
    if committed.hexdigest() != stake.commitment:
        raise TableCheated("the seed is not the one that was committed to")


def _require_beacon(table: Document, seats: Document, opened: Document) -> None:
    """Require that an opening has the table's beacon, where there is one, at the round that the records fix.

    Source: docs/formats/tables.md, "Beacons".
    """
    source, taken = table.get("beacon"), opened.get("beacon")
    if source is None or taken is None:
        if source is not taken:
            raise TableCheated("a beacon is mixed in exactly where the table's record has one")
        return
    number = max(0, (seats["time"] - source["genesis"]) // source["period"] + 1) + 1
    if (taken["src"], taken["round"]) != (source["src"], number) or not _BEACON_VALUE.fullmatch(taken["value"]):
        raise TableCheated("the beacon is not the table's, at the first round after the seats")
    if source["genesis"] + (number - 1) * source["period"] > opened["time"]:
        raise TableCheated("the beacon's round is published after the opening")


def _require_values(stake: KeptStake, records: Sequence[TableRecord], opened: Document) -> None:
    """Require that each value opens its contribution, and that the deck follows from all of them."""
    seats = _of_type(records, "seats", stake.epoch)
    assert seats is not None, "it was required before the value was sent"
    contributed = {each["seat"]: each["contrib"] for each in seats.fields["seats"]}
    values = {each["seat"]: bytes.fromhex(each["r"]) for each in opened["reveals"]}
    opens = {seat: contribution_of(stake.table, stake.epoch, seat, value) for seat, value in values.items()}
    mixed = b"".join(bytes([seat]) + value for seat, value in sorted(values.items()))
    client = hashlib.sha256(b"RDF1/mix\0" + _epoch(stake) + mixed).digest()
    if "beacon" in opened:
        client = hashlib.sha256(b"RDF1/beacon\0" + client + bytes.fromhex(opened["beacon"]["value"])).digest()
    if opens != contributed or client.hex() != opened["client"]:
        raise TableCheated("the deck does not follow from the values of all seats")


def _epoch(stake: KeptStake) -> bytes:
    return bytes.fromhex(stake.table) + stake.epoch.to_bytes(4, "big")


def _announced(record: Document) -> tuple[int, str]:
    if record["type"] == "commit":
        return record["epoch"], record["commit"]
    return record["epoch"] + 1, record["next"]["commit"]


def _of_type(records: Iterable[TableRecord], kind: str, epoch: int) -> TableRecord | None:
    found = (each for each in records if (each.fields["type"], each.fields.get("epoch")) == (kind, epoch))
    return next(found, None)


def _of_seat(entries: Iterable[Document], seat: int) -> Document | None:
    return next((each for each in entries if each["seat"] == seat), None)
