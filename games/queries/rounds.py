"""Rounds: the sources of a step, single rounds as their player sees them, open rounds, a player's history."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.db.models import Q, QuerySet

from audit.core.records import parse_entry
from audit.queries.records import entries, record_entry
from games.core.round_view import RoundView, StoredEntry, entry_from_note, view_round
from games.models import Round
from games.queries.sheets import sheet_of_account
from kernel.cte import Cte, TypedCte
from kernel.ids import ChainId, RoundId
from kernel.refusals import Refusal, RefusalKind
from wallet.queries import balances
from wallet.queries.journals import first_reference_since

EXAMINED_MAX: Final = 500
"""How many rounds a page of some of them, such as those of one game, looks through at most."""


class RoundNotFound(Refusal):
    """There is no such round."""

    code, kind = "round-not-found", RefusalKind.NOT_FOUND


class RoundRow(NamedTuple):
    """A round's row; `settle_seq` is None while it is open."""

    deal_seq: int
    settle_seq: int | None
    rules_leaf: bytes


class OpenRow(NamedTuple):
    """An open round, which has needed a decision since `dealt_ms`."""

    chain: ChainId
    epoch: int
    nonce: int
    rules_leaf: bytes
    dealt_ms: int

    @property
    def round_id(self) -> RoundId:
        """Return the round's id."""
        return RoundId(self.chain, self.epoch, self.nonce)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSummary:
    """A line of a player's history."""

    round_id: RoundId
    game: str
    dealt_ms: int
    settled_ms: int | None
    stake_minor: int
    side_bet_minor: int
    staked_minor: int | None
    returned_minor: int | None
    outcome: str | None


def round_source(round_id: RoundId) -> TypedCte[RoundRow]:
    """Read a round of the chain that a source named `head` gives."""
    sql = (
        "SELECT r.deal_seq, r.settle_seq, r.rules_leaf FROM head JOIN games_round r"
        " ON r.chain = head.chain AND r.epoch = %s AND r.nonce = %s"
    )
    return TypedCte(Cte("round", sql, (round_id.epoch, round_id.nonce)), RoundRow)


def round_view(chain: ChainId, round_id: RoundId) -> RoundView:
    """Return a round of this chain with its receipts.

    Raises:
        RoundNotFound: another player's, or nobody's.
    """
    row = None
    if round_id.chain == chain:
        row = Round.objects.filter(chain=chain, epoch=round_id.epoch, nonce=round_id.nonce).first()
    if row is None:
        raise RoundNotFound("None of your rounds has this id.")
    return _view(chain, deal_seq=row.deal_seq, settle_seq=row.settle_seq)


def answer_to(chain: ChainId, *, journal_seq: int) -> RoundView:
    """Return the answer to the step, a deal or a settlement, whose first journal has this number.

    If the round needed no decision, deal and settlement were one step: the answer shows both.
    """
    first, *rest = entries(chain, from_seq=journal_seq, to_seq=journal_seq + 2)
    record: Any = parse_entry(first)
    if record["type"] == "settle":
        row = Round.objects.get(chain=chain, epoch=record["epoch"], nonce=record["nonce"])
        return _view(chain, deal_seq=row.deal_seq, settle_seq=journal_seq)
    next_record = parse_entry(rest[0]) if rest else {}
    at_once = next_record.get("type") == "settle" and next_record["acts"] == []
    return _view(chain, deal_seq=journal_seq, settle_seq=journal_seq + 1 if at_once else None)


def open_round_id(chain: ChainId) -> RoundId | None:
    """Return the id of this chain's open round, None if there is none."""
    row = Round.objects.filter(chain=chain, settle_seq=None).first()
    return None if row is None else RoundId(chain, row.epoch, row.nonce)


def open_rounds(*, dealt_by_ms: int) -> Iterator[OpenRow]:
    """Yield all rounds that were dealt at an instant (ms) or before and are still open."""
    rows = Round.objects.filter(settle_seq=None, dealt_ms__lte=dealt_by_ms)
    for row in rows.values_list(*OpenRow._fields).iterator():
        yield OpenRow(*row)


class HistoryPage(NamedTuple):
    """A page of a player's rounds."""

    rounds: list[RoundSummary]
    next: tuple[int, int] | None
    """Epoch and nonce before which the next page begins; None if there is none."""


