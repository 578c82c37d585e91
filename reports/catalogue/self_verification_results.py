"""What came of holding the platform's own components against what was approved.

Whoever verifies notes one significant event for each component that was looked at, and nothing else is needed here:

    Noted(kind="self-verification", actor="platform",
          before={"component": <its name>, "sha256": <64 hex digits that were approved>},
          after={"component": <its name>, "sha256": <64 hex digits that were found>})

`actor` is `operator:<name>` where somebody asked for it. A component that was approved and is missing has no `sha256` in
`after`; one that is there and was never approved has none in `before`. The verdict is not kept: it follows.

Source: GLI-19 2.3.2, B.2.6c; regulation F41.
"""

from typing import Final

from audit.queries.events import EventRow, events_between
from kernel.instants import from_epoch_ms, to_epoch_ms
from reports.core import paging
from reports.core.definition import Asked, Definition, Page
from reports.core.paging import Place, cut, read_place
from reports.core.table import Column, Row, Type

_KINDS: Final = frozenset({"self-verification"})


def _page(asked: Asked, following: str) -> Page:
    found = events_between(
        since=from_epoch_ms(asked.period.start_ms),
        until=from_epoch_ms(asked.period.end_ms),
        kinds=_KINDS,
        after=read_place(following),
        limit=paging.PAGE_ROWS + 1,
    )
    events, then = cut(found, lambda event: Place(event.at, event.id))
    return Page([_row(event) for event in events], then)


def _row(event: EventRow) -> Row:
    expected, found = event.before.get("sha256"), event.after.get("sha256")
    return {
        "time": to_epoch_ms(event.at),
        "component": str(event.after["component"]),
        "expected": None if expected is None else str(expected),
        "found": None if found is None else str(found),
        "verdict": "match" if expected == found else "mismatch",
    }


DEFINITION: Final = Definition(
    kind="self-verification-results",
    title="Self-verification results",
    version=1,
    source="GLI-19 B.2.6c, 2.3.2",
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
    page=_page,
    filters=("component", "verdict"),
)
