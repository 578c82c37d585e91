"""Read the roll-ups: the figures of money reports, at a cost that does not grow with the number of rounds.

The roll-ups include the log up to their cursor; `reports.operations.aggregate_log.covered_size` brings them past the
end of an interval first.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from django.db import connection

from kernel.ids import ChainId
from reports.core.period import Period


class GameSums(NamedTuple):
    """What the rounds of a rule sheet came to, in one currency and for one kind of accounts."""

    test: bool
    """Whether the accounts are test accounts."""

    currency: str
    """ISO 4217 code."""

    rules_leaf: bytes
    """The leaf hash of the rule sheet's record."""

    dealt: int
    """How many rounds were dealt."""

    settled: int
    """How many rounds were settled, whenever they were dealt."""

    voided: int
    """How many rounds were voided."""

    into_play_minor: int
    """What went into play: stakes and side bets of rounds dealt, raises of rounds settled."""

    wagers_minor: int
    """Stakes and raises of settled rounds."""

    winnings_minor: int
    """What settled rounds returned of these."""

    side_wagers_minor: int
    """Side bets of settled rounds."""

    side_winnings_minor: int
    """What settled rounds returned of these."""

    voided_minor: int
    """What voided rounds gave back."""

    side_bets: int
    """How many settled rounds had a side bet."""

    stake_total_minor: int
    """Stakes of settled rounds, without raises."""

    stake_squares: int
    """The sum of the squares of these stakes, in squared minor units."""

    side_bet_squares: int
    """The sum of the squares of the side bets, in squared minor units."""

    @property
    def settled_minor(self) -> int:
        """All that was staked in settled rounds: stakes, raises and side bets."""
        return self.wagers_minor + self.side_wagers_minor

    @property
    def returned_minor(self) -> int:
        """All that settled rounds returned, stakes that were won back included."""
        return self.winnings_minor + self.side_winnings_minor

    @property
    def open_rounds(self) -> int:
        """How many more rounds were dealt than ended; of a whole life, how many are open."""
        return self.dealt - self.settled - self.voided

    @property
    def in_play_minor(self) -> int:
        """The growth of the money in play; of a whole life, the money in play."""
        return self.into_play_minor - self.settled_minor - self.voided_minor


GAME_KEY_COUNT: Final = 3
"""How many of the first members of `GameSums` are its key."""


class GameDaySums(NamedTuple):
    """What the rounds of a rule sheet came to on a gaming day."""

    day: date
    """The gaming day."""

    sums: GameSums
    """The sums of that day."""


class MoneySums(NamedTuple):
    """What moved on accounts."""

    deposited_minor: int
    """Deposits."""

    withdrawn_minor: int
    """Withdrawals, when they were asked for."""

    given_back_minor: int
    """Withdrawals that were given back to cash, when they were."""

    adjusted_minor: int
    """Adjustments that added to cash, less those that took; may be negative."""

    bonus_minor: int
    """Bonus money that came to cash."""

    into_play_minor: int
    """What went from cash into play."""

    from_play_minor: int
    """What came from play to cash: stakes and winnings, and the stakes of voided rounds."""

    lost_minor: int
    """What went from play to the house."""

    won_minor: int
    """What came from the house to cash."""

    @property
    def cash_minor(self) -> int:
        """The growth of cash."""
        inward = self.deposited_minor + self.given_back_minor + self.adjusted_minor + self.bonus_minor
        inward += self.from_play_minor
        return inward - self.withdrawn_minor - self.into_play_minor

    @property
    def left_play_minor(self) -> int:
        """What the rounds that ended had at risk: stakes that came back to cash, and stakes that were lost."""
        return self.from_play_minor - self.won_minor + self.lost_minor

    @property
    def in_play_minor(self) -> int:
        """The growth of the money in play."""
        return self.into_play_minor - self.left_play_minor


class MoneyGroup(NamedTuple):
    """What moved on all accounts of a kind and currency."""

    test: bool
    """Whether the accounts are test accounts."""

    currency: str
    """ISO 4217 code."""

    sums: MoneySums
    """The sums over all of these accounts."""


NO_MOVEMENTS: Final = MoneySums(*(0 for _ in MoneySums._fields))


