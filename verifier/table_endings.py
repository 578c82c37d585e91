"""How stakes at tables end: settled, voided or left with, each by the table's own record alone.

Source: docs/formats/tables.md, "Records of players' chains" and "Limits".
"""

from verifier.money import require_balance, require_moves
from verifier.player import AuditContext, OwedValue, PlayerChain
from verifier.seat_records import Leave, SeatEnding, SeatSettle, SeatVoid
from verifier.table_records import SeatResult
from verifier.table_stakes import open_stake
from verifier.table_state import End, Stake
from verifier.verdict import Code, Fault


def check_ending(chain: PlayerChain, record: SeatEnding, *, context: AuditContext) -> list[Fault]:
    """Refuse an ending that is not the one of the stake's epoch. Return the faults of a correct but late one.

    Raises:
        Fault: `E_CHAIN`, `E_END`, `E_TIME_ORDER`, `E_PAYOUT`, `E_UNBALANCED`, `E_MOVES`, `E_BALANCE`, in this order.
    """
    stake = open_stake(chain, _stake_of(record), context=context)
    if (record["type"] == "leave") is not (stake.kind == "sit"):
        raise Fault(Code.E_END, "chips are left with, and bets are settled or voided")
    end = _require_end(stake, record)
    if record["type"] == "settle":
        _check_settle(chain, stake, end, record, context=context)
    elif record["type"] == "void":
        _check_void(stake, end, record)
    else:
        _check_leave(chain, stake, end, record, context=context)
    require_balance(chain, record)
    over = 0 if end is None else record["time"] - end.at - stake.table.grace_ms
    return [] if over <= 0 else [Fault(Code.E_LATE, f"the stake ended {over} ms after its hand and the grace")]


def apply_ending(chain: PlayerChain, record: SeatEnding, *, context: AuditContext) -> None:
    """Close the stake, count what was returned, and keep what the player owes."""
    stake = context.tables.stakes.get(_stake_of(record))
    chain.open_stake = ""
    if record["type"] == "void":
        chain.returned.add(dict(record["moves"]).get("cash", 0), at=record["time"])
    else:
        chain.returned.add(record["pay"]["returned"], at=record["time"])
    if stake is None or stake.chain != chain.name:
        return
    end = stake.table.ends.get(stake.epoch) if stake.listed else None
    if end is None:
        return
    if end.results is not None and record["type"] == "leave":
        _count_raises(chain, stake, end.results.get(stake.seat), at=record["time"])
    if end.reason == "no_reveal" and stake.seat in end.missing:
        chain.owed = OwedValue(
            abort=end.leaf,
            table=stake.table.name,
            epoch=stake.epoch,
            seat=stake.seat,
            contribution=stake.contribution,
        )


def _stake_of(record: SeatEnding) -> str:
    return record["sit"] if record["type"] == "leave" else record["deal"]


def _require_end(stake: Stake, record: SeatEnding) -> End | None:
    """Return the end of the stake's epoch; None if no `seats` names the stake."""
    named = record.get("end")
    if not stake.listed:
        if named is not None:
            raise Fault(Code.E_END, "a stake that is in no hand ends by one")
        return None
    end = stake.table.ends.get(stake.epoch)
    if end is None or named != end.leaf:
        raise Fault(Code.E_END, "the stake does not end by the end of its own hand")
    if record["time"] < end.at:
        raise Fault(Code.E_TIME_ORDER, "the stake ends earlier than its hand")
    return end


def _check_settle(
    chain: PlayerChain, stake: Stake, end: End | None, record: SeatSettle, *, context: AuditContext
) -> None:
    result = None if end is None or end.results is None else end.results.get(stake.seat)
    if result is None:
        raise Fault(Code.E_END, "there is no result to settle by: the hand was aborted")
    staked, returned = result["staked"], result["returned"]
    told = (record["result"], record["pay"]["staked"], record["pay"]["returned"])
    if told != (result["result"], staked, returned) or record.get("bonus") != result.get("bonus"):
        raise Fault(Code.E_PAYOUT, f"{told[2]} was returned, the hand gives {result['result'][:40]!a}, {returned}")
    require_moves(record, {"cash": returned, "in_play": -staked, "house": staked - returned})
    _count(chain, stake, staked_minor=staked, returned_minor=returned, context=context)


def _check_void(stake: Stake, end: End | None, record: SeatVoid) -> None:
    if end is not None and end.results is not None:
        raise Fault(Code.E_END, "the stake is given back, and its hand stands")
    back_minor = stake.bet.placed_minor + stake.raised_minor
    require_moves(record, {"cash": back_minor, "in_play": -back_minor})


def _check_leave(chain: PlayerChain, stake: Stake, end: End | None, record: Leave, *, context: AuditContext) -> None:
    returned, rake = stake.amount_minor, 0
    results = None if end is None else end.results
    if results is not None:
        result = results.get(stake.seat)
        if result is None:
            raise Fault(Code.E_END, "the game has no result for this seat")
        returned, rake = result["returned"], result.get("rake", 0)
    pay = record["pay"]
    if (pay["staked"], pay["returned"]) != (stake.amount_minor, returned):
        sentence = f"{pay['staked']} was staked and {pay['returned']} returned"
        raise Fault(Code.E_PAYOUT, f"{sentence}, the game gives {stake.amount_minor} and {returned}")
    require_moves(record, {"cash": returned, "house": rake, "table": -returned - rake})
    if results is not None:
        _count(chain, stake, staked_minor=stake.amount_minor, returned_minor=returned, context=context)


def _count(chain: PlayerChain, stake: Stake, *, staked_minor: int, returned_minor: int, context: AuditContext) -> None:
    money = context.tally.money_totals(chain.currency, chain.exponent, test_account=chain.test_account)
    money.handle += staked_minor
    money.returned += returned_minor
    if stake.signed:
        money.handle_signed += staked_minor


def _count_raises(chain: PlayerChain, stake: Stake, result: SeatResult | None, *, at: int) -> None:
    """Count what was raised beyond the buy-in: it was staked out of winnings, and has been returned before."""
    beyond_minor = 0 if result is None else max(0, result.get("raised", 0) - stake.amount_minor)
    if beyond_minor:
        chain.staked.add(beyond_minor, at=at)
        chain.returned.add(beyond_minor, at=at)
