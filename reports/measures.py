"""What the roll-ups say of gaming days: the figures of money reports, at the same cost however much was played.

They hold the log up to their cursor; `reports.operations.fold.settled_size` brings it past an interval first.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db import connection

from kernel.ids import ChainId
from reports.core.period import Period


class GameSums(NamedTuple):
    """What rounds of a sheet came to in one currency, of test accounts or of players'.

    `staked_minor` is all that went into play: first bets and side bets of rounds that were dealt, raises of those
    settled. `wagers_minor` (first bets and raises), `side_wagers_minor` and what came back of both are of settled
    rounds, and so are `side_bets` (how many had one), `first_bets_minor` and the squares. `voided_minor` is what voided
    ones gave back.
    """

    test: bool
    currency: str
    rules_leaf: bytes
    dealt: int
    settled: int
    voided: int
    staked_minor: int
    wagers_minor: int
    winnings_minor: int
    side_wagers_minor: int
    side_winnings_minor: int
    voided_minor: int
    side_bets: int
    first_bets_minor: int
    first_bets_squared: int
    side_bets_squared: int

    @property
    def settled_minor(self) -> int:
        """All that was staked in settled rounds: first bets, raises and side bets."""
        return self.wagers_minor + self.side_wagers_minor

    @property
    def returned_minor(self) -> int:
        """All that settled rounds gave back, stakes that were won back among it."""
        return self.winnings_minor + self.side_winnings_minor

    @property
    def waiting(self) -> int:
        """How many more rounds were dealt than ended: over a whole life, those that are open."""
        return self.dealt - self.settled - self.voided

    @property
    def in_play_minor(self) -> int:
        """By how much the money in play has grown: over a whole life, what is in play."""
        return self.staked_minor - self.settled_minor - self.voided_minor


class DayOfGame(NamedTuple):
    """A gaming day of a sheet."""

    day: date
    sums: GameSums


class MoneySums(NamedTuple):
    """What moved in accounts; see `reports.models`. `adjusted_minor` is net and may be negative."""

    deposited_minor: int
    withdrawn_minor: int
    adjusted_minor: int
    bonus_minor: int
    staked_minor: int
    returned_minor: int
    lost_minor: int
    won_minor: int

    @property
    def cash_minor(self) -> int:
        """By how much cash has grown."""
        inward = self.deposited_minor + self.adjusted_minor + self.bonus_minor + self.returned_minor
        return inward - self.withdrawn_minor - self.staked_minor

    @property
    def left_play_minor(self) -> int:
        """What rounds that ended had at stake: what came back from play, winnings left out, and what was lost."""
        return self.returned_minor - self.won_minor + self.lost_minor

    @property
    def in_play_minor(self) -> int:
        """By how much the money in play has grown."""
        return self.staked_minor - self.left_play_minor


class KindOfMoney(NamedTuple):
    """All accounts of a kind and currency, and what moved in them."""

    test: bool
    currency: str
    sums: MoneySums


NOTHING_MOVED = MoneySums(0, 0, 0, 0, 0, 0, 0, 0)


class DayOfAccount(NamedTuple):
    """A gaming day of an account, and what moved in it."""

    day: date
    chain: ChainId
    sums: MoneySums


def games(period: Period) -> list[GameSums]:
    """Return what each sheet came to in an interval, in order of accounts (players' first), currency and leaf."""
    return _games("day >= %s AND day < %s", period.first, period.until)


def games_before(day: date) -> list[GameSums]:
    """Return the same of all gaming days before this one."""
    return _games("day < %s", day)


def days_of_games(period: Period) -> list[DayOfGame]:
    """Return what each sheet came to on each gaming day of an interval, in order of day, accounts, currency, leaf."""
    columns = ", ".join(GameSums._fields)
    sql = f"SELECT day, {columns} FROM reports_game_day WHERE day >= %s AND day < %s ORDER BY 1, 2, 3, 4"
    return [DayOfGame(row[0], _game(row[1:])) for row in _read(sql, period.first, period.until)]


def money(period: Period) -> list[KindOfMoney]:
    """Return what moved in an interval, in order of accounts (players' first) and currency."""
    return _money("day >= %s AND day < %s", period.first, period.until)


def money_before(day: date) -> list[KindOfMoney]:
    """Return the same of all gaming days before this one: what is on all accounts when it begins."""
    return _money("day < %s", day)


def accounts(period: Period, chains: Iterable[ChainId]) -> dict[ChainId, MoneySums]:
    """Return what moved in each of these accounts in an interval; those in which nothing did are left out."""
    sums = ", ".join(f"sum({name})::bigint" for name in MoneySums._fields)
    sql = (
        f"SELECT chain, {sums} FROM reports_account_day WHERE day >= %s AND day < %s AND chain = ANY(%s) GROUP BY chain"
    )
    found = _read(sql, period.first, period.until, list(chains))
    return {ChainId(row[0]): MoneySums(*row[1:]) for row in found}


def large_days(period: Period, *, minimum_minor: int, payments_minimum_minor: int) -> list[DayOfAccount]:
    """Return the gaming days of accounts on which stakes or net winnings, or payments either way, were so large.

    In order of day and chain.
    """
    sql = (
        f"SELECT day, chain, {', '.join(MoneySums._fields)} FROM reports_account_day WHERE day >= %s AND day < %s"
        " AND (GREATEST(staked_minor, returned_minor - staked_minor) >= %s"
        " OR GREATEST(deposited_minor, withdrawn_minor) >= %s) ORDER BY day, chain"
    )
    found = _read(sql, period.first, period.until, minimum_minor, payments_minimum_minor)
    return [DayOfAccount(row[0], ChainId(row[1]), MoneySums(*row[2:])) for row in found]


def days_with_entries_from(index: int) -> list[tuple[date, int]]:
    """Return the gaming days into which an entry from this place of the log on was folded, each with its newest."""
    sql = "SELECT day, max(last_index) FROM reports_money_day WHERE last_index >= %s GROUP BY day ORDER BY day"
    return [(row[0], row[1]) for row in _read(sql, index)]


def _games(days: str, *params: Any) -> list[GameSums]:
    keys, summed = GameSums._fields[:3], GameSums._fields[3:]
    sums = ", ".join(f"sum({name})" for name in summed)
    sql = f"SELECT {', '.join(keys)}, {sums} FROM reports_game_day WHERE {days} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
    return [_game(row) for row in _read(sql, *params)]


def _game(row: Sequence[Any]) -> GameSums:
    test, currency, leaf, *sums = row
    return GameSums(test, currency, bytes(leaf), *map(int, sums))


def _money(days: str, *params: Any) -> list[KindOfMoney]:
    sums = ", ".join(f"sum({name})::bigint" for name in MoneySums._fields)
    sql = f"SELECT test, currency, {sums} FROM reports_money_day WHERE {days} GROUP BY 1, 2 ORDER BY 1, 2"
    return [KindOfMoney(row[0], row[1], MoneySums(*row[2:])) for row in _read(sql, *params)]


def _read(sql: str, *params: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows
