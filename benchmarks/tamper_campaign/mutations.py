"""Random changes by an operator who links and signs everything anew."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from benchmarks.tamper_campaign.attempt import Attempt, Touched
from benchmarks.tamper_campaign.owned_log import copied
from tests.verifier.producer import canonical, event_leaf, sha256

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from benchmarks.tamper_campaign.owned_log import OwnedLog
    from tests.verifier.producer import Document

_GREATEST: Final = 2**53 - 1
_LINKS: Final = ("seq", "prev")
"""What linking sets again."""
_MONEY: Final = ("deposit", "withdrawal", "adjustment", "bonus")


def draw(log: OwnedLog, chance: random.Random) -> Attempt:
    """Draw an attempt; most change one field."""
    drawers = [_field, _field, _field, _left_out, _doubled, _moved, _cut, _exchanged, _later, _amount, _payment, _event]
    if log.begins:
        drawers += [_signature] * 4
    return chance.choice(drawers)(log, chance)


def _field(log: OwnedLog, chance: random.Random) -> Attempt:
    """Give a field another value, of its own form or not; or leave it out, or add one."""
    at, path = _place(log, chance)
    document = log.drafts[at].fields
    was = _value(document, path)
    donor = log.drafts[chance.randrange(len(log.drafts))].fields
    new = chance.choice((_near, _near, _near, _of_another, _odd))(was, donor, path, chance)
    steps = tuple(map(str, path))
    left_out = new is _ABSENT

    def spoil(spoilt: OwnedLog) -> None:
        inside = _value(spoilt.drafts[at].fields, path[:-1])
        if left_out:
            del inside[path[-1]]
        else:
            inside[path[-1]] = json.loads(json.dumps(new))

    detail = f"record {at}: {was!r} -> {'left out' if left_out else repr(new)}"
    touched = Touched(operation="field", kind=document["type"], path=steps)
    return Attempt(touched=touched, spoil=spoil, at=at, detail=detail)


_ABSENT: Final = object()


def _place(log: OwnedLog, chance: random.Random) -> tuple[int, list[Any]]:
    at = log.pick(chance)
    inside: Any = log.drafts[at].fields
    path: list[Any] = []
    while isinstance(inside, dict | list) and inside and (not path or chance.random() < 0.8):  # noqa: PLR2004
        steps = [*inside] if isinstance(inside, dict) else [*range(len(inside))]
        path.append(chance.choice([step for step in steps if path or step not in _LINKS]))
        inside = inside[path[-1]]
    return at, path


def _value(document: Any, path: list[Any]) -> Any:
    for step in path:
        document = document[step]
    return document


def _near(was: Any, donor: Document, path: list[Any], chance: random.Random) -> Any:  # noqa: ARG001
    if isinstance(was, bool):
        return not was
    if isinstance(was, int):
        return chance.choice([was + 1, was - 1, was + 100, was * 2 + 1, 0 if was else 7, _GREATEST])
    if isinstance(was, list):
        return chance.choice([[*reversed(was)], was[1:], [*was, *was[:1]]]) if was else [0]
    if isinstance(was, dict):
        return {**was, "more": 1}
    digits = "0123456789abcdef"
    if was and set(was) <= set(digits):
        place = chance.randrange(len(was))
        return was[:place] + chance.choice([one for one in digits if one != was[place]]) + was[place + 1 :]
    return was + "x"


def _of_another(was: Any, donor: Document, path: list[Any], chance: random.Random) -> Any:
    """Return what another record has there, or else something of it."""
    inside: Any = donor
    for step in path:
        try:
            inside = inside[step]
        except (KeyError, IndexError, TypeError):
            inside = chance.choice([*donor.values()])
            break
    return inside if inside != was else _near(was, donor, path, chance)


def _odd(was: Any, donor: Document, path: list[Any], chance: random.Random) -> Any:  # noqa: ARG001
    if isinstance(path[-1], str) and chance.random() < 0.4:  # noqa: PLR2004
        return _ABSENT
    odd: list[Any] = [None, True, 0, -1, 1.5, "", "\u2014", [], {}, [[]], _GREATEST + 1, -_GREATEST, "0" * 64]
    return chance.choice([one for one in odd if canonical(one) != canonical(was)])


def _attempt(log: OwnedLog, at: int, operation: str, spoil: Callable[[OwnedLog], object], detail: str = "") -> Attempt:
    kind = log.drafts[at].fields["type"]
    return Attempt(touched=Touched(operation=operation, kind=kind), spoil=spoil, at=at, detail=f"record {at} {detail}")


def _left_out(log: OwnedLog, chance: random.Random) -> Attempt:
    at = log.pick(chance)
    return _attempt(log, at, "left out", lambda spoilt: leave_out(spoilt, at))


def leave_out(log: OwnedLog, at: int) -> None:
    """Write a log without its record `at`; checkpoints are over the same records as before."""
    del log.drafts[at]
    log.sizes = [size - (size > at) for size in log.sizes]
    for draft in log.drafts:
        if draft.fields["type"] in ("open", "filing") and draft.fields.get("size", 0) > at:
            draft.fields["size"] -= 1


def _doubled(log: OwnedLog, chance: random.Random) -> Attempt:
    at = log.pick(chance)

    def spoil(spoilt: OwnedLog) -> None:
        once = spoilt.drafts[at]
        fields = {**copied([once.fields])[0], "salt": "5e" * 16}
        spoilt.drafts.insert(at + 1, replace(once, fields=fields, leaf=""))

    return _attempt(log, at, "doubled", spoil)


def _moved(log: OwnedLog, chance: random.Random) -> Attempt:
    at, to = log.pick(chance), log.pick(chance)
    return _attempt(log, at, "moved", lambda spoilt: spoilt.drafts.insert(to, spoilt.drafts.pop(at)), f"to {to}")


def _cut(log: OwnedLog, chance: random.Random) -> Attempt:
    at = chance.randrange(1, len(log.drafts))

    def spoil(spoilt: OwnedLog) -> None:
        listed = sum(len(draft.fields.get("leaves", ())) for draft in spoilt.drafts[:at])
        del spoilt.drafts[at:]
        del spoilt.events[listed:]

    return _attempt(log, at, "cut", spoil)


def _exchanged(log: OwnedLog, chance: random.Random) -> Attempt:
    """Exchange what two records of one type say, apart from whose they are."""
    at = log.pick(chance)
    same = [n for n, draft in enumerate(log.drafts) if draft.fields["type"] == log.drafts[at].fields["type"]]
    other = chance.choice(same)
    if other == at:
        return _left_out(log, chance)

    def spoil(spoilt: OwnedLog) -> None:
        one, two = spoilt.drafts[at].fields, spoilt.drafts[other].fields
        own = ("chain", "seq", "prev", "time", "salt")
        mine, yours = ({name: value for name, value in each.items() if name not in own} for each in (one, two))
        for each, said in ((one, yours), (two, mine)):
            kept = {name: each[name] for name in own}
            each.clear()
            each.update(kept | said)

    return _attempt(log, at, "exchanged", spoil, f"with {other}")


def _later(log: OwnedLog, chance: random.Random) -> Attempt:
    """Date a record, and all that follow it, later."""
    at, by_ms = log.pick(chance), chance.choice([1, 1_000, 60_000, 86_400_000])

    def spoil(spoilt: OwnedLog) -> None:
        for draft in spoilt.drafts[at:]:
            draft.fields["time"] += by_ms

    return _attempt(log, at, "later", spoil, f"by {by_ms} ms")


def _amount(log: OwnedLog, chance: random.Random) -> Attempt:
    """Pay another amount for a round, and have every later balance follow."""
    rounds = [n for n, draft in enumerate(log.drafts) if draft.fields["type"] == "settle" and "bal" in draft.fields]
    at, more = chance.choice(rounds), chance.choice([1, -1, 100, 5_000])

    def spoil(spoilt: OwnedLog) -> None:
        fields = spoilt.drafts[at].fields
        fields["pay"]["returned"] += more
        shift_moves(fields, "house", more)
        shift_balances(spoilt, at, more)

    return _attempt(log, at, "paid", spoil, f"{more} more")


def _payment(log: OwnedLog, chance: random.Random) -> Attempt:
    """Have a payment be of another amount, and every later balance follow."""
    at = chance.choice([n for n, draft in enumerate(log.drafts) if draft.fields["type"] == "wallet"])
    more = chance.choice([1, -1, 100, 5_000])

    def spoil(spoilt: OwnedLog) -> None:
        fields = spoilt.drafts[at].fields
        shift_moves(fields, fields["kind"], more)
        shift_balances(spoilt, at, more)

    return _attempt(log, at, "payment", spoil, f"{more} more")


def shift_moves(fields: Document, account: str, more: int) -> None:
    """Move `more` minor units from an account to cash on top of what a record moves."""
    net = dict(fields["moves"])
    net["cash"], net[account] = net.get("cash", 0) + more, net.get(account, 0) - more
    order = ("cash", "in_play", "house", *_MONEY, "table")
    fields["moves"] = [[name, net[name]] for name in order if net.get(name)]


def shift_balances(log: OwnedLog, at: int, more: int) -> None:
    """Have the balances of a chain follow from the record `at` on, which gives `more` minor units more."""
    chain = log.drafts[at].fields["chain"]
    log.drafts[at].fields["bal"][1] += more
    for draft in log.drafts[at + 1 :]:
        if draft.fields["chain"] == chain and "bal" in draft.fields:
            draft.fields["bal"] = [amount + more for amount in draft.fields["bal"]]


def _signature(log: OwnedLog, chance: random.Random) -> Attempt:
    """Take a player's signature away, or put another record's or another key's in its place."""
    signed = [n for n, draft in enumerate(log.drafts) if "psig" in draft.fields]
    at, other = chance.sample(signed, 2)
    how = chance.choice(["removed", "exchanged", "kid", "sig", "until"])

    def spoil(spoilt: OwnedLog) -> None:
        mine, yours = spoilt.drafts[at].fields, spoilt.drafts[other].fields
        if how == "removed":
            del mine["psig"]
        elif how == "exchanged":
            mine["psig"], yours["psig"] = yours["psig"], mine["psig"]
        else:
            mine["psig"][how] = yours["psig"][how]

    return _attempt(log, at, "signature", spoil, f"{how}, with {other}")


