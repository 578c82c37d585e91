"""The SELECT statements that compute roll-ups from journals, rounds and stakes at tables.

Aggregation adds their rows to the tables. The soundness check runs them over the whole log and compares.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.queries.round_outcomes import PLAYED
from kernel.cte import Cte
from players.queries.accounts import ACCOUNT_KIND_CTE
from reports.core.period import Period
from tables.queries.stake_outcomes import PLAYED_AT_TABLES
from wallet.queries.postings import ADJUSTED, CURRENCIES, MOVED, MOVED_OR_NOT, SUMS

_HOUR_MS: Final = 3_600_000

GAME_SUMS: Final = {
    "dealt": "count(*) FILTER (WHERE kind = 'deal')",
    "settled": "count(*) FILTER (WHERE kind = 'settle')",
    "voided": "count(*) FILTER (WHERE kind = 'void')",
    "into_play_minor": "COALESCE(sum(into_play_minor), 0)",
    "wagers_minor": "COALESCE(sum(staked_minor - side_bet_minor) FILTER (WHERE kind = 'settle'), 0)",
    "winnings_minor": "COALESCE(sum(returned_minor - side_returned_minor) FILTER (WHERE kind = 'settle'), 0)",
    "side_wagers_minor": "COALESCE(sum(side_bet_minor) FILTER (WHERE kind = 'settle'), 0)",
    "side_winnings_minor": "COALESCE(sum(side_returned_minor) FILTER (WHERE kind = 'settle'), 0)",
    "voided_minor": "COALESCE(sum(returned_minor) FILTER (WHERE kind = 'void'), 0)",
    "side_bets": "count(*) FILTER (WHERE kind = 'settle' AND side_bet_minor > 0)",
    "stake_total_minor": "COALESCE(sum(stake_minor) FILTER (WHERE kind = 'settle'), 0)",
    "stake_squares": "COALESCE(sum(stake_square) FILTER (WHERE kind = 'settle'), 0)",
    "side_bet_squares": "COALESCE(sum(side_bet_square) FILTER (WHERE kind = 'settle'), 0)",
}
"""The sum over steps of rounds, and of stakes at tables, that each column holds."""

_POSTINGS: Final = {
    "deposited_minor": SUMS["deposited_minor"],
    "withdrawn_minor": SUMS["withdrawn_minor"],
    "given_back_minor": SUMS["given_back_minor"],
    "bonus_minor": SUMS["bonus_minor"],
    "into_play_minor": SUMS["staked_minor"],
    "from_play_minor": SUMS["returned_minor"],
    "lost_minor": SUMS["lost_minor"],
    "won_minor": SUMS["won_minor"],
}

MONEY_SUMS: Final = {
    **{name: f"COALESCE(sum(amount_minor) FILTER (WHERE {condition}), 0)" for name, condition in _POSTINGS.items()},
    "adjusted_minor": ADJUSTED,
}
"""The sum over postings that each column holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rollup:
    """A table of sums."""

    table: str
    """The name of the table."""

    rows_of: str
    """The CTE that is summed: `steps` of rounds and stakes, `postings`, or `entries`, which are postings and journals without any."""

    keys: tuple[str, ...]
    """The columns of the primary key."""

    sums: Mapping[str, str]
    """The SQL expression of every other column."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns, in the order of `select_rows`."""
        return (*self.keys, *self.sums)


ROLLUPS: Final = (
    Rollup(
        table="reports_game_hour",
        rows_of="steps",
        keys=("day", "hour_ms", "rules_leaf", "currency", "test"),
        sums=GAME_SUMS,
    ),
    Rollup(table="reports_game_day", rows_of="steps", keys=("day", "rules_leaf", "currency", "test"), sums=GAME_SUMS),
    Rollup(table="reports_account_day", rows_of="postings", keys=("day", "chain"), sums=MONEY_SUMS),
    Rollup(
        table="reports_money_day",
        # Whoever lost all around a pot leaves without a posting. Such an entry counts a round, and can come late.
        rows_of="entries",
        keys=("day", "currency", "test"),
        sums={**MONEY_SUMS, "last_index": "max(index)"},
    ),
)
"""Every roll-up."""


def dated_ctes(days: Sequence[Period]) -> list[Cte]:
    """Return the CTEs `steps`, `postings` and `entries` of the CTE `journals`, with gaming day, currency and kind of accounts.

    `days` has every gaming day of the journals, in order.
    """
    bounds = ([day.first for day in days], [day.start_ms for day in days])
    return [
        Cte("chains", "SELECT DISTINCT chain FROM journals", ()),
        CURRENCIES,
        ACCOUNT_KIND_CTE,
        PLAYED,
        PLAYED_AT_TABLES,
        MOVED,
        MOVED_OR_NOT,
        Cte("steps", _DATED.format("(SELECT * FROM played UNION ALL SELECT * FROM played_at_tables)"), bounds),
        Cte("postings", _DATED.format("moved"), bounds),
        Cte("entries", _DATED.format("moved_or_not"), bounds),
    ]


def select_rows(rollup: Rollup) -> str:
    """Return the SELECT of a roll-up's rows, which needs the CTEs of `dated_ctes`."""
    keys = ", ".join(_HOUR if key == "hour_ms" else key for key in rollup.keys)
    sums = ", ".join(f"{sql} AS {name}" for name, sql in rollup.sums.items())
    group = ", ".join(str(number) for number in range(1, len(rollup.keys) + 1))
    return f"SELECT {keys}, {sums} FROM {rollup.rows_of} GROUP BY {group}"


_DATED: Final = (
    "SELECT e.*, w.currency, w.test, (%s::date[])[width_bucket(e.time_ms, %s::bigint[])] AS day"
    " FROM {} e JOIN account_kind w ON w.chain = e.chain"
)
_HOUR: Final = f"time_ms / {_HOUR_MS} * {_HOUR_MS} AS hour_ms"
