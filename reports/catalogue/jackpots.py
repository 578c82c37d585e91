"""Large jackpots. No game has a jackpot yet, so there are no rows.

Source: GLI-19 2.9.4.
"""

from typing import Final

from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY
from reports.core.definition import Definition, Page, ReportScope
from reports.core.table import Column, Type


def _read_page(_: ReportScope, __: str) -> Page:
    return Page(())


DEFINITION: Final = Definition(
    kind="jackpots",
    title="Large jackpots",
    version=1,
    regulation="GLI-19 2.9.4",
    columns=(
        Column(name="jackpot", type=Type.TEXT, meaning="The jackpot's own name."),
        ACCOUNTS,
        ACCOUNT,
        Column(name="game", type=Type.TEXT, meaning="The game in which it was won."),
        Column(name="cycle", type=Type.TEXT, meaning="The round in which it was won."),
        Column(name="triggered", type=Type.INSTANT, meaning="When it was won."),
        CURRENCY,
        Column(name="amount", type=Type.MONEY, meaning="How much was won.", summed=True),
        Column(name="confirmed_by", type=Type.TEXT, meaning="The users who confirmed it."),
    ),
    read_page=_read_page,
    filters=("jackpot", "accounts", "account", "game", "currency"),
)
