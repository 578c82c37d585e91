"""What a player signs: a statement that is rebuilt from the record and from what its chain says before it.

Source: docs/formats/player-keys.md, "Statements".
"""

from typing import cast

from verifier import canonical
from verifier.player import Announcement
from verifier.player_key_records import PlayerKey, PlayerKeyEnd
from verifier.records import Deal, LimitsSet, Open, Settle
from verifier.seat_records import PlayerAct, SeatStake
from verifier.table_records import AnyTurn
from verifier.verdict import Code, Fault

Signed = Open | Deal | Settle | LimitsSet | PlayerKey | PlayerKeyEnd | SeatStake | PlayerAct

_DOMAIN = b"RDF2/player\x00"


def message(record: Signed, *, origin: str, until: int, announced: Announcement | None) -> bytes:
    """Return the bytes that the player signed for this record; `announced` is the commitment to the next epoch.

    Raises:
        Fault: `E_NONCE` for an `open` to which nothing was committed.
    """
    said: dict[str, object] = {
        "type": record["type"],
        "origin": origin,
        "chain": record["chain"],
        "until": until,
        **_own(record, announced),
    }
    return _DOMAIN + canonical.encode(said).encode()


def turn_message(record: AnyTurn, *, origin: str, chain: str, stake: str, asked: str, until: int) -> bytes:
    """Return the bytes that the player of a seat signed for a turn.

    `stake` is the leaf of the buy-in, in the player's `chain`; `asked` that of the table's record which asked for the
    decision. Other players know neither, and so cannot tell from a signature whose key made it.
    """
    said: dict[str, object] = {"type": "turn", "origin": origin, "chain": chain, "until": until, "sit": stake}
    if "amt" in record:
        said |= {"asked": asked, "a": record["a"], "amt": record["amt"]}
    else:
        said |= {"prev": record["prev"], "a": record["a"]}
    return _DOMAIN + canonical.encode(said).encode()


def _own(record: Signed, announced: Announcement | None) -> dict[str, object]:
    if record["type"] == "settle":
        # The deal's leaf stands for the whole chain before it, and for the cards that were shown.
        acts = [[act["a"], act["amt"]] for act in record["acts"] if act["by"] == "player"]
        return {"deal": record["deal"], "acts": acts}
    if record["type"] == "open":
        if announced is None:
            raise Fault(Code.E_NONCE, f"epoch {record['epoch']} is opened and nothing was committed to")
        committed = {"commit": announced.commitment.hex(), "n": announced.rounds}
        return {**_named(record, "prev", "epoch", "client", "root", "size"), **committed}
    if record["type"] != "deal":
        return _named(record, *_MEMBERS[record["type"]])
    bet = {**_named(record, "prev", "epoch", "rules", "ante"), "bonus": record.get("bonus", 0)}
    return {**bet, **_named(record, *(_SEATED if "table" in record else ("nonce",)))}


_SEATED = ("table", "seat", "contrib", "late")
_MEMBERS = {
    "act": ("deal", "hand", "a", "amt"),
    "limits": ("prev", "act"),
    "player_key": ("prev", "alg", "pub", "use"),
    "player_key_end": ("prev", "kid", "why"),
    "sit": ("prev", "epoch", "rules", "buy_in", *_SEATED),
}


def _named(record: Signed, *names: str) -> dict[str, object]:
    """Return these fields; a value that is not owed is not there."""
    document = cast("dict[str, object]", record)
    return {name: document[name] for name in names if name in document}
