"""Reports as tests make them, and what evenings came to, added up from the rounds' own views and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from games.operations.void import void_round
from games.queries.rounds import round_view
from kernel.ids import ChainId, RoundId
from kernel.instants import to_epoch_ms
from players.operations.register import Registration
from players.tokens import session_id_of
from reports.catalogue import BY_KIND
from reports.core.day_zone import DayZone
from reports.core.definition import FIRST_PAGE, ReportScope
from reports.core.period import Period
from reports.core.table import make_table
from reports.operations.aggregate_log import covered_size
from responsible_gaming.operations.register_player import register_player
from tests import world
from tests.approving import approval
from tests.world import LONG_SESSIONS, SeatedPlayer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from games.core.action import Action
    from games.core.round_view import RoundView
    from reports.core.definition import Reconciliation
    from reports.core.table import Cell, Row, Table
    from responsible_gaming.core.jurisdiction import Jurisdiction

ZONE: Final = LONG_SESSIONS.zone
GAME: Final = world.GAME
MONTANA: Final = "montana-red-dog"
_DAY: Final = timedelta(days=1)


class Made(NamedTuple):
    """A report's table, and what it was held against."""

    table: Table
    reconciled: Sequence[Reconciliation]

    @property
    def rows(self) -> list[dict[str, Cell]]:
        return self._named(self.table.rows)

    @property
    def totals(self) -> list[dict[str, Cell]]:
        return self._named(self.table.totals)

    @property
    def of_games(self) -> list[dict[str, Cell]]:
        """The rows that name a game; a row of tax names none."""
        return [row for row in self.rows if row["game"] is not None]

    @property
    def row(self) -> dict[str, Cell]:
        (row,) = self.rows
        return row

    def _named(self, rows: Iterable[tuple[Cell, ...]]) -> list[dict[str, Cell]]:
        names = [column.name for column in self.table.columns]
        return [dict(zip(names, row, strict=True)) for row in rows]


def made(
    kind: str,
    first: date,
    until: date | None = None,
    *,
    jurisdiction: Jurisdiction = LONG_SESSIONS,
    filters: Mapping[str, str] | None = None,
) -> Made:
    """Make a report of the gaming days [first, until), or of `first` alone; all of it is in the log.

    What it was held against agrees with it, or the test fails.
    """
    period = Period(first, until or first + _DAY, DayZone(jurisdiction.zone))
    size = covered_size(period)
    assert size is not None, "something of the interval is not in the log yet"
    definition, scope = BY_KIND[kind], ReportScope(period=period, jurisdiction=jurisdiction, log_size=size)
    rows: list[Row] = []
    cursor: str | None = FIRST_PAGE
    while cursor is not None:
        page = definition.read_page(scope, cursor)
        rows += page.rows
        cursor = page.next_cursor
    table = make_table(definition.columns, rows, filters=filters)
    reconciled = () if filters else definition.reconcile(scope, table)
    assert [line for line in reconciled if line.reported != line.ledger] == []
    return Made(table, reconciled)


def seated_test_account(username: str, amount_minor: int, *, now: datetime) -> SeatedPlayer:
    """Bring an account of the house's own from nothing to the first bet."""
    registration = Registration(
        username=username,
        password=world.PASSWORD,
        identity=world.identity_of(username),
        currency="USD",
        consents=world.CONSENTS,
        test_account=True,
    )
    chain = register_player(registration, jurisdiction=world.DEMO, now=now)
    world.fund(chain, amount_minor, now=now)
    begun = world.log_in_player(username, now=now)
    world.open_next_epoch(chain, now=now)
    return SeatedPlayer(
        chain=chain, session_id=session_id_of(begun.token), token=begun.token, jurisdiction=LONG_SESSIONS
    )


def seated(username: str = "ada", amount_minor: int = 1_000_000, *, now: datetime) -> SeatedPlayer:
    """Bring a player from nothing to the first bet, who may stay as long as she likes."""
    return replace(world.seat_player(username, amount_minor, now=now), jurisdiction=LONG_SESSIONS)


def back(player: SeatedPlayer, username: str = "ada", *, now: datetime) -> SeatedPlayer:
    """Log a player in again, and open the next epoch: no session lasts longer than a day."""
    begun = world.log_in_player(username, now=now)
    world.open_next_epoch(player.chain, now=now)
    return replace(player, session_id=session_id_of(begun.token))


