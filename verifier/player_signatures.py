"""What a player's chain says about the player's keys, and which of its records need a signature by one.

Source: docs/formats/player-keys.md, "Rules".
"""

import binascii
from collections.abc import Collection, Iterator
from typing import Final, cast

from verifier.player import AuditContext, PlayerChain
from verifier.player_key import HeldKey, kid_of, load, require_signature
from verifier.player_key_records import KeyRecord, PlayerKey, PlayerKeyEnd, PlayerSignature
from verifier.player_statements import Signed, message
from verifier.records import PlayerRecord, Settle
from verifier.seat_records import SeatRecord
from verifier.table_writers import at_table
from verifier.turn_claims import KeyLife, forced
from verifier.verdict import Code, Fault, Place

KEY_WAIT_MS: Final = 72 * 3_600_000
"""How long a key that operators let in waits before it may sign, in a log without a profile."""
UNTIL_MAX_MS: Final = 600_000
KEYS_MAX: Final = 8

KEY_TYPES: Final = ("player_key", "player_key_end")
_SIGNED = ("open", "deal", "settle", "limits")
_SIGNED_AT_TABLES = ("deal", "sit", "act")
_LOOSENING = ("ask", "confirm", "return")
_PLAY, _RECOVER = ("play",), ("recover",)
_ANY = ("play", "recover")


def check(
    chain: PlayerChain, record: PlayerRecord | SeatRecord, *, context: AuditContext, verified: bool
) -> list[Fault]:
    """Refuse a record that lacks its player's signature, or has one that is none.

    With `verified` false the signatures themselves are taken for granted. Return a warning where a key signs for the
    first time that operators let in.

    Raises:
        Fault: `E_FORM`, `E_PKEY`, `E_PSIG_MISSING`, `E_PSIG`; `E_NONCE` for an `open` that nothing announced, and
            `E_ACTION` for an act after a time-out.
    """
    if record["type"] == "player_key":
        return _check_key(chain, record, context=context, verified=verified)
    if record["type"] == "player_key_end":
        return _check_end(chain, record, context=context, verified=verified)
    signing = _SIGNED_AT_TABLES if at_table(record) else _SIGNED
    if record["type"] not in signing or not (chain.keys or "psig" in record or "root" in record):
        return []
    signed = cast("Signed", record)
    psig = signed.get("psig")
    _require_form(chain, signed)
    if psig is None:
        if not _needs_signature(signed):
            return []
        raise Fault(Code.E_PSIG_MISSING, f"a {record['type']} of a player who signs, without the signature")
    if signed["type"] == "settle" and not _by_player(signed):
        # There is nothing to sign. That is told after the acts: one passed off as a time-out is the graver lie.
        return []
    return _require_signed(chain, signed, psig, uses=_PLAY, at=_instant(signed), context=context, verified=verified)


def claim(record: PlayerRecord | SeatRecord, *, index: int, context: AuditContext) -> None:
    """Keep what a record that holds says about the whole log."""
    if record["type"] == "player_key":
        context.claims.keys.let_in.append((record["pub"], _place(record, index)))
    elif record["type"] == "open" and "root" in record:
        context.claims.keys.seen.append((record["size"], record["root"], _place(record, index)))


def apply(chain: PlayerChain, record: PlayerRecord | SeatRecord, *, context: AuditContext) -> None:
    """Let keys in, end them, and remember which signed, also by a record that failed."""
    if record["type"] == "player_key":
        wait_ms = context.system.profiles.key_wait_ms(at=record["time"], otherwise=KEY_WAIT_MS)
        _let_in(chain, record, wait_ms=wait_ms)
    elif record["type"] == "player_key_end" and (ended := chain.keys.get(record["kid"])) is not None:
        ended.ended_at = record["time"]
    psig = cast("Signed", record).get("psig") if chain.keys else None
    if psig is not None and (signer := chain.keys.get(psig["kid"])) is not None:
        signer.used = True
        chain.signs_turns |= record["type"] == "sit"


def lives(chain: PlayerChain) -> Iterator[KeyLife]:
    """Yield the keys with which a player may have signed turns: none where no buy-in was signed."""
    if chain.signs_turns:
        for held in chain.keys.values():
            if held.use == "play":
                yield KeyLife(
                    chain=chain.name,
                    alg=held.alg,
                    pub=held.pub,
                    live_from=held.live_from,
                    ended_at=held.ended_at,
                    untold=held.forced and not held.used,
                )


def _place(record: PlayerRecord | SeatRecord, index: int) -> Place:
    return Place(index=index, chain=record["chain"], seq=record["seq"], kind=record["type"])


