"""Which checks a record of a table, or of a player at one, has to pass.

Source: docs/formats/tables.md; verdicts.md.
"""

from verifier import seat_signatures, table_endings, table_stakes
from verifier.link import Position
from verifier.player import AuditContext, PlayerChain
from verifier.pot_course import Course
from verifier.records import Record
from verifier.seat_records import SeatRecord
from verifier.seating import check_open, check_seats
from verifier.table_aborts import check_abort
from verifier.table_chain import TableChain, check_commit, check_table, require_phase
from verifier.table_hands import apply_hand, check_end, check_hand
from verifier.table_records import AnyTurn, TableRecord
from verifier.table_state import Phase, Table
from verifier.verdict import Code, Failure, Fault, Place

_ENDINGS = ("settle", "void", "leave")


def opens(record: Record | TableRecord) -> bool:
    """Tell whether a record begins a table's chain."""
    return record["type"] == "table" and record["seq"] == 0


def check(
    chain: TableChain, record: TableRecord, *, position: Position, context: AuditContext, verified: bool
) -> list[Fault]:
    """Refuse the next record of a table's chain, or return the milder faults of a correct one.

    With `verified` false the players' signatures themselves are taken for granted.

    Raises:
        Fault: for the first rule that the record breaks.
    """
    table = context.tables.by_chain.get(chain.name)
    if (record["type"] == "table") is not (record["seq"] == 0):
        raise Fault(Code.E_CHAIN, "a table's chain begins with table, and only there it stands")
    if record["type"] == "table":
        check_table(record, context=context)
        return []
    if table is None:
        raise Fault(Code.E_CHAIN, "the record before is no table")
    if record["type"] == "commit":
        check_commit(chain, table, record, context=context)
    elif record["type"] == "seats":
        check_seats(chain, table, record, context=context)
    elif record["type"] == "open":
        check_open(chain, table, record, index=position.index, context=context)
    elif record["type"] == "hand":
        check_hand(chain, table, record, context=context)
    elif record["type"] == "turn":
        course = _course(chain, table, record)
        seat_signatures.check_turn(chain, table, record, position=position, context=context, verified=verified)
        return course.check_turn(record)
    elif record["type"] == "hand_end":
        milder = check_end(chain, table, record, context=context)
        totals = context.tally.table(chain.name)
        totals.games += table.around_pot
        totals.hands += not table.around_pot
        return milder
    else:
        milder = check_abort(chain, table, record, index=position.index, context=context)
        totals = context.tally.table(chain.name)
        totals.voided += record["reason"] == "void"
        totals.burnt += record["reason"] != "void"
        totals.values_missing += len(record["missing"]) if record["reason"] == "no_reveal" else 0
        return milder
    return []


def apply(chain: TableChain, record: TableRecord, *, position: Position, context: AuditContext) -> None:
    """Go on from what a record of a table's chain says, whether or not it holds."""
    chain.link.advance(record, leaf=position.leaf)
    chain.remember(record)
    if "sealed" in record and "stacks" in record:
        chain.asked = position.leaf
    if record["type"] == "commit" and (table := context.tables.by_chain.get(chain.name)) is not None:
        context.tally.commitments_replaced += record["epoch"] in table.commitments
    if (table := context.tables.by_chain.get(chain.name)) is not None:
        apply_hand(chain, table, record, context=context)
    context.tables.apply(record, position)


def check_seat(chain: PlayerChain, record: SeatRecord, *, context: AuditContext) -> list[Fault]:
    """Refuse the next record of a player's chain, if it is one at a table; return the milder faults of a correct one.

    Raises:
        Fault: for the first rule that the record breaks.
    """
    if record["type"] == "deal" or record["type"] == "sit":
        table_stakes.check_stake(chain, record, context=context)
    elif record["type"] == "act":
        table_stakes.check_act(chain, record, context=context)
    elif record["type"] == "settle" or record["type"] == "void" or record["type"] == "leave":
        return table_endings.check_ending(chain, record, context=context)
    else:
        raise Fault(Code.E_CHAIN, "a record of a table stands in a player's chain")
    return []


def apply_seat(chain: PlayerChain, record: SeatRecord, *, leaf: str, context: AuditContext) -> None:
    """Go on from what a player's record at a table says, whether or not it holds."""
    if record["type"] == "deal" or record["type"] == "sit":
        table_stakes.apply_stake(chain, record, leaf=leaf)
    elif record["type"] == "act":
        table_stakes.apply_act(chain, record)
    elif record["type"] == "settle" or record["type"] == "void" or record["type"] == "leave":
        table_endings.apply_ending(chain, record, context=context)


def unsettled_stake(chain: PlayerChain, *, context: AuditContext) -> list[tuple[int, Failure]]:
    """Return a stake that should have ended, with the last instant (ms) at which it is not late."""
    stake = context.tables.stakes.get(chain.open_stake)
    if stake is None:
        return []
    table = stake.table
    end = table.ends.get(stake.epoch) if stake.listed else None
    if end is not None:
        since = end.at
    elif not stake.listed and table.epoch >= stake.epoch:
        since = max(stake.placed_at, table.seats_at if table.epoch == stake.epoch else 0)
    else:
        return []
    sentence = "the stake was still open at the end of the log, past its hand and the grace"
    place = Place(index=stake.index, chain=chain.name, seq=stake.seq, kind=stake.kind)
    return [(since + table.grace_ms, Failure(code=Code.E_UNSETTLED, sentence=sentence, place=place))]


def unsettled_table(chain: TableChain, *, context: AuditContext) -> list[tuple[int, Failure]]:
    """Return what a table should have done, with the last instant (ms) at which it is not late."""
    table = context.tables.by_chain.get(chain.name)
    if table is None or table.phase is Phase.BETTING:
        return []
    since, what = table.reveal_until, "values were still awaited at the end of the log, past their time and the grace"
    if table.phase is not Phase.REVEALING:
        since, what = chain.link.time, "the hand was still not played to its end at the end of the log"
        if table.phase is Phase.PLAYING and table.hand is not None:
            now = None if chain.course is None else chain.course.now
            since = now["until"] if now is not None else table.hand.until or since
    place = Place(index=table.seats_index, chain=chain.name)
    return [(since + table.grace_ms, Failure(code=Code.E_UNSETTLED, sentence=what, place=place))]


def _course(chain: TableChain, table: Table, record: AnyTurn) -> Course:
    require_phase(table, record["epoch"], Phase.PLAYING)
    if chain.course is None:
        raise Fault(Code.E_FORM, "a turn is taken against the house")
    return chain.course
