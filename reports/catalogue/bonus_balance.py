"""Non-cashable bonus balances by account. The platform grants no bonus yet, so there are no rows.

Source: N.J.A.C. 13:69O-1.9; regulation F35.
"""

from typing import Final

from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY
from reports.core.definition import Definition, Page, ReportScope
from reports.core.table import Column, Type


def _read_page(_: ReportScope, __: str) -> Page:
    return Page(())


DEFINITION: Final = Definition(
    kind="bonus-balance",
    title="Non-cashable bonus balance",
    version=1,
    regulation="N.J.A.C. 13:69O-1.9",
    columns=(
        ACCOUNTS,
        ACCOUNT,
        CURRENCY,
        Column(name="opening", type=Type.MONEY, meaning="Bonus at the beginning of the interval.", summed=True),
        Column(name="granted", type=Type.MONEY, meaning="Bonus that was granted.", summed=True),
        Column(name="wagered", type=Type.MONEY, meaning="Bonus that was staked.", summed=True),
        Column(name="expired", type=Type.MONEY, meaning="Bonus that expired or was taken back.", summed=True),
        Column(name="closing", type=Type.MONEY, meaning="Bonus at the end of the interval.", summed=True),
    ),
    read_page=_read_page,
    filters=("accounts", "account", "currency"),
)
