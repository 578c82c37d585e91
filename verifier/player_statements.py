"""What a player signs: a statement that is rebuilt from the record and from what its chain says before it.

Source: docs/formats/player-keys.md, "Statements".
"""

from verifier import canonical
from verifier.player import Announcement
from verifier.player_key_records import PlayerKey, PlayerKeyEnd
from verifier.records import Deal, LimitsSet, Open, Settle
from verifier.verdict import Code, Fault

Signed = Open | Deal | Settle | LimitsSet | PlayerKey | PlayerKeyEnd

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


def _own(record: Signed, announced: Announcement | None) -> dict[str, object]:
    if record["type"] == "settle":
        # The deal's leaf stands for the whole chain before it, and for the cards that were shown.
        acts = [[act["a"], act["amt"]] for act in record["acts"] if act["by"] == "player"]
        return {"deal": record["deal"], "acts": acts}
    prev = {"prev": record["prev"]}
    if record["type"] == "deal":
        bet = {"ante": record["ante"], "bonus": record.get("bonus", 0)}
        return {**prev, **bet, "epoch": record["epoch"], "nonce": record["nonce"], "rules": record["rules"]}
    if record["type"] == "open":
        if announced is None:
            raise Fault(Code.E_NONCE, f"epoch {record['epoch']} is opened and nothing was committed to")
        committed = {"commit": announced.commitment.hex(), "n": announced.rounds}
        covered = {"root": record["root"], "size": record["size"]}
        return {**prev, **committed, **covered, "epoch": record["epoch"], "client": record["client"]}
    if record["type"] == "limits":
        return {**prev, "act": record["act"]}
    if record["type"] == "player_key":
        return {**prev, "alg": record["alg"], "pub": record["pub"], "use": record["use"]}
    return {**prev, "kid": record["kid"], "why": record["why"]}
