"""What is never added together, and the columns that money reports share.

Source: docs/formats/report.md, "Cells".
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from reports.core.account_columns import kind_of_accounts
from reports.core.table import Column, Row, Type


class Purse(NamedTuple):
    """A kind of accounts (`players` or `test`) in one currency: money of one purse is added to none of another."""

    accounts: str
    currency: str


def purse_of(currency: str, *, test: bool) -> Purse:
    """Return the purse of test accounts, or of players', in a currency."""
    return Purse(kind_of_accounts(test=test), currency)


GAME: Final = Column(name="game", type=Type.TEXT, meaning="The game, as its rule sheet is called.")
VERSION: Final = Column(
    name="version", type=Type.INTEGER, meaning="The version of the rule sheet; other rules are another version."
)


def money(name: str, meaning: str) -> Column:
    """Return a column of money that is added up."""
    return Column(name=name, type=Type.MONEY, meaning=meaning, summed=True)


def count(name: str, meaning: str) -> Column:
    """Return a column of counts that are added up."""
    return Column(name=name, type=Type.INTEGER, meaning=meaning, summed=True)


def told(rows: Iterable[Row], columns: Iterable[Column]) -> list[Row]:
    """Leave the rows out whose money and counts are all 0: those that have nothing to tell."""
    summed = [column.name for column in columns if column.summed]
    return [row for row in rows if any(row[name] for name in summed)]
