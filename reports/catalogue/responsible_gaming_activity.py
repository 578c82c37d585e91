"""What players, the operator and the national list did about limits and exclusions, and what players acknowledged.

Where the rows come from, and why each stands here once, is said in responsible_gaming/queries/activities.py: significant events
of some kinds, and acknowledged reality checks. Reasons and names of operators stand in `significant-events`.

Source: GLI-19 2.5.5, A.3.7, A.3.8; 58 Pa. Code 814a; regulation F26 to F29.
"""

from collections.abc import Mapping
from typing import Final

from kernel.ids import ChainId
from kernel.instants import from_epoch_ms, to_epoch_ms
from reports.core import paging
from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY
from reports.core.change_text import change_text
from reports.core.definition import Asked, Definition, Page
from reports.core.paging import Place, cut, read_place
from reports.core.table import Column, Row, Type
from reports.whose import whose
from responsible_gaming.queries.activities import Activity, activities
from wallet.reporting import currencies_of


def _page(asked: Asked, following: str) -> Page:
    found = activities(
        since=from_epoch_ms(asked.period.start_ms),
        until=from_epoch_ms(asked.period.end_ms),
        after=read_place(following),
        limit=paging.PAGE_ROWS + 1,
    )
    told, then = cut(found, lambda activity: Place(activity.at, activity.id))
    chains = {activity.chain for activity in told}
    accounts, currencies = whose(chains), currencies_of(chains)
    return Page([_row(activity, accounts, currencies) for activity in told], then)


def _row(activity: Activity, accounts: Mapping[ChainId, str], currencies: Mapping[ChainId, str]) -> Row:
    return {
        "time": to_epoch_ms(activity.at),
        "accounts": accounts[activity.chain],
        "account": activity.chain.hex,
        "currency": currencies[activity.chain],
        "activity": activity.kind,
        "by": activity.by,
        "what": activity.what or None,
        "before": change_text(activity.before),
        "after": change_text(activity.after),
    }


_COUNTED: Final = "as canonical JSON, amounts in minor units of the currency and durations in milliseconds"

DEFINITION: Final = Definition(
    kind="responsible-gaming-activity",
    title="Responsible gaming activity",
    version=1,
    source="GLI-19 2.5.5, A.3.7, A.3.8; 58 Pa. Code 814a",
    columns=(
        Column(name="time", type=Type.INSTANT, meaning="When it happened."),
        ACCOUNTS,
        ACCOUNT,
        CURRENCY,
        Column(
            name="activity",
            type=Type.TEXT,
            meaning=(
                "What happened: a limit was tightened, loosened or set by the operator, a loosening was asked for,"
                " cancelled or refused, an exclusion was set, lifted or asked to end, a reality check was acknowledged,"
                " the PIN was locked, or a withdrawal was cancelled."
            ),
        ),
        Column(
            name="by",
            type=Type.TEXT,
            meaning="By whom: `player`, `operator`, `national-list`, or `platform` by its rules.",
        ),
        Column(
            name="what",
            type=Type.TEXT,
            meaning="The name of the limit, or the kind of the exclusion; nothing where it is about neither.",
        ),
        Column(name="before", type=Type.TEXT, meaning=f"How it stood before, {_COUNTED}; nothing where it did not."),
        Column(
            name="after",
            type=Type.TEXT,
            meaning=f"How it stood afterwards, or what a reality check showed, {_COUNTED}; nothing where none is told.",
        ),
    ),
    page=_page,
    filters=("accounts", "account", "currency", "activity", "by", "what"),
)
