"""What the columnar copies of a gaming day hold: one row for each entry of the log that the roll-ups add up.

A column is the sum that a roll-up has under the same name, of this entry alone. So the copies are added up and need no
rule of their own: what a stake or a deposit is, the roll-ups' expressions say.

Source: docs/adr/0084-day-copies.md; docs/reports.md, "Copies of days that are over".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from audit.queries.record_documents import logged_among
from kernel.cte import with_statement
from reports.core.period import Period
from reports.queries.rollup_rows import GAME_SUMS, MONEY_SUMS, dated_ctes
from wallet.queries.postings import JOURNALS_LOGGED, journals_between


@dataclass(frozen=True, slots=True, kw_only=True)
class CopiedRows:
    """One of the files that copy a gaming day."""

    content: str
    """The name, which the file's name has too."""

    rows_of: str
    """The CTE of `dated_ctes` whose rows are copied."""

    where: str
    """The SQL condition of the rows that this file has."""

    keys: tuple[str, ...]
    """What tells the row: the first is the entry's index in the log, by which the rows are ordered."""

    sums: Mapping[str, str]
    """The SQL expression of every other column."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns, in the order of the file."""
        return (*self.keys, *self.sums)


_STEP: Final = ("index", "chain", "kind", "time_ms", "stake_seq", "rules_leaf", "currency", "test")
_ENDS: Final = "kind IN ('settle', 'void')"

STAKES: Final = CopiedRows(
    content="stakes",
    rows_of="steps",
    where=f"NOT {_ENDS}",
    keys=_STEP,
    sums={name: GAME_SUMS[name] for name in ("dealt", "into_play_minor")},
)
"""What was put at stake in rounds and at tables before they ended."""

RESULTS: Final = CopiedRows(
    content="results",
    rows_of="steps",
    where=_ENDS,
    keys=_STEP,
    sums={name: sql for name, sql in GAME_SUMS.items() if name != "dealt"},
)
"""The ends of rounds, and of stakes at tables. A question about results reads these alone, which are half of all steps."""

MOVEMENTS: Final = CopiedRows(
    content="movements",
    rows_of="postings",
    where="true",
    keys=("index", "chain", "seq", "kind", "time_ms", "currency", "test"),
    sums=MONEY_SUMS,
)
"""What each journal moved."""

COPIED: Final = (STAKES, RESULTS, MOVEMENTS)
"""Every file of a copied day."""

WIDE: Final = frozenset({"stake_squares", "side_bet_squares"})
"""The sums that may need more than 64 bits."""


def select_copied(copied: CopiedRows, day: Period, *, log_size: int) -> tuple[str, list[Any]]:
    """Return the statement that reads the rows of a gaming day's entries below `log_size`, in order of the log."""
    timed = journals_between(day.start_ms, day.end_ms)._replace(name="timed")
    ctes = [timed, logged_among("timed", below_index=log_size), JOURNALS_LOGGED, *dated_ctes([day])]
    sums = ", ".join(f"({sql}){'' if name in WIDE else '::bigint'} AS {name}" for name, sql in copied.sums.items())
    group = ", ".join(str(number) for number in range(1, len(copied.keys) + 1))
    answer = f"SELECT {', '.join(copied.keys)}, {sums} FROM {copied.rows_of} WHERE {copied.where} GROUP BY {group} ORDER BY 1"
    return with_statement(ctes, answer=answer)
