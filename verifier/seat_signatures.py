"""Signatures of players in a table's chain: decisions, votes and marks around a pot.

The table's chain names neither the player nor the key, because the other seats read it. So the share that judges the
table says which player's chain should have signed what, and the audit holds that against the keys of that chain.

Source: docs/formats/player-keys.md, "At tables".
"""

import binascii

from verifier.link import Position
from verifier.player import AuditContext
from verifier.player_signatures import require_until
from verifier.player_statements import turn_message
from verifier.table_chain import TableChain
from verifier.table_records import AnyTurn
from verifier.table_state import Stake, Table
from verifier.turn_claims import SignedTurn
from verifier.verdict import Code, Fault, Place


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
    context.claims.turns.made.append(
        SignedTurn(
            chain=stake.chain, message=said, signature=binascii.a2b_base64(psig["sig"]), at=record["time"], place=place
        )
    )


def _stake_at(table: Table, seat: int, *, context: AuditContext) -> Stake | None:
    leaf = next((taken["stake"] for taken in table.seats if taken["seat"] == seat), "")
    stake = context.tables.stakes.get(leaf)
    return stake if stake is not None and stake.table is table and stake.seat == seat else None
