"""Read how a gaming day goes, from the roll-ups: a few rows by game and currency, and the accounts that played.

Only players' accounts are counted. The figures include the log up to the roll-ups' cursor, which a worker advances
every minute.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from typing import Final

from django.db import connection

from kernel.cte import Cte, with_statement
from players.queries.accounts import ACCOUNT_KIND_CTE
from reports.core.day_zone import DayZone
from reports.core.period import Period
from reports.queries import rollups
from reports.queries.game_totals import game_key, merge_totals
from wallet.queries.postings import CURRENCIES

DAYS_SHOWN: Final = 14
"""How many gaming days are told, this one among them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFigures:
    """What the rounds of a game came to on the day, when they were settled."""

    game: str
    """The name of the game."""
    rounds: int
    """How many were settled; voided ones are not among them."""
    handle_minor: int
    """All that was staked in them, side bets and raises among it."""
    returned_minor: int
    """All that they gave back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DayFigures:
    """What the rounds of a gaming day came to, of all games."""

    day: date
    """The gaming day."""
    rounds: int
    """How many were settled; voided ones are not among them."""
    handle_minor: int
    """All that was staked in them, side bets and raises among it."""
    returned_minor: int
    """All that they gave back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrencyFigures:
    """What the players' accounts of a currency came to on the day."""

    currency: str
    """ISO 4217 code."""
    games: tuple[GameFigures, ...]
    """In order of their names; games without a settled round are left out."""
    days: tuple[DayFigures, ...]
    """The gaming days up to this one on which rounds were settled, of the last `DAYS_SHOWN`; the oldest first."""
    active_players: int
    """How many accounts put money into play on the day."""
    cash_minor: int
    """The money on the accounts at the end of the roll-ups."""
    in_play_minor: int
    """The money at risk in open rounds and stakes then."""


def day_figures(day: date, *, zone: DayZone) -> list[CurrencyFigures]:
    """Return the figures of a gaming day by currency, in order of the codes; currencies that nobody had are left out."""
    until = day + timedelta(days=1)
    games = _games_by_currency(Period(day, until, zone))
    days = _days_by_currency(Period(until - timedelta(days=DAYS_SHOWN), until, zone))
    active = _active_players(day)
    balances = {group.currency: group.sums for group in rollups.money_sums_before(until) if not group.test}
    return [
        CurrencyFigures(
            currency=currency,
            games=tuple(games.get(currency, ())),
            days=tuple(days.get(currency, ())),
            active_players=active.get(currency, 0),
            cash_minor=sums.cash_minor,
            in_play_minor=sums.in_play_minor,
        )
        for currency, sums in sorted(balances.items())
    ]


def _games_by_currency(period: Period) -> dict[str, list[GameFigures]]:
    by_currency: dict[str, list[GameFigures]] = {}
    players = [sums for sums in rollups.game_sums(period) if not sums.test]
    for key, sums in merge_totals(players, game_key).items():
        if sums.settled == 0:
            continue
        figures = GameFigures(
            game=key.game,
            rounds=sums.settled,
            handle_minor=sums.settled_minor,
            returned_minor=sums.returned_minor,
        )
        by_currency.setdefault(key.currency, []).append(figures)
    return by_currency


def _days_by_currency(period: Period) -> dict[str, list[DayFigures]]:
    by_currency: dict[str, list[DayFigures]] = {}
    players = [row for row in rollups.daily_game_sums(period) if not row.sums.test]
    for day, of_day in groupby(players, key=lambda row: row.day):
        for currency, sums in merge_totals((row.sums for row in of_day), lambda sums: (sums.currency,)).items():
            if sums.settled == 0:
                continue
            figures = DayFigures(
                day=day,
                rounds=sums.settled,
                handle_minor=sums.settled_minor,
                returned_minor=sums.returned_minor,
            )
            by_currency.setdefault(currency[0], []).append(figures)
    return by_currency


def _active_players(day: date) -> dict[str, int]:
    chains = Cte("chains", "SELECT chain FROM reports_account_day WHERE day = %s AND into_play_minor > 0", (day,))
    sql, values = with_statement(
        [chains, CURRENCIES, ACCOUNT_KIND_CTE],
        answer="SELECT currency, count(*) FROM account_kind WHERE NOT test GROUP BY currency",
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return dict(cursor.fetchall())
