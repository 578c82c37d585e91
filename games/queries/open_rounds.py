"""Open rounds for the staff: all of them, or those past their time-out. A player has one at most, and pages go by player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q

from games.models import PublishedSheet, Round
from kernel.ids import ChainId, RoundId
from kernel.instants import to_epoch_ms


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRoundRow:
    """An open round, and until when its player may decide."""

    round_id: RoundId
    game: str
    stake_minor: int
    side_bet_minor: int
    dealt_ms: int
    times_out_ms: int


def list_open_rounds(*, overdue_at: datetime | None = None, after: ChainId | None, limit: int) -> list[OpenRoundRow]:
    """Return up to `limit` open rounds in the order of their players, after this one (None: from the first).

    With `overdue_at`, only those that are past their time-out at that instant: the worker settles them once a minute, so
    one that stays here is stuck. The index of open rounds has them alone, however many rounds there were.
    """
    timeouts = _timeouts_ms()
    rows = Round.objects.filter(settle_seq=None)
    if after is not None:
        rows = rows.filter(chain__gt=after)
    if overdue_at is not None:
        rows = rows.filter(_overdue(timeouts, to_epoch_ms(overdue_at)))
    return [_shown(row, timeouts) for row in rows.order_by("chain")[:limit]]


def open_rounds_of_sheets(leaves: Sequence[bytes]) -> list[RoundId]:
    """Return the open rounds of the sheets under these leaves, in the order of their players.

    It looks through all open rounds, of whatever game, by the index that has them alone.
    """
    rows = Round.objects.filter(settle_seq=None, rules_leaf__in=leaves).order_by("chain")
    return [RoundId(ChainId(chain), *place) for chain, *place in rows.values_list("chain", "epoch", "nonce")]


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


def _shown(row: Round, timeouts: Mapping[bytes, int]) -> OpenRoundRow:
    return OpenRoundRow(
        round_id=RoundId(ChainId(row.chain), row.epoch, row.nonce),
        game=row.game,
        stake_minor=row.stake_minor,
        side_bet_minor=row.side_bet_minor,
        dealt_ms=row.dealt_ms,
        times_out_ms=row.dealt_ms + timeouts[bytes(row.rules_leaf)],
    )
