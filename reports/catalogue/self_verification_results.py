"""The results of comparing the platform's components with the approved ones.

A verification saves one significant event for each component, which is all that this report reads:

    NewEvent(kind="self-verification", actor="platform",
             before={"component": <its name>, "sha256": <64 hex digits that were approved>},
             after={"component": <its name>, "sha256": <64 hex digits that were found>})

`actor` is `operator:<name>` if a person requested it. A missing component has no `sha256` in `after`; a component that
was never approved has none in `before`. The verdict is computed from both.

Source: GLI-19 2.3.2, B.2.6c; regulation F41.
"""

from typing import Final

from audit.queries.events import EventRow, events_between
from kernel.instants import from_epoch_ms, to_epoch_ms
from reports.core import paging
from reports.core.definition import Definition, Page, ReportScope
from reports.core.paging import RowKey, parse_row_key, split_page
from reports.core.table import Column, Row, Type

_KINDS: Final = frozenset({"self-verification"})


def _read_page(scope: ReportScope, cursor: str) -> Page:
    rows = events_between(
        since=from_epoch_ms(scope.period.start_ms),
        until=from_epoch_ms(scope.period.end_ms),
        kinds=_KINDS,
        after=parse_row_key(cursor),
        limit=paging.PAGE_ROWS + 1,
    )
    events, next_cursor = split_page(rows, lambda event: RowKey(event.at, event.id))
    return Page([_row(event) for event in events], next_cursor)


def _row(event: EventRow) -> Row:
    expected, actual = event.before.get("sha256"), event.after.get("sha256")
    return {
        "time": to_epoch_ms(event.at),
        "component": str(event.after["component"]),
        "expected": None if expected is None else str(expected),
        "found": None if actual is None else str(actual),
        "verdict": "match" if expected == actual else "mismatch",
    }


DEFINITION: Final = Definition(
    kind="self-verification-results",
    title="Self-verification results",
    version=1,
    regulation="GLI-19 B.2.6c, 2.3.2",
    columns=(
        Column(name="time", type=Type.INSTANT, meaning="When the component was looked at."),
        Column(name="component", type=Type.TEXT, meaning="The name of the component."),
        Column(
            name="expected",
            type=Type.TEXT,
            meaning="The SHA-256 of what was approved, 64 hex digits; nothing where the component never was.",
        ),
        Column(
            name="found",
            type=Type.TEXT,
            meaning="The SHA-256 of what was found, 64 hex digits; nothing where the component is missing.",
        ),
        Column(name="verdict", type=Type.TEXT, meaning="Whether the two are the same: `match` or `mismatch`."),
    ),
    read_page=_read_page,
    filters=("component", "verdict"),
)