def history(chain: ChainId, *, before: tuple[int, int] | None, limit: int) -> list[RoundSummary]:
    """Return up to `limit` rounds, newest first, before the one with this epoch and nonce (None: from the newest)."""
    return history_page(chain, before=before, limit=limit).rounds


def history_page(
    chain: ChainId,
    *,
    before: tuple[int, int] | None,
    limit: int,
    game: str | None = None,
    start_ms: int | None = None,
    end_ms: int | None = None,
) -> HistoryPage:
    """Return up to `limit` rounds of a game that were dealt in [start_ms, end_ms), newest first; None restricts nothing."""
    rounds = rounds_of_player(chain, before=before, start_ms=start_ms, end_ms=end_ms)
    is_wanted = None if game is None else lambda row: row.game == game
    found, following = examined_page(rounds, is_wanted, limit=limit)
    return HistoryPage(
        [_summary(chain, row) for row in found],
        None if following is None else (following.epoch, following.nonce),
    )


def rounds_of_player(
    chain: ChainId, *, before: tuple[int, int] | None, start_ms: int | None, end_ms: int | None
) -> QuerySet[Round]:
    """Return a player's rounds of [start_ms, end_ms) before this epoch and nonce, newest first; None restricts nothing."""
    rounds = Round.objects.filter(chain=chain).order_by("-epoch", "-nonce")
    if start_ms is not None:
        first = _first_dealt_since(chain, start_ms)
        if first is None:
            return rounds.none()
        epoch, nonce = first
        # The index ends at the second condition; the first cuts within the epoch.
        rounds = rounds.filter(Q(epoch__gt=epoch) | Q(nonce__gte=nonce), epoch__gte=epoch)
    end = None if end_ms is None else _first_dealt_since(chain, end_ms)
    bounds = [bound for bound in (before, end) if bound is not None]
    if bounds:
        epoch, nonce = min(bounds)
        # The index starts at the second condition; the first cuts within the epoch.
        rounds = rounds.filter(Q(epoch__lt=epoch) | Q(nonce__lt=nonce), epoch__lte=epoch)
    return rounds


def examined_page(
    rounds: QuerySet[Round], is_wanted: Callable[[Round], bool] | None, *, limit: int
) -> tuple[list[Round], Round | None]:
    """Return up to `limit` of the first rounds that are wanted (None: all), and the one after which the next page begins.

    No index knows games and outcomes, so that a deal has less to write. A page of some rounds therefore looks through
    `EXAMINED_MAX` of them at most. It may have fewer than `limit`, even none, and a next one all the same.
    """
    examined_max = limit if is_wanted is None else EXAMINED_MAX
    examined = list(rounds[:examined_max])
    found = [row for row in examined if is_wanted is None or is_wanted(row)]
    following = found[limit - 1] if len(found) >= limit else examined[-1] if len(examined) == examined_max else None
    return found[:limit], following


def _first_dealt_since(chain: ChainId, since_ms: int) -> tuple[int, int] | None:
    """Return epoch and nonce of the first round that was dealt at an instant or later, by the journal of its stake."""
    reference = first_reference_since(chain, "deal", since_ms=since_ms)
    if reference is None:
        return None
    round_id = RoundId.parse(reference)
    return round_id.epoch, round_id.nonce


def _summary(chain: ChainId, row: Round) -> RoundSummary:
    return RoundSummary(
        round_id=RoundId(chain, row.epoch, row.nonce),
        game=row.game,
        dealt_ms=row.dealt_ms,
        settled_ms=row.settled_ms,
        stake_minor=row.stake_minor,
        side_bet_minor=row.side_bet_minor,
        staked_minor=row.staked_minor,
        returned_minor=row.returned_minor,
        outcome=row.outcome,
    )


def _view(chain: ChainId, *, deal_seq: int, settle_seq: int | None) -> RoundView:
    deal = _entry(chain, deal_seq)
    last = deal_seq if settle_seq is None else settle_seq
    currency = balances.currency_of(chain)
    return view_round(
        sheet_of_account(bytes.fromhex(deal.document["rules"]), currency),
        deal=deal,
        end=None if settle_seq is None else _entry(chain, settle_seq),
        in_play_minor=balances.balance_after(chain, seq=last).in_play_minor,
        currency=currency,
    )


def _entry(chain: ChainId, seq: int) -> StoredEntry:
    return entry_from_note(record_entry(chain, seq))
