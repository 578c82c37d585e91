"""The facts of a gaming day, for the rules of cases.

They are of the players who paid or closed their accounts on it, or whose balance one person of the staff adjusted alone,
or whose account one person restricted, or whose seat another player reported.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from audit.queries.events import EventRow, events_between
from casework.core.day_facts import DayFacts
from casework.queries.lone_acts import RESTRICTING, is_alone
from cashier.queries.settled_sums import players_with_settled, settled_sums
from kernel.ids import ChainId
from kernel.instants import from_epoch_ms, to_epoch_ms
from players.core.status import Status
from players.queries.accounts import opened_at
from staff.core.approval import people_of
from tables.queries.seats import player_at_seat
from wallet.core.adjustment_cause import AdjustmentCause
from wallet.queries.periods import ChainPeriod, period_totals

BATCH: Final = 500
"""How many players are looked at together."""

REPORTED: Final = "seat-reported"
"""The kind of the event of a player's report."""

_REVIEWED: Final = frozenset({AdjustmentCause.CORRECTION, AdjustmentCause.OTHER})
"""The causes of adjustments that are reviewed afterwards. Play money is worth nothing outside the games."""


class _Found(NamedTuple):
    """What the events of a day tell of players."""

    closed: Mapping[ChainId, int]
    """When the accounts were closed that were closed on it."""
    adjusted: Counter[ChainId]
    """What single people gave to accounts and took from them, both added up."""
    acts: Counter[ChainId]
    """How often single people restricted accounts."""
    reported: Counter[ChainId]
    """How often players' seats were reported by others at the table."""


class GamingDay(NamedTuple):
    """A gaming day [started_ms, ends_ms), and the first instant of the window of days that ends with it."""

    started_ms: int
    ends_ms: int
    window_started_ms: int


class PlayerDay(NamedTuple):
    """A player's gaming day."""

    chain: ChainId
    currency: str
    facts: DayFacts


def player_days(day: GamingDay, *, over: bool) -> Iterator[PlayerDay]:
    """Yield the facts of every player of whom a payment settled on a day, who closed the account or was adjusted on it.

    `over` tells whether the day is over, and nothing of it is stored any more.
    """
    found = _Found(_closed_on(day), _adjusted_alone_on(day), _acts_alone_on(day), _reported_on(day))
    rest = {*found.closed, *found.adjusted, *found.acts, *found.reported}
    after = None
    while chains := players_with_settled(start_ms=day.started_ms, end_ms=day.ends_ms, after=after, limit=BATCH):
        yield from _facts_of(chains, day, found, over=over)
        after = chains[-1]
        rest.difference_update(chains)
    others = sorted(rest)
    for first in range(0, len(others), BATCH):
        yield from _facts_of(others[first : first + BATCH], day, found, over=over)


def _facts_of(chains: Sequence[ChainId], day: GamingDay, found: _Found, *, over: bool) -> Iterator[PlayerDay]:
    today = settled_sums(chains, start_ms=day.started_ms, end_ms=day.ends_ms)
    window = settled_sums(chains, start_ms=day.window_started_ms, end_ms=day.ends_ms)
    played = period_totals([ChainPeriod(chain, day.window_started_ms, day.ends_ms) for chain in chains])
    ever = period_totals([ChainPeriod(chain, 0, day.ends_ms) for chain in chains])
    opened = opened_at(chains)
    for chain, in_window, in_all in zip(chains, played, ever, strict=True):
        paid, paid_in_window = today[chain], window[chain]
        facts = DayFacts(
            deposited_minor=paid.deposited_minor,
            withdrawn_minor=paid.withdrawn_minor,
            window_deposited_minor=paid_in_window.deposited_minor,
            window_withdrawn_minor=paid_in_window.withdrawn_minor,
            window_staked_minor=in_window.staked_minor,
            ever_deposited_minor=in_all.deposited_minor,
            adjusted_alone_minor=found.adjusted[chain],
            acts_alone=found.acts[chain],
            seat_reports=found.reported[chain],
            over=over,
            opened_ms=to_epoch_ms(opened[chain]),
            closed_ms=found.closed.get(chain),
        )
        yield PlayerDay(chain, in_all.currency, facts)


def _closed_on(day: GamingDay) -> dict[ChainId, int]:
    return {
        event.subject: to_epoch_ms(event.at)
        for event in events_of(day, "player-status")
        if event.subject is not None and event.after.get("status") == Status.CLOSED
    }


def _adjusted_alone_on(day: GamingDay) -> Counter[ChainId]:
    found: Counter[ChainId] = Counter()
    for event in events_of(day, "balance-adjusted"):
        if event.subject is not None and event.after.get("cause") in _REVIEWED and not people_of(event.actor)[1]:
            amount_minor = event.after["amount_minor"]
            assert isinstance(amount_minor, int), "events of money tell it"
            found[event.subject] += abs(amount_minor)
    return found


def _acts_alone_on(day: GamingDay) -> Counter[ChainId]:
    return Counter(
        event.subject
        for kind in sorted(RESTRICTING)
        for event in events_of(day, kind)
        if event.subject is not None and is_alone(event.actor)
    )


def _reported_on(day: GamingDay) -> Counter[ChainId]:
    found: Counter[ChainId] = Counter()
    for event in events_of(day, REPORTED):
        table, epoch, seat = (event.after[name] for name in ("table", "epoch", "seat"))
        assert isinstance(table, str), "reports have a table"
        assert isinstance(epoch, int), "reports have an epoch"
        assert isinstance(seat, int), "reports have a seat"
        player = player_at_seat(ChainId(UUID(hex=table)), epoch, seat)
        assert player is not None, "a report is of a seat that was taken when the betting had ended"
        found[player] += 1
    return found


def events_of(day: GamingDay, kind: str) -> Iterator[EventRow]:
    """Yield the events of a kind on a day, in order."""
    after = None
    since, until = from_epoch_ms(day.started_ms), from_epoch_ms(day.ends_ms)
    while page := events_between(since=since, until=until, kinds={kind}, after=after, limit=BATCH):
        yield from page
        after = (page[-1].at, page[-1].id)
