"""An open round, and all that its end depends on, read in one statement."""

from dataclasses import dataclass
from typing import NamedTuple

from audit.chain_head import Head
from audit.gather import gather_row
from audit.queries.chains import head_source
from audit.queries.epochs import EPOCH_SOURCE, EpochRow
from audit.queries.records import EntryRow, entry_source
from games.core.family import Bet
from games.core.round_view import StoredEntry, bet_from_record, entry_from_note
from games.core.sheet import RuleSheet
from games.operations.seat import SOLO_SEAT
from games.queries.rounds import RoundNotFound, RoundRow, round_source
from games.queries.sheets import sheet_of_account
from kernel.cte import GatheredRow, TypedCte
from kernel.ids import RoundId
from kernel.refusals import Refusal, RefusalKind
from wallet.queries.balances import BALANCE_SOURCE, BalanceRow


class RoundClosed(Refusal):
    """The round is over."""

    code, kind = "round-closed", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRound:
    """A round that needs a decision, as of one version of its chain."""

    round_id: RoundId
    deal: StoredEntry
    """The signed record of the deal."""
    bet: Bet
    sheet: RuleSheet
    """The rules that the deal names. They settle the round, whatever was published since."""
    head: Head
    """The head of the player's chain; its version proves later that the round is still open."""
    money: BalanceRow
    epoch: EpochRow
    """The epoch whose seeds deal the remaining cards."""
    seat_number: int = SOLO_SEAT
    """Whose decision is needed."""


class RoundSources(NamedTuple):
    """What an `OpenRound` is read from, with the chain's head, money and epoch."""

    round: TypedCte[RoundRow]
    deal: TypedCte[EntryRow]


def round_sources(round_id: RoundId) -> RoundSources:
    """Read a round and its deal, of the chain that a source named `head` gives."""
    return RoundSources(round=round_source(round_id), deal=entry_source("deal", "(SELECT deal_seq FROM round)"))


def read_open_round(gathered: GatheredRow, sources: RoundSources, round_id: RoundId, head: Head) -> OpenRound:
    """Return the open round of `head`'s chain that was gathered from `sources`, BALANCE_SOURCE and EPOCH_SOURCE.

    Raises:
        RoundNotFound: the chain has no such round.
        RoundClosed: it was settled before.
    """
    row = gathered[sources.round]
    if row is None or round_id.chain != head.tip.chain:
        raise RoundNotFound("Nothing was changed. There is no round of this id, or it is another player's.")
    if row.settle_seq is not None:
        raise RoundClosed("Nothing was changed. The round was settled before.", round_id=str(round_id))
    deal, money = entry_from_note(gathered.required(sources.deal).entry), gathered.required(BALANCE_SOURCE)
    return OpenRound(
        round_id=round_id,
        deal=deal,
        bet=bet_from_record(deal.document),
        sheet=sheet_of_account(bytes(row.rules_leaf), money.currency),
        head=head,
        money=money,
        # A chain with an open round opens no other epoch: the round's is the chain's.
        epoch=gathered.required(EPOCH_SOURCE),
    )


def load_open_round(round_id: RoundId) -> OpenRound:
    """Read an open round for the house, which needs no session.

    Raises:
        RoundNotFound: there is no such round.
        RoundClosed: it was settled before.
    """
    head, sources = head_source("%s", round_id.chain), round_sources(round_id)
    gathered = gather_row(head, BALANCE_SOURCE, EPOCH_SOURCE, *sources)
    if gathered is None:
        raise RoundNotFound("Nothing was changed. There is no round of this id.")
    return read_open_round(gathered, sources, round_id, gathered.required(head).head())
