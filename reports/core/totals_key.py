"""The key by which money reports group totals, and the columns that money reports share.

Source: docs/formats/report.md, "Cells".
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from reports.core.account_columns import account_kind
from reports.core.table import Column, Row, Type


class TotalsKey(NamedTuple):
    """A kind of accounts in one currency. Amounts of different keys are never added together."""

    accounts: str
    """`players` or `test`."""

    currency: str
    """ISO 4217 code."""


def totals_key_of(currency: str, *, test: bool) -> TotalsKey:
    """Return the key of test accounts, or of players' accounts, in a currency."""
    return TotalsKey(account_kind(test=test), currency)


GAME: Final = Column(name="game", type=Type.TEXT, meaning="The game, as its rule sheet is called.")
VERSION: Final = Column(
    name="version", type=Type.INTEGER, meaning="The version of the rule sheet; other rules are another version."
)


def money_column(name: str, meaning: str) -> Column:
    """Return a column of money with a total."""
    return Column(name=name, type=Type.MONEY, meaning=meaning, summed=True)


def count_column(name: str, meaning: str) -> Column:
    """Return a column of counts with a total."""
    return Column(name=name, type=Type.INTEGER, meaning=meaning, summed=True)


def drop_zero_rows(rows: Iterable[Row], columns: Iterable[Column]) -> list[Row]:
    """Return the rows in which at least one column with a total is not 0."""
    summed = [column.name for column in columns if column.summed]
    return [row for row in rows if any(row[name] for name in summed)]
