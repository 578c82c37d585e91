"""Stakes at tables, and decisions against the house: what takes a player's money.

Source: docs/formats/tables.md, "Records of players' chains" and "Limits".
"""

from verifier import limits, session_reference
from verifier.money import require_balance, require_moves
from verifier.player import AuditContext, PlayerChain
from verifier.records import Act
from verifier.seat_records import PlayerAct, SeatStake
from verifier.table_secrets import contribution
from verifier.table_state import HandDealt, Phase, Stake, Table
from verifier.verdict import Code, Fault


def check_stake(chain: PlayerChain, record: SeatStake, *, context: AuditContext) -> None:
    """Refuse a stake at no such seat, outside the rules or the limits, or without a value that its player owes.

    Raises:
        Fault: `E_TWO_OPEN`, `E_TABLE`, `E_TIME_ORDER`, `E_NONCE`, `E_SESSION`, `E_RULES`, `E_CONTRIB`, `E_RG`,
            `E_UNBALANCED`, `E_MOVES`, `E_BALANCE`, in this order.
    """
    if chain.open_round is not None or chain.open_stake:
        raise Fault(Code.E_TWO_OPEN, "a stake is placed while another is open")
    table = _require_table(chain, record, context=context)
    if record["epoch"] not in table.commitments and record["epoch"] > table.epoch:
        raise Fault(Code.E_NONCE, f"nobody committed to epoch {record['epoch']}")
    session_reference.require(chain, record)
    amount_minor = record["buy_in"] if record["type"] == "sit" else record["ante"]
    bonus_minor = record.get("bonus", 0)
    _require_rules(table, record, amount_minor=amount_minor, bonus_minor=bonus_minor)
    placed_minor = amount_minor + bonus_minor
    _require_owed(chain, record)
    limits.require_bet(chain, record, placed_minor=placed_minor)
    _require_room(chain, record)
    account = "table" if record["type"] == "sit" else "in_play"
    require_moves(record, {"cash": -placed_minor, account: placed_minor})
    require_balance(chain, record)
    _count_late(chain, record, context=context)


def apply_stake(chain: PlayerChain, record: SeatStake, *, leaf: str) -> None:
    """Open the stake, and count it as staked."""
    amount_minor = record["buy_in"] if record["type"] == "sit" else record["ante"]
    chain.staked.add(amount_minor + record.get("bonus", 0), at=record["time"])
    session_reference.apply(chain, record)
    chain.open_stake = leaf
    chain.owed = None


def check_act(chain: PlayerChain, record: PlayerAct, *, context: AuditContext) -> None:
    """Refuse a decision that the running hand does not ask of this player, or that comes too late.

    Raises:
        Fault: `E_CHAIN`, `E_CLOCK`, `E_TIME_ORDER`, `E_RG`, `E_ACTION`, `E_UNBALANCED`, `E_MOVES`, `E_BALANCE`.
    """
    stake = open_stake(chain, record["deal"], context=context)
    table = stake.table
    hand = table.hand
    if not stake.listed or table.phase is not Phase.PLAYING or table.epoch != stake.epoch or hand is None:
        raise Fault(Code.E_CLOCK, "the hand of this stake is not being played")
    if hand.leaf != record["hand"]:
        raise Fault(Code.E_CLOCK, "the hand named is not the one that is being played")
    if hand.until is None or record["time"] > hand.until:
        raise Fault(Code.E_CLOCK, "the player decides after the deadline, or without being asked")
    if record["time"] < hand.record["time"]:
        raise Fault(Code.E_TIME_ORDER, "the decision is earlier than the hand")
    limits.require_raise(chain, record["amt"], at=record["time"])
    _require_decision(stake, hand, record)
    require_moves(record, {"cash": -record["amt"], "in_play": record["amt"]})
    require_balance(chain, record)


def apply_act(chain: PlayerChain, record: PlayerAct) -> None:
    """Count a raise as staked."""
    if record["amt"]:
        chain.staked.add(record["amt"], at=record["time"])


def open_stake(chain: PlayerChain, leaf: str, *, context: AuditContext) -> Stake:
    """Return the stake that is open in this chain, which must be the one named.

    Raises:
        Fault: `E_CHAIN`.
    """
    stake = context.tables.stakes.get(leaf)
    if stake is None or leaf != chain.open_stake:
        raise Fault(Code.E_CHAIN, "the stake named is not the one that is open in this chain")
    return stake


