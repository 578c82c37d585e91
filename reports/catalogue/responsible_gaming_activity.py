"""Changes of limits and exclusions by players, operators and the national list, and acknowledged reality checks.

responsible_gaming/queries/activities.py selects the rows: significant events of some kinds, and acknowledged reality
checks. `significant-events` has the reasons and the operators' names.

Source: GLI-19 2.5.5, A.3.7, A.3.8; 58 Pa. Code 814a; regulation F26 to F29.
"""

from typing import Final

from kernel.instants import from_epoch_ms, to_epoch_ms
from reports.core import paging
from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY
from reports.core.change_text import change_text
from reports.core.definition import Definition, Page, ReportScope
from reports.core.paging import RowKey, parse_row_key, split_page
from reports.core.table import Column, Row, Type
from reports.queries.account_kinds import account_cells
from responsible_gaming.queries.activities import Activity, activities


def _read_page(scope: ReportScope, cursor: str) -> Page:
    rows = activities(
        since=from_epoch_ms(scope.period.start_ms),
        until=from_epoch_ms(scope.period.end_ms),
        after=parse_row_key(cursor),
        limit=paging.PAGE_ROWS + 1,
    )
    page, next_cursor = split_page(rows, lambda activity: RowKey(activity.at, activity.id))
    accounts = account_cells(activity.chain for activity in page)
    return Page([_row(activity, accounts[activity.chain]) for activity in page], next_cursor)


def _row(activity: Activity, account: Row) -> Row:
    return {
        "time": to_epoch_ms(activity.at),
        **account,
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
    regulation="GLI-19 2.5.5, A.3.7, A.3.8; 58 Pa. Code 814a",
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
    read_page=_read_page,
    filters=("accounts", "account", "currency", "activity", "by", "what"),
)
