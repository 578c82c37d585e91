"""Rounds of all players, for the staff: in the order of their deals, or those that are open, by player."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import NamedTuple

from django.db.models import Q, QuerySet

from games.core.round_view import VOID
from games.models import PublishedSheet, Round
from games.queries.rounds import examined_page, rounds_of_player
from kernel.ids import ChainId, RoundId
from kernel.instants import to_epoch_ms


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFilter:
    """Which rounds; None restricts nothing."""

    chain: ChainId | None = None
    game: str | None = None
    is_voided: bool | None = None
    """Of rounds that have ended: voided, or settled."""
    start_ms: int | None = None
    """The first instant of the deal, in epoch milliseconds."""
    end_ms: int | None = None
    """The first instant after the last deal, in epoch milliseconds."""


class DealPlace(NamedTuple):
    """Where a round stands in the order of deals."""

    dealt_ms: int
    round_id: RoundId


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRound:
    """A round of any player. The last four are None while it is open; `times_out_ms` is None once it has ended."""

    round_id: RoundId
    game: str
    dealt_ms: int
    stake_minor: int
    side_bet_minor: int
    times_out_ms: int | None
    settled_ms: int | None
    staked_minor: int | None
    returned_minor: int | None
    outcome: str | None

    @property
    def place(self) -> DealPlace:
        """Return where it stands in the order of deals."""
        return DealPlace(self.dealt_ms, self.round_id)


class FoundPage(NamedTuple):
    """A page of rounds in the order of their deals."""

    rounds: list[FoundRound]
    next: DealPlace | None
    """After which the next page begins; None if there is none."""


def find_rounds(wanted: RoundFilter, *, before: DealPlace | None, limit: int) -> FoundPage:
    """Return up to `limit` rounds, the newest deal first, before this place (None: from the newest).

    A page of one game, or of settled or voided rounds alone, looks through some hundred rounds: it may have fewer than
    `limit`, even none, and a next one all the same.
    """
    found, following = examined_page(_newest_first(wanted, before), _is_wanted(wanted), limit=limit)
    timeouts = _timeouts_ms()
    return FoundPage(
        [_shown(row, timeouts) for row in found],
        None if following is None else DealPlace(following.dealt_ms, _round_id(following)),
    )


def find_open_rounds(
    wanted: RoundFilter, *, overdue_at: datetime | None = None, after: ChainId | None, limit: int
) -> list[FoundRound]:
    """Return up to `limit` open rounds in the order of their players, after this one (None: from the first).

    With `overdue_at`, only those that are past their time-out at that instant: the worker settles them once a minute, so
    one that stays here is stuck. A player has one open round at most, and the index of open rounds has them alone, however
    many rounds there were.
    """
    timeouts = _timeouts_ms()
    rows = Round.objects.filter(_dealt_in(wanted), settle_seq=None)
    if wanted.game is not None:
        rows = rows.filter(game=wanted.game)
    if wanted.chain is not None:
        rows = rows.filter(chain=wanted.chain)
    if after is not None:
        rows = rows.filter(chain__gt=after)
    if overdue_at is not None:
        rows = rows.filter(_overdue(timeouts, to_epoch_ms(overdue_at)))
    return [_shown(row, timeouts) for row in rows.order_by("chain")[:limit]]


def _newest_first(wanted: RoundFilter, before: DealPlace | None) -> QuerySet[Round]:
    if wanted.chain is not None:
        # Epoch and nonce rise with the time of a chain's deals, and its key finds them.
        place = None if before is None else (before.round_id.epoch, before.round_id.nonce)
        return rounds_of_player(wanted.chain, before=place, start_ms=wanted.start_ms, end_ms=wanted.end_ms)
    rows = Round.objects.filter(_dealt_in(wanted))
    if before is not None:
        dealt_ms, chain = before.dealt_ms, before.round_id.chain
        epoch, nonce = before.round_id.epoch, before.round_id.nonce
        # The index starts at the first condition; the others cut within the millisecond.
        rows = rows.filter(
            Q(dealt_ms__lt=dealt_ms)
            | Q(chain__lt=chain)
            | Q(chain=chain, epoch__lt=epoch)
            | Q(chain=chain, epoch=epoch, nonce__lt=nonce),
            dealt_ms__lte=dealt_ms,
        )
    return rows.order_by("-dealt_ms", "-chain", "-epoch", "-nonce")


def _dealt_in(wanted: RoundFilter) -> Q:
    bounds = {"dealt_ms__gte": wanted.start_ms, "dealt_ms__lt": wanted.end_ms}
    return Q(**{name: bound for name, bound in bounds.items() if bound is not None})


def _is_wanted(wanted: RoundFilter) -> Callable[[Round], bool] | None:
    if wanted.game is None and wanted.is_voided is None:
        return None

    def is_wanted(row: Round) -> bool:
        has_ended_so = row.outcome is not None and (row.outcome == VOID) == wanted.is_voided
        return wanted.game in {None, row.game} and (wanted.is_voided is None or has_ended_so)

    return is_wanted


def _timeouts_ms() -> Mapping[bytes, int]:
    """Return the time for a decision of every sheet that was ever published, by its leaf."""
    rows = PublishedSheet.objects.values_list("leaf", "document__timeout_ms")
    return {bytes(leaf): timeout_ms for leaf, timeout_ms in rows}


def _overdue(timeouts: Mapping[bytes, int], now_ms: int) -> Q:
    return reduce(
        or_,
        (
            Q(
                dealt_ms__lte=now_ms - timeout_ms,
                rules_leaf__in=[leaf for leaf in timeouts if timeouts[leaf] == timeout_ms],
            )
            for timeout_ms in sorted(set(timeouts.values()))
        ),
        Q(pk__in=[]),
    )


def _shown(row: Round, timeouts: Mapping[bytes, int]) -> FoundRound:
    return FoundRound(
        round_id=_round_id(row),
        game=row.game,
        dealt_ms=row.dealt_ms,
        stake_minor=row.stake_minor,
        side_bet_minor=row.side_bet_minor,
        times_out_ms=row.dealt_ms + timeouts[bytes(row.rules_leaf)] if row.settle_seq is None else None,
        settled_ms=row.settled_ms,
        staked_minor=row.staked_minor,
        returned_minor=row.returned_minor,
        outcome=row.outcome,
    )


def _round_id(row: Round) -> RoundId:
    return RoundId(ChainId(row.chain), row.epoch, row.nonce)
