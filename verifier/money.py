"""Movements and balances of one record.

Source: docs/formats/record.md, "Parts" and "Rounds".
"""

from verifier.player import PlayerChain
from verifier.records import Moves, MovingRecord
from verifier.seat_records import PlayerAct, SeatEnding, SeatStake
from verifier.verdict import Code, Fault

MovesMoney = MovingRecord | SeatStake | PlayerAct | SeatEnding


def require_moves(record: MovesMoney, expected: dict[str, int]) -> None:
    """Refuse `record` unless its moves are `expected`, without the accounts whose amount is 0.

    Raises:
        Fault: `E_UNBALANCED`, `E_MOVES`.
    """
    moves = record["moves"]
    require_balanced(moves)
    # An account stands in the moves once, and never with 0. Plain loops, because this is asked twice for every round.
    wanted = as_wanted = 0
    for delta in expected.values():
        wanted += delta != 0
    for account, delta in moves:
        as_wanted += expected.get(account) == delta
    if as_wanted != wanted or len(moves) != wanted:
        raise Fault(Code.E_MOVES, f"the moves are not those of this {record['type']}")


def require_balanced(moves: Moves) -> None:
    """Refuse `moves` that make or lose money.

    Raises:
        Fault: `E_UNBALANCED`.
    """
    total = 0
    for _, delta in moves:
        total += delta
    if total:
        raise Fault(Code.E_UNBALANCED, f"the moves sum to {total}, not to 0")


def require_balance(chain: PlayerChain, record: MovesMoney) -> None:
    """Refuse `record` unless its balance follows from the chain's and from its moves.

    Raises:
        Fault: `E_BALANCE`.
    """
    before, after = record["bal"]
    if before != chain.balance_minor:
        raise Fault(Code.E_BALANCE, f"the balance before is {before}, the record before left {chain.balance_minor}")
    moved = 0
    for account, delta in record["moves"]:
        if account == "cash":
            moved = delta
    if after - before != moved:
        raise Fault(Code.E_BALANCE, f"the balance changes by {after - before}, cash moves by {moved}")
    if after < 0:
        raise Fault(Code.E_BALANCE, f"the balance after is {after}")
