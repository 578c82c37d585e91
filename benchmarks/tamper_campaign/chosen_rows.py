"""Operators who look at the cards and then choose, in a log in which every record follows: a test of chance names each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from benchmarks.tamper_campaign.mutations import shift_balances
from benchmarks.tamper_campaign.rows import Row, draft
from tests.verifier.producer import Draft, canonical, event_leaf, sha256

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.tamper_campaign.owned_log import OwnedLog
    from tests.verifier.producer import Document


def _won(log: OwnedLog) -> Iterator[tuple[Document, Document]]:
    """Yield the deal and the settlement of each single player's round that gave back more than its stake."""
    deals = {each.leaf: each.fields for each in log.drafts if each.fields["type"] == "deal"}
    for each in list(log.drafts):
        fields = each.fields
        if fields["type"] == "settle" and "seed" in fields and fields["pay"]["returned"] > fields["pay"]["staked"]:
            yield deals[fields["deal"]], fields


def _place_of(log: OwnedLog, fields: Document) -> int:
    return next(at for at, each in enumerate(log.drafts) if each.fields is fields)


def _end_with(log: OwnedLog, settled: Document, *, moves: list[list[Any]]) -> None:
    """Book other moves at the end of a round, and have all later balances of its chain follow."""
    more = dict(moves).get("cash", 0) - dict(settled["moves"]).get("cash", 0)
    settled["moves"] = moves
    shift_balances(log, _place_of(log, settled), more)


def _tell(log: OwnedLog, cause: Document, body: Document) -> None:
    """List an event behind the record that it caused, and number all later ones anew."""
    cause["ev"] = event_leaf(body).hex()
    at = _place_of(log, cause)
    listings = [each.fields for each in log.drafts if each.fields["type"] == "events"]
    later = [each.fields for each in log.drafts[at:] if each.fields["type"] == "events"]
    listed = sum(len(each["leaves"]) for each in listings) - sum(len(each["leaves"]) for each in later)
    for each in later:
        each["first"] += 1
    chain = listings[0]["chain"]
    newest = max(each.fields["time"] for each in log.drafts[:at] if each.fields["chain"] == chain)
    listing = {
        **listings[0],
        "first": listed + 1,
        "leaves": [cause["ev"]],
        # The clocks of the evening's players run apart: another one's event may be listed already, dated later.
        "time": max(newest, cause["time"]),
        "salt": _salt(cause["ev"]),
    }
    log.drafts.insert(at + 1, Draft(fields=listing, signer=draft(log, "events").signer))
    log.sizes = [size + (size > at) for size in log.sizes]
    for record in log.drafts:
        if record.fields.get("size", 0) > at:
            record.fields["size"] += 1
    log.events.insert(listed, body)


def _salt(text: str) -> str:
    return sha256(text.encode()).hex()[:32]


def _winning_rounds_voided(log: OwnedLog) -> None:
    """Void every round that was won, by two operators and with its event."""
    example = draft(log, "void", 0, "ev").fields
    for dealt, settled in _won(log):
        placed = dealt["ante"] + dealt.get("bonus", 0)
        _end_with(log, settled, moves=[["cash", placed], ["in_play", -placed]])
        for name in ("acts", "cards", "pay", "result", "side"):
            settled.pop(name, None)
        settled.update(type="void", by=example["by"], reason=example["reason"])
        private = {"actor": "operator:" + "+".join(example["by"]), "salt": _salt("private" + settled["deal"])}
        event = {
            "actor": "operator:" + _salt(settled["deal"])[:16],
            "at": settled["time"],
            "kind": "round-voided",
            "priv": sha256(b"RDF2/event-priv\0" + canonical(private).encode()).hex(),
            "salt": _salt(settled["deal"]),
            "subject": settled["chain"],
            "told": {"returned_minor": placed},
        }
        _tell(log, settled, {"event": event, "priv": private})


def _chosen(name: str, expected: str, spoil: Callable[[OwnedLog], object]) -> Row:
    return Row(name=name, expected=frozenset({expected}), spoil=spoil)


CHOSEN_ROWS: Final = (_chosen("all winning rounds voided", "W_SELECTED", _winning_rounds_voided),)
