"""The player's signatures in the records of the chain: which must be there, and what they were made over.

Source: docs/formats/player-keys.md, "Statements" and "Rules".
"""

from collections.abc import Mapping
from typing import Any, Final

from . import base64_text
from .errors import Reason, VerificationError
from .public_keys import HALF_BYTES, Algorithm, PublicKey, Use
from .records import Record
from .statements import Act, Announcement, Place, Statement, message

_LOOSENING: Final = frozenset(("ask", "confirm", "return"))


def must_be_signed(record: Record) -> bool:
    """Tell whether a chain with keys has this record only under a signature for play."""
    fields = record.fields
    if record.kind == "settle":
        return any(act["by"] == "player" for act in fields.get("acts", ()))
    if record.kind == "limits":
        return fields["act"]["do"] in _LOOSENING
    return record.kind in {"open", "deal", "sit", "act"}


def require_signed(
    record: Record, keys: Mapping[str, PublicKey], *, origin: str, announced: Announcement | None
) -> None:
    """Refuse a record whose `psig` is not that of one of `keys`, by their ids, over what the record says.

    Raises:
        VerificationError: `UNSIGNED_RECORD`.
    """
    psig = record.fields.get("psig", {})
    key = keys.get(str(psig.get("kid")))
    if key is not None:
        place = Place(origin=origin, chain=record.fields["chain"], prev=record.fields["prev"], until=int(psig["until"]))
        signature = base64_text.decode(str(psig["sig"]), size=2 * HALF_BYTES)
        if key.verifies(signature, message(_statement_of(record.fields, place, announced))):
            return
    raise VerificationError(
        Reason.UNSIGNED_RECORD, f"no live key of the player's has signed the {record.kind} number {record.seq}",
        record.note,
    )  # fmt: skip


def stake_members(fields: Mapping[str, Any]) -> dict[str, object]:
    """Return what is signed of a `deal` or `sit` at a table."""
    amounts = ("buy_in",) if fields["type"] == "sit" else ("ante", "bonus")
    names = ("table", "epoch", "seat", "rules", "contrib", "late")
    return {name: fields[name] for name in names if name in fields} | {name: fields.get(name, 0) for name in amounts}


def _statement_of(fields: Mapping[str, Any], place: Place, announced: Announcement | None) -> Statement:
    if fields["type"] == "act":
        return place.act(deal=fields["deal"], hand=fields["hand"], act=Act(action=fields["a"], amount=fields["amt"]))
    if "table" in fields:
        return place.stake(fields["type"], **stake_members(fields))
    return _statement_alone(fields, place, announced)


def _statement_alone(fields: Mapping[str, Any], place: Place, announced: Announcement | None) -> Statement:
    match fields["type"]:
        case "open" if announced is not None:
            return place.open_epoch(announced, client=fields["client"], size=fields["size"], root=fields["root"])
        case "deal":
            bet = {"ante": fields["ante"], "bonus": fields.get("bonus", 0)}
            return place.deal(epoch=fields["epoch"], nonce=fields["nonce"], rules=fields["rules"], **bet)
        case "settle":
            mine = [Act(action=act["a"], amount=act["amt"]) for act in fields["acts"] if act["by"] == "player"]
            return place.settle(deal=fields["deal"], acts=mine)
        case "limits":
            return place.limits(fields["act"])
        case "player_key":
            public = PublicKey(algorithm=Algorithm(fields["alg"]), pub=bytes.fromhex(fields["pub"]))
            return place.player_key(public, use=Use(fields["use"]))
        case "player_key_end":
            return place.player_key_end(kid=fields["kid"], why=fields["why"])
        case other:
            raise ValueError(other)