def _check_key(chain: PlayerChain, record: PlayerKey, *, context: AuditContext, verified: bool) -> list[Fault]:
    pub = bytes.fromhex(record["pub"])
    public = load(record["alg"], pub)
    if kid_of(record["alg"], pub) in chain.keys:
        raise Fault(Code.E_PKEY, "the chain has this key already")
    if sum(not held.ended for held in chain.keys.values()) >= KEYS_MAX:
        raise Fault(Code.E_PKEY, f"the chain has {KEYS_MAX} keys already")
    _require_one_authority(record)
    psig, milder = record.get("psig"), []
    if not chain.keys and psig is not None:
        raise Fault(Code.E_PKEY, "the chain's first key is signed by a key before it")
    if not chain.keys and "by" in record:
        raise Fault(Code.E_FORM, "the chain's first key is let in by operators, and needs nobody")
    if chain.keys and psig is None and "by" not in record:
        raise Fault(Code.E_PSIG_MISSING, "a further key, that neither the player nor two operators let in")

    at = record["time"]
    if psig is not None:
        guarded = record["use"] == "recover" and _any_live(chain, _RECOVER, at=at)
        uses = _RECOVER if guarded else _ANY
        milder = _require_signed(chain, record, psig, uses=uses, at=at, context=context, verified=verified)
    require_until(record["pop"]["until"], at=at)
    if verified:
        said = message(record, origin=context.origin, until=record["pop"]["until"], announced=chain.announcement)
        require_signature(public, binascii.a2b_base64(record["pop"]["sig"]), said)
    return milder


def _check_end(chain: PlayerChain, record: PlayerKeyEnd, *, context: AuditContext, verified: bool) -> list[Fault]:
    held, at = chain.keys.get(record["kid"]), record["time"]
    if held is None or held.ended:
        raise Fault(Code.E_PKEY, "the chain has no such key to end")
    _require_one_authority(record)
    psig = record.get("psig")
    if psig is None:
        if "by" not in record or held.use == "recover":
            raise Fault(Code.E_PSIG_MISSING, f"a {held.use} key is ended, without a signature that may end it")
        return []
    # A key that still waits was let in without the player, who may refuse it with whichever key is left.
    uses = _RECOVER if held.use == "recover" and held.live(at=at) else _ANY
    return _require_signed(chain, record, psig, uses=uses, at=at, context=context, verified=verified)


def _require_one_authority(record: KeyRecord) -> None:
    if "by" in record and "psig" in record:
        raise Fault(Code.E_FORM, "the player's signature and two operators exclude each other")
    if "ev" in record and "by" not in record:
        raise Fault(Code.E_FORM, "an event of the staff's, and no operator")


def _require_form(chain: PlayerChain, record: Signed) -> None:
    """Refuse fields that the form of the type leaves open, and that the chain decides."""
    if "psig" in record and not chain.keys:
        raise Fault(Code.E_PKEY, "signed by a key, and the chain has none")
    if record["type"] == "limits" and "act" not in record:
        raise Fault(Code.E_FORM, "limits of a player who signs do not say who changed what")
    if record["type"] != "open":
        return
    if "psig" in record and "root" not in record:
        raise Fault(Code.E_FORM, "the field root is missing")
    if "psig" not in record and not chain.keys:
        raise Fault(Code.E_FORM, "the field root belongs to signed openings")


def _needs_signature(record: Signed) -> bool:
    if record["type"] == "settle":
        return _by_player(record)
    return record["type"] != "limits" or record["act"]["do"] in _LOOSENING


def _by_player(record: Settle) -> bool:
    """Tell whether the player acted.

    Raises:
        Fault: `E_ACTION` for an act of the player's after a time-out, which ends the player's part.
    """
    by = [act["by"] for act in record["acts"]]
    if by != sorted(by):
        raise Fault(Code.E_ACTION, "an act of the player's stands after a time-out")
    return "player" in by


def _instant(record: Signed) -> int:
    """Return when the player's request was answered, in milliseconds: for acts the last one's own time."""
    if record["type"] == "settle":
        return max(act["t"] for act in record["acts"] if act["by"] == "player")
    return record["time"]


def _require_signed(
    chain: PlayerChain,
    record: Signed,
    psig: PlayerSignature,
    *,
    uses: Collection[str],
    at: int,
    context: AuditContext,
    verified: bool,
) -> list[Fault]:
    held = chain.keys.get(psig["kid"])
    if held is None or held.use not in uses or not held.live(at=at):
        raise Fault(Code.E_PKEY, f"{psig['kid']} is no live key of this chain that may sign a {record['type']}")
    require_until(psig["until"], at=at)
    if verified:
        said = message(record, origin=context.origin, until=psig["until"], announced=chain.announcement)
        require_signature(held.public, binascii.a2b_base64(psig["sig"]), said)
    if held.forced and not held.used:
        return [forced(psig["kid"])]
    return []


def require_until(until: int, *, at: int) -> None:
    """Refuse a signature that was used after its time, or that was given for longer than ten minutes.

    Raises:
        Fault: `E_PSIG`.
    """
    if not 0 <= until - at <= UNTIL_MAX_MS:
        raise Fault(Code.E_PSIG, "the player's signature was used after its time, or was given for too long")


def _any_live(chain: PlayerChain, uses: Collection[str], *, at: int) -> bool:
    return any(held.use in uses and held.live(at=at) for held in chain.keys.values())


def _let_in(chain: PlayerChain, record: PlayerKey, *, wait_ms: int) -> None:
    pub = bytes.fromhex(record["pub"])
    try:
        public = load(record["alg"], pub)
    except Fault:
        # The record failed by this. Whatever the key signs, it will be no key of the chain.
        return
    by_operators = bool(chain.keys) and "by" in record
    live_from = record["time"] + (wait_ms if by_operators else 0)
    held = HeldKey(
        public=public, alg=record["alg"], pub=record["pub"], use=record["use"], live_from=live_from, forced=by_operators
    )
    chain.keys.setdefault(kid_of(record["alg"], pub), held)