@dataclass(slots=True)
class Book:
    """Every round that was played through it, as its player saw it last."""

    views: dict[str, RoundView] = field(default_factory=dict)
    tests: set[ChainId] = field(default_factory=set)

    def bet(
        self, player: SeatedPlayer, stake_minor: int = 500, *, side_bet_minor: int = 0, game: str = GAME, now: datetime
    ) -> RoundView:
        return self._kept(world.deal(player, stake_minor, side_bet_minor=side_bet_minor, game=game, now=now))

    def bet_until_one_waits(self, player: SeatedPlayer, stake_minor: int = 500, *, now: datetime) -> RoundView:
        while True:
            view = self.bet(player, stake_minor, now=now)
            if view.outcome is None:
                return view

    def decide(
        self, player: SeatedPlayer, view: RoundView, action: Action | None = None, *, now: datetime
    ) -> RoundView:
        """Do what the game would do, unless it is said what."""
        wanted = action or view.default_action
        assert wanted is not None, "the round waits"
        return self._kept(world.decide(player, view, wanted, now=now))

    def play(
        self, player: SeatedPlayer, stake_minor: int = 500, *, side_bet_minor: int = 0, game: str = GAME, now: datetime
    ) -> RoundView:
        view = self.bet(player, stake_minor, side_bet_minor=side_bet_minor, game=game, now=now)
        return view if view.outcome is not None else self.decide(player, view, now=now)

    def void(self, view: RoundView, *, now: datetime) -> RoundView:
        round_id = RoundId.parse(view.round_id)
        void_round(round_id, by=approval("a test", by=("olga", "pete")), now=now)
        return self._kept(round_view(round_id.chain, round_id))

    def of(self, *, chain: ChainId | None = None, test: bool | None = None, game: str | None = None) -> Sums:
        return Sums(
            [
                view
                for view in self.views.values()
                if (chain is None or RoundId.parse(view.round_id).chain == chain)
                and (test is None or (RoundId.parse(view.round_id).chain in self.tests) == test)
                and (game is None or view.game == game)
            ]
        )

    def _kept(self, view: RoundView) -> RoundView:
        self.views[view.round_id] = view
        return view


@dataclass(frozen=True, slots=True)
class Sums:
    """What rounds come to, by the definitions of docs/formats/report.md, over their views."""

    views: list[RoundView]

    def settled(self, first: datetime, until: datetime) -> list[RoundView]:
        return [view for view in self._ended(first, until) if view.outcome != "void"]

    def voided(self, first: datetime, until: datetime) -> list[RoundView]:
        return [view for view in self._ended(first, until) if view.outcome == "void"]

    def dealt(self, first: datetime, until: datetime) -> list[RoundView]:
        return [view for view in self.views if to_epoch_ms(first) <= view.dealt_ms < to_epoch_ms(until)]

    def open_at(self, at: datetime) -> list[RoundView]:
        return [
            view
            for view in self.views
            if view.dealt_ms < to_epoch_ms(at) and (view.settled_ms is None or view.settled_ms >= to_epoch_ms(at))
        ]

    def to_games(self, first: datetime, until: datetime) -> int:
        stakes = sum(view.bet.total_minor for view in self.dealt(first, until))
        return stakes + sum(view.staked_minor - view.bet.total_minor for view in self.settled(first, until))

    def from_games(self, first: datetime, until: datetime) -> int:
        return sum(view.returned_minor or 0 for view in self._ended(first, until))

    def funds_at(self, at: datetime) -> int:
        return sum(view.bet.total_minor for view in self.open_at(at))

    def handle(self, first: datetime, until: datetime) -> int:
        return sum(view.staked_minor for view in self.settled(first, until))

    def returned(self, first: datetime, until: datetime) -> int:
        return sum(view.returned_minor or 0 for view in self.settled(first, until))

    def side(self, first: datetime, until: datetime) -> tuple[int, int, int]:
        """Return how many side bets were settled, what they were, and what they returned."""
        placed = [view for view in self.settled(first, until) if view.bet.side_bet_minor]
        back = [view.side_bet.returned_minor for view in placed if view.side_bet is not None]
        assert len(back) == len(placed), "a settled side bet has a result"
        return len(placed), sum(view.bet.side_bet_minor for view in placed), sum(back)

    def _ended(self, first: datetime, until: datetime) -> list[RoundView]:
        return [
            view
            for view in self.views
            if view.settled_ms is not None and to_epoch_ms(first) <= view.settled_ms < to_epoch_ms(until)
        ]
