"""The columns that state whose account and which currency a row is about."""

from typing import Final

from reports.core.table import PLAYERS, TEST, Column, Type

ACCOUNTS: Final = Column(
    name="accounts",
    type=Type.TEXT,
    meaning=f"Whose accounts: players' (`{PLAYERS}`), or the house's own for tests (`{TEST}`).",
)
ACCOUNT: Final = Column(name="account", type=Type.TEXT, meaning="The account: its chain in the log, 32 hex digits.")
CURRENCY: Final = Column(name="currency", type=Type.TEXT, meaning="The currency of all money in the row (ISO 4217).")


def account_kind(*, test: bool) -> str:
    """Return the cell of `accounts`."""
    return TEST if test else PLAYERS
