"""An open round and all that its end depends on, gathered in one statement."""

from dataclasses import dataclass

from django.db import connection

from audit.operations.append import Head
from audit.queries import EPOCH_SOURCE, EntryRow, EpochRow, HeadRow, entry_source, head_source
from games.core.family import Bet
from games.core.round_view import StoredEntry, bet_of, stored
from games.core.sheet import RuleSheet
from games.queries import RoundNotFound, RoundRow, round_source, sheet_by_leaf
from kernel.cte import Columns, TypedCte, gather
from kernel.ids import RoundId
from kernel.refusals import Kind, Refusal
from wallet.queries.balances import BALANCE_SOURCE, BalanceRow


class RoundClosed(Refusal):
    """The round is over."""

    code, kind = "round-closed", Kind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingRound:
    """A round that waits for a decision, as of one instant; `head.version` proves later that it still did."""

    round_id: RoundId
    deal: StoredEntry
    bet: Bet
    sheet: RuleSheet
    head: Head
    money: BalanceRow
    epoch: EpochRow


def round_sources(round_id: RoundId) -> tuple[TypedCte[RoundRow], TypedCte[EntryRow], TypedCte[EpochRow]]:
    """Read a round, its deal and its epoch, of the chain that a source named `head` gives."""
    return round_source(round_id), entry_source("deal", "(SELECT deal_seq FROM round)"), EPOCH_SOURCE


def waiting_round(round_id: RoundId, head: Head, money: BalanceRow | None, columns: Columns) -> WaitingRound:
    """Take an open round out of what `round_sources` gathered.

    Raises:
        RoundNotFound: the chain has no such round.
        RoundClosed: it was settled before.
    """
    row, deal, epoch = columns.take(RoundRow), columns.take(EntryRow), columns.take(EpochRow)
    if row is None or round_id.chain != head.tip.chain:
        raise RoundNotFound("Nothing was changed. None of your rounds has this id.")
    if row.settle_seq is not None:
        raise RoundClosed("Nothing was changed. The round was settled before.", round_id=str(round_id))
    assert deal is not None, "a round has its deal"
    assert epoch is not None, "an open round's epoch is the chain's"
    assert money is not None, "a player's chain has accounts"
    dealt = stored(deal.entry)
    return WaitingRound(
        round_id=round_id,
        deal=dealt,
        bet=bet_of(dealt.document),
        sheet=sheet_by_leaf(bytes(row.rules_leaf)),
        head=head,
        money=money,
        epoch=epoch,
    )


def find_waiting(round_id: RoundId) -> WaitingRound:
    """Gather an open round for the house, which needs no session.

    Raises:
        RoundNotFound: there is no such round.
        RoundClosed: it was settled before.
    """
    sql, params = gather(head_source("%s", round_id.chain), BALANCE_SOURCE, *round_sources(round_id))
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        row = cursor.fetchone()
    if row is None:
        raise RoundNotFound("Nothing was changed. There is no round of this id.")
    columns = Columns(row)
    head, money = columns.take(HeadRow), columns.take(BalanceRow)
    assert head is not None, "the row exists for its chain"
    return waiting_round(round_id, head.head(), money, columns)