class AccountDaySums(NamedTuple):
    """What moved on an account on a gaming day."""

    day: date
    """The gaming day."""

    chain: ChainId
    """The account's chain."""

    sums: MoneySums
    """The sums of that day."""


def game_sums(period: Period) -> list[GameSums]:
    """Return the sums of each rule sheet in an interval, by kind of accounts (players' first), currency and leaf."""
    return _game_sums("day >= %s AND day < %s", period.first, period.until)


def game_sums_before(day: date) -> list[GameSums]:
    """Return the sums of each rule sheet over all gaming days before `day`."""
    return _game_sums("day < %s", day)


def daily_game_sums(period: Period) -> list[GameDaySums]:
    """Return the sums of each rule sheet on each day, by day, kind of accounts (players' first), currency and leaf."""
    columns = ", ".join(GameSums._fields)
    sql = f"SELECT day, {columns} FROM reports_game_day WHERE day >= %s AND day < %s ORDER BY 1, 2, 3, 4"
    return [GameDaySums(row[0], _game_row(row[1:])) for row in _read(sql, period.first, period.until)]


def money_sums(period: Period) -> list[MoneyGroup]:
    """Return what moved in an interval, by kind of accounts (players' first) and currency."""
    return _money_sums("day >= %s AND day < %s", period.first, period.until)


def money_sums_before(day: date) -> list[MoneyGroup]:
    """Return what moved before a gaming day: the balances of all accounts when it begins."""
    return _money_sums("day < %s", day)


def account_sums(period: Period, chains: Iterable[ChainId]) -> dict[ChainId, MoneySums]:
    """Return what moved on each of these accounts in an interval; accounts without movements are left out."""
    sums = ", ".join(f"sum({name})::bigint" for name in MoneySums._fields)
    sql = (
        f"SELECT chain, {sums} FROM reports_account_day WHERE day >= %s AND day < %s AND chain = ANY(%s) GROUP BY chain"
    )
    rows = _read(sql, period.first, period.until, list(chains))
    return {ChainId(row[0]): MoneySums(*row[1:]) for row in rows}


def large_account_days(period: Period, *, minimum_minor: int, payments_minimum_minor: int) -> list[AccountDaySums]:
    """Return the account days with stakes or a net win of `minimum_minor`, or payments of `payments_minimum_minor`.

    Deposits and withdrawals count separately. The rows are in order of day and chain.
    """
    sql = (
        f"SELECT day, chain, {', '.join(MoneySums._fields)} FROM reports_account_day WHERE day >= %s AND day < %s"
        " AND (GREATEST(into_play_minor, from_play_minor - into_play_minor) >= %s"
        " OR GREATEST(deposited_minor, withdrawn_minor) >= %s) ORDER BY day, chain"
    )
    rows = _read(sql, period.first, period.until, minimum_minor, payments_minimum_minor)
    return [AccountDaySums(row[0], ChainId(row[1]), MoneySums(*row[2:])) for row in rows]


def days_with_entries_from(index: int) -> list[tuple[date, int]]:
    """Return the gaming days that have a log entry at or above `index`, each with the index of its newest entry."""
    sql = "SELECT day, max(last_index) FROM reports_money_day WHERE last_index >= %s GROUP BY day ORDER BY day"
    return [(row[0], row[1]) for row in _read(sql, index)]


def _game_sums(days: str, *params: Any) -> list[GameSums]:
    keys, summed = GameSums._fields[:GAME_KEY_COUNT], GameSums._fields[GAME_KEY_COUNT:]
    sums = ", ".join(f"sum({name})" for name in summed)
    sql = f"SELECT {', '.join(keys)}, {sums} FROM reports_game_day WHERE {days} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
    return [_game_row(row) for row in _read(sql, *params)]


def _game_row(row: Sequence[Any]) -> GameSums:
    test, currency, leaf, *sums = row
    return GameSums(test, currency, bytes(leaf), *map(int, sums))


def _money_sums(days: str, *params: Any) -> list[MoneyGroup]:
    sums = ", ".join(f"sum({name})::bigint" for name in MoneySums._fields)
    sql = f"SELECT test, currency, {sums} FROM reports_money_day WHERE {days} GROUP BY 1, 2 ORDER BY 1, 2"
    return [MoneyGroup(row[0], row[1], MoneySums(*row[2:])) for row in _read(sql, *params)]


def _read(sql: str, *params: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows
