"""Attacks on a player who signs, by an operator who has every key but the player's."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from benchmarks.tamper_campaign.devices import LAPTOP, PHONE, STRANGER, THIEF
from benchmarks.tamper_campaign.mutations import leave_out
from benchmarks.tamper_campaign.rows import Row
from tests.verifier.keyed import statement
from tests.verifier.producer import leaf, root

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.tamper_campaign.owned_log import OwnedLog
    from tests.verifier.keyed import Device
    from tests.verifier.producer import Document


def places(log: OwnedLog, kind: str) -> list[int]:
    """Return where the player's records of a type are, that the player signed."""
    return [n for n, each in enumerate(log.drafts) if each.fields["type"] == kind and "psig" in each.fields]


def _signed(log: OwnedLog, kind: str, number: int = 0) -> Document:
    return log.drafts[places(log, kind)[number]].fields


def _key_record(log: OwnedLog, kind: str, kid: str) -> int:
    names = ("kid",) if kind == "player_key_end" else ("pub",)
    about = {kid, *(device.pub.hex() for device in (PHONE, LAPTOP, THIEF) if device.kid == kid)}
    return next(
        n
        for n, each in enumerate(log.drafts)
        if each.fields["type"] == kind and {each.fields[name] for name in names} <= about
    )


def sign_anew(log: OwnedLog, device: Device, at: int) -> None:
    """Have a device sign the record `at`, as it will be linked."""
    fields = log.drafts[at].fields
    fields.pop("psig", None)
    linked = json.loads(log.seal().entries[at].decode().partition("\n\n")[0])
    before = (each.fields for each in log.drafts[:at] if each.fields["chain"] == linked["chain"])
    announced = [each["next"] for each in before if each["type"] == "open"][-1]
    said: dict[str, Any] = {**statement(linked, announced=announced), "origin": log.trust["origin"]}
    fields["psig"] = device.psig(said)


def _unsigned(kind: str, *fields: str) -> Callable[[OwnedLog], object]:
    def spoil(log: OwnedLog) -> None:
        for name in ("psig", *fields):
            del _signed(log, kind)[name]

    return spoil


def _put(kind: str, **new: Any) -> Callable[[OwnedLog], object]:
    return lambda log: _signed(log, kind).update(new)


def _exchanged(log: OwnedLog) -> None:
    one, two = _signed(log, "deal"), _signed(log, "deal", 1)
    one["psig"], two["psig"] = two["psig"], one["psig"]


def _invented_deal(device: Device, number: int) -> Callable[[OwnedLog], object]:
    """Have a key sign a deal in place of the player's own."""
    return lambda log: sign_anew(log, device, places(log, "deal")[number])


def _key_twice(log: OwnedLog) -> None:
    record = log.drafts[_key_record(log, "player_key", LAPTOP.kid)].fields
    record["pub"], record["alg"] = PHONE.pub.hex(), PHONE.alg


def _taken_over(log: OwnedLog, *, waited: bool) -> None:
    """Keep a key of the operators that the player ended, and have it open the next epoch."""
    for kid in (THIEF.kid, PHONE.kid):
        leave_out(log, _key_record(log, "player_key_end", kid))
    place = places(log, "open")[1]
    # What the player signed afterwards answers other records: the operators let it be.
    del log.drafts[place + 1 :]
    listed = sum(len(draft.fields.get("leaves", ())) for draft in log.drafts)
    del log.events[listed:]
    if not waited:
        let_in = log.drafts[_key_record(log, "player_key", THIEF.kid)].fields
        log.drafts[place].fields["time"] = let_in["time"] + 1
    log.sizes = [size for size in log.sizes if size <= len(log.drafts)]
    opened = log.drafts[place].fields
    opened["root"] = root([leaf(entry) for entry in log.seal().entries[: opened["size"]]]).hex()
    sign_anew(log, THIEF, place)


_FIRST_AFTER: Final = 3
"""Which of the player's deals is the first after the key of the operators was ended."""


def _row(name: str, expected: str, spoil: Callable[[OwnedLog], object]) -> Row:
    return Row(name=name, expected=frozenset(expected.split()), spoil=spoil)


SIGNATURE_ROWS: Final = (
    _row("signed deal without its signature", "E_PSIG_MISSING", _unsigned("deal")),
    _row("signed act without its signature", "E_PSIG_MISSING", _unsigned("settle")),
    _row("signed opening without its signature", "E_PSIG_MISSING", _unsigned("open", "root")),
    _row("loosening without the player's signature", "E_PSIG_MISSING", _unsigned("limits")),
    _row("second key without the first one's leave", "E_PSIG_MISSING", _unsigned("player_key")),
    _row("key ended without anybody's leave", "E_PSIG_MISSING E_FORM", _unsigned("player_key_end")),
    _row("signatures of two deals exchanged", "E_PSIG", _exchanged),
    _row("client seed of a signed opening chosen", "E_PSIG", _put("open", client="5e" * 32)),
    _row("signed opening by another checkpoint's root", "E_ROOT E_PSIG", _put("open", root="5e" * 32)),
    _row("record under a signed deal rewritten", "E_PSIG", _put("player_key", salt="5e" * 16)),
    _row("deal signed by a key that the chain does not have", "E_PKEY", _invented_deal(STRANGER, 0)),
    _row("deal signed by a key that was ended", "E_PKEY", _invented_deal(PHONE, _FIRST_AFTER)),
    _row("key let in twice", "E_PKEY E_PSIG", _key_twice),
    _row("end of a key that is not there", "E_PKEY", _put("player_key_end", kid="5e" * 8)),
    _row("key of operators signs while it waits", "E_PKEY", partial(_taken_over, waited=False)),
    _row("key of operators waited out signs", "W_KEY_FORCED", partial(_taken_over, waited=True)),
)
