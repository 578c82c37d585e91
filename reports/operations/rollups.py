"""What a fold adds up: the clauses that turn journals and rounds into roll-ups.

The same text counts some entries of the log into the tables, and all of them anew to hold the tables against.
"""

from collections.abc import Sequence
from typing import Final

from games.queries.round_outcomes import PLAYED
from kernel.cte import Cte
from players.queries.accounts import ACCOUNT_KIND_CTE
from reports.core.period import Period
from wallet.queries.postings import ADJUSTED, CURRENCIES, MOVED, SUMS

_HOUR_MS: Final = 3_600_000

GAME_SUMS: Final = {
    "dealt": "count(*) FILTER (WHERE kind = 'deal')",
    "settled": "count(*) FILTER (WHERE kind = 'settle')",
    "voided": "count(*) FILTER (WHERE kind = 'void')",
    "staked_minor": "COALESCE(sum(stake_minor + side_bet_minor) FILTER (WHERE kind = 'deal'), 0)"
    " + COALESCE(sum(staked_minor - stake_minor - side_bet_minor) FILTER (WHERE kind = 'settle'), 0)",
    "wagers_minor": "COALESCE(sum(staked_minor - side_bet_minor) FILTER (WHERE kind = 'settle'), 0)",
    "winnings_minor": "COALESCE(sum(returned_minor - side_returned_minor) FILTER (WHERE kind = 'settle'), 0)",
    "side_wagers_minor": "COALESCE(sum(side_bet_minor) FILTER (WHERE kind = 'settle'), 0)",
    "side_winnings_minor": "COALESCE(sum(side_returned_minor) FILTER (WHERE kind = 'settle'), 0)",
    "voided_minor": "COALESCE(sum(returned_minor) FILTER (WHERE kind = 'void'), 0)",
    "side_bets": "count(*) FILTER (WHERE kind = 'settle' AND side_bet_minor > 0)",
    "first_bets_minor": "COALESCE(sum(stake_minor) FILTER (WHERE kind = 'settle'), 0)",
    "first_bets_squared": "COALESCE(sum(stake_minor::numeric ^ 2) FILTER (WHERE kind = 'settle'), 0)",
    "side_bets_squared": "COALESCE(sum(side_bet_minor::numeric ^ 2) FILTER (WHERE kind = 'settle'), 0)",
}
"""What a game's steps add up to, by column."""

MONEY_SUMS: Final = {
    **{name: f"COALESCE(sum(amount_minor) FILTER (WHERE {condition}), 0)" for name, condition in SUMS.items()},
    "adjusted_minor": ADJUSTED,
}
"""What postings add up to, by column."""

TABLES: Final = {
    "reports_game_hour": ("day", "hour_ms", "rules_leaf", "currency", "test"),
    "reports_game_day": ("day", "rules_leaf", "currency", "test"),
    "reports_account_day": ("day", "chain"),
    "reports_money_day": ("day", "currency", "test"),
}
"""The roll-ups with their keys."""


def rollup_clauses(days: Sequence[Period]) -> list[Cte]:
    """Add the journals that a clause named `journals` gives to the roll-ups; `days` hold all of them, in order."""
    return [*dated_clauses(days), *(_added(table) for table in TABLES)]


def dated_clauses(days: Sequence[Period]) -> list[Cte]:
    """Give steps of rounds (`steps`) and postings (`postings`) with gaming day, currency and kind of accounts."""
    bounds = ([day.first for day in days], [day.start_ms for day in days])
    return [
        Cte("chains", "SELECT DISTINCT chain FROM journals", ()),
        CURRENCIES,
        ACCOUNT_KIND_CTE,
        PLAYED,
        MOVED,
        Cte("steps", _DATED.format("played"), bounds),
        Cte("postings", _DATED.format("moved"), bounds),
    ]


def summed(table: str) -> str:
    """Write the query that gives a table's rows, from `steps` or `postings`, columns in the order of `columns_of`."""
    keys = ", ".join(_HOUR if key == "hour_ms" else key for key in TABLES[table])
    sums = ", ".join(f"{sql} AS {name}" for name, sql in _sums_of(table).items())
    source = "steps" if "game" in table else "postings"
    return f"SELECT {keys}, {sums} FROM {source} GROUP BY {', '.join(map(str, range(1, len(TABLES[table]) + 1)))}"


def columns_of(table: str) -> tuple[str, ...]:
    """Return a table's columns as `summed` gives them."""
    return (*TABLES[table], *_sums_of(table))


def cursor_clause(size: int) -> Cte:
    """Move the cursor, in the same statement."""
    return Cte("moved_on", "UPDATE reports_cursor SET size = %s WHERE id = 1", (size,))


_DATED: Final = (
    "SELECT e.*, w.currency, w.test, (%s::date[])[width_bucket(e.time_ms, %s::bigint[])] AS day"
    " FROM {} e JOIN account_kind w ON w.chain = e.chain"
)
_HOUR: Final = f"time_ms / {_HOUR_MS} * {_HOUR_MS} AS hour_ms"


def _sums_of(table: str) -> dict[str, str]:
    if "game" in table:
        return GAME_SUMS
    return {**MONEY_SUMS, "last_index": "max(index)"} if table == "reports_money_day" else MONEY_SUMS


def _added(table: str) -> Cte:
    keys, columns = TABLES[table], columns_of(table)
    grown = ", ".join(
        f"{name} = GREATEST({table}.{name}, EXCLUDED.{name})"
        if name == "last_index"
        else f"{name} = {table}.{name} + EXCLUDED.{name}"
        for name in columns[len(keys) :]
    )
    sql = (
        f"INSERT INTO {table} ({', '.join(columns)}) {summed(table)}"
        f" ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {grown}"
    )
    return Cte(f"into_{table}", sql, ())