def _require_table(chain: PlayerChain, record: SeatStake, *, context: AuditContext) -> Table:
    table = context.tables.by_leaf.get(record["table"])
    if table is None:
        raise Fault(Code.E_TABLE, "the table named is no earlier table record")
    if record["seat"] >= table.seats_max:
        raise Fault(Code.E_TABLE, f"seat {record['seat']} at a table of {table.seats_max}")
    if table.around_pot is not (record["type"] == "sit"):
        raise Fault(Code.E_TABLE, "a buy-in is taken exactly around a pot")
    if (table.currency, table.exponent) != (chain.currency, chain.exponent):
        raise Fault(Code.E_TABLE, f"the table is in {table.currency}, the chain in {chain.currency}")
    if table.test is not chain.test_account:
        raise Fault(Code.E_TABLE, "test accounts sit at test tables, and nobody else does")
    if record["time"] < table.opened_at:
        raise Fault(Code.E_TIME_ORDER, "the stake is earlier than its table")
    return table


def _require_rules(table: Table, record: SeatStake, *, amount_minor: int, bonus_minor: int) -> None:
    if record["rules"] != table.rules:
        raise Fault(Code.E_RULES, "the rules named are not those of the table")
    low, high = table.stake_minor
    if not low <= amount_minor <= high:
        raise Fault(Code.E_RULES, f"the stake {amount_minor} is outside {low} to {high}")
    step = 1 if table.game is None else table.game.ante_step_minor
    if table.pot is not None:
        step = table.pot.sheet["unit"]
    if amount_minor % max(step, 1):
        raise Fault(Code.E_RULES, f"the stake {amount_minor} is no multiple of {step}")
    if not bonus_minor:
        return
    bounds = None if table.game is None else table.game.bonus_limits_minor
    if bounds is None or not bounds[0] <= bonus_minor <= bounds[1]:
        raise Fault(Code.E_RULES, f"the side bet {bonus_minor} is not offered")


def _require_room(chain: PlayerChain, record: SeatStake) -> None:
    if record["type"] != "sit":
        return
    left_minor = limits.wager_room(chain, at=record["time"])
    room_minor = record.get("room")
    if (left_minor is None) is not (room_minor is None):
        raise Fault(Code.E_RG, "room is there exactly where a limit on wagers is in force")
    if left_minor is not None and room_minor is not None and room_minor > left_minor:
        raise Fault(Code.E_RG, f"the room for raises is {room_minor}, the limits leave {left_minor}")


def _require_owed(chain: PlayerChain, record: SeatStake) -> None:
    owed, late = chain.owed, record.get("late")
    if (owed is None) is not (late is None):
        raise Fault(Code.E_CONTRIB, "a value is owed and nothing is told of it, or the reverse")
    if owed is None or late is None:
        return
    if late["abort"] != owed.abort:
        raise Fault(Code.E_CONTRIB, "the value that is owed is that of another epoch")
    if "r" not in late:
        return
    opened = contribution(chain=owed.table, epoch=owed.epoch, seat=owed.seat, value=late["r"])
    if opened != owed.contribution:
        raise Fault(Code.E_CONTRIB, "the late value does not open its contribution")


def _count_late(chain: PlayerChain, record: SeatStake, *, context: AuditContext) -> None:
    if chain.owed is None or "late" not in record:
        return
    counts = context.tally.table(chain.owed.table)
    if "r" in record["late"]:
        counts.values_late += 1
    else:
        counts.values_lost += 1


def _require_decision(stake: Stake, hand: HandDealt, record: PlayerAct) -> None:
    game = stake.table.game
    if game is None or stake.decision is not None:
        raise Fault(Code.E_ACTION, "the player has decided before, or is not asked by this game")
    act = Act(a=record["a"], amt=record["amt"], by="player", t=record["time"])
    seen = [] if "order" in hand.record else hand.record["cards"]
    if len(seen) < game.visible and not hand.record["sealed"]:
        raise Fault(Code.E_ACTION, "the hand shows no cards to decide by")
    if not game.allows([act], ante_minor=stake.amount_minor, seen=seen):
        raise Fault(Code.E_ACTION, f"the hand does not ask for {record['a'][:40]!a} at {record['amt']}")
