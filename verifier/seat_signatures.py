"""Signatures of players in a table's chain: decisions, votes and marks around a pot.

The table's chain names neither the player nor the key, because the other seats read it. So the partition that judges the
table says which player's chain should have signed what, and the audit holds that against the keys of that chain.

Source: docs/formats/player-keys.md, "At tables".
"""

import binascii
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from verifier.key_claims import KeyClaims, KeyLife, SignedTurn
from verifier.link import Position
from verifier.player import AuditContext
from verifier.player_key import load, require_signature
from verifier.player_signatures import require_until
from verifier.player_statements import turn_message
from verifier.table_chain import TableChain
from verifier.table_records import AnyTurn
from verifier.table_state import Stake, Table
from verifier.verdict import Code, Failure, Fault, Place

TOLERANCE_MS: Final = 12_000
"""By how much the clock of a player's chain and that of a table may differ."""


def check_turn(
    chain: TableChain, table: Table, record: AnyTurn, *, position: Position, context: AuditContext, verified: bool
) -> None:
    """Refuse a turn of a seat whose stake was signed, and that lacks a signature or has it where none belongs.

    With `verified`, what the player's chain must have signed is kept for the audit.

    Raises:
        Fault: `E_FORM`, `E_PKEY`, `E_PSIG_MISSING`, `E_PSIG`.
    """
    psig, stake = record.get("psig"), _stake_at(table, record["seat"], context=context)
    if record["by"] != "player":
        if psig is not None:
            raise Fault(Code.E_FORM, "the turn is not the player's, and has a signature of the player's")
        return
    if stake is None:
        # Erased with its chain, or no seat of the game, which is told after this.
        return
    if psig is None:
        if stake.signed:
            raise Fault(Code.E_PSIG_MISSING, "a turn of a player who signed the stake, without the signature")
        return
    if not stake.signed:
        raise Fault(Code.E_PKEY, "the turn is signed, and the stake is not")
    require_until(psig["until"], at=record["time"])
    if not verified:
        return
    said = turn_message(
        record, origin=context.origin, chain=stake.chain, stake=stake.leaf, asked=chain.asked, until=psig["until"]
    )
    place = Place(index=position.index, chain=chain.name, seq=record["seq"], kind="turn")
    context.claims.turns.append(
        SignedTurn(
            chain=stake.chain, message=said, signature=binascii.a2b_base64(psig["sig"]), at=record["time"], place=place
        )
    )


def failures(claims: KeyClaims) -> Iterator[Failure]:
    """Yield a failure for each turn that no key of its player's chain signed."""
    loaded: dict[str, Sequence[KeyLife]] = {}
    for life in claims.lives:
        loaded[life.chain] = [*loaded.get(life.chain, ()), life]
    for turn in claims.turns:
        if (fault := _fault_of(turn, loaded)) is not None:
            yield Failure(code=fault.code, sentence=fault.sentence, place=turn.place)


def _fault_of(turn: SignedTurn, lives: Mapping[str, Iterable[KeyLife]]) -> Fault | None:
    fault = Fault(Code.E_PKEY, "no key of the player's lives that could have signed the turn")
    for life in lives.get(turn.chain, ()):
        if not _lives(life, at=turn.at):
            continue
        try:
            require_signature(load(life.alg, bytes.fromhex(life.pub)), turn.signature, turn.message)
        except Fault as refused:
            fault = refused
        else:
            return None
    return fault


def _lives(life: KeyLife, *, at: int) -> bool:
    return life.live_from - TOLERANCE_MS <= at and (life.ended_at is None or at <= life.ended_at + TOLERANCE_MS)


def _stake_at(table: Table, seat: int, *, context: AuditContext) -> Stake | None:
    leaf = next((taken["stake"] for taken in table.seats if taken["seat"] == seat), "")
    stake = context.tables.stakes.get(leaf)
    return stake if stake is not None and stake.table is table and stake.seat == seat else None