def _event(log: OwnedLog, chance: random.Random) -> Attempt:
    """Rewrite an event, its listing and what names it."""
    number = chance.randrange(len(log.events))
    name = chance.choice(["actor", "at", "kind", "salt", "told", "subject", "reason"])

    def spoil(spoilt: OwnedLog) -> None:
        rewrite_event(spoilt, number, name)

    touched = Touched(operation="event", path=(name,))
    return Attempt(touched=touched, spoil=spoil, detail=f"event {number + 1}: {name}")


def rewrite_event(log: OwnedLog, number: int, name: str) -> None:
    """Change what an event says, counted from 0, and have all that is derived from it follow."""
    body = log.events[number]
    was, event = event_leaf(body).hex(), body["event"]
    if name == "reason" and "priv" in body:
        body["priv"]["reason"] = "another one"
        event["priv"] = sha256(b"RDF2/event-priv\0" + canonical(body["priv"]).encode()).hex()
    else:
        other = {"actor": "platform", "at": event["at"] + 1, "kind": "nothing-much", "told": {}, "subject": "5e" * 16}
        event[name] = other.get(name, "5e" * 32)
    _follow(log, was, event_leaf(body).hex())


def replace_event(log: OwnedLog, leaf: str, change: Callable[[Document], object]) -> None:
    """Change the event of this leaf, and have all that is derived from it follow."""
    body = next(each for each in log.events if event_leaf(each).hex() == leaf)
    change(body["event"])
    _follow(log, leaf, event_leaf(body).hex())


def _follow(log: OwnedLog, was: str, now: str) -> None:
    for draft in log.drafts:
        if draft.fields.get("ev") == was:
            draft.fields["ev"] = now
        if draft.fields["type"] == "events":
            draft.fields["leaves"] = [now if leaf == was else leaf for leaf in draft.fields["leaves"]]
