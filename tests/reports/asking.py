"""Read reports of one gaming day from the catalogue, page by page."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Final

from players.operations.register import Registration
from reports.core.day_zone import DayZone
from reports.core.definition import FIRST_PAGE, Definition, ReportScope
from reports.core.period import Period
from reports.core.table import Row, Table, make_table
from responsible_gaming.operations.register_player import register_player
from tests import world
from tests.world import DEMO

if TYPE_CHECKING:
    import pytest

    from kernel.ids import ChainId

DAY: Final = Period(date(2026, 11, 21), date(2026, 11, 22), DayZone("America/New_York"))
# Midnight in New York in winter: five hours behind UTC.
FROM: Final = datetime(2026, 11, 21, 5, tzinfo=UTC)
UNTIL: Final = datetime(2026, 11, 22, 5, tzinfo=UTC)
HOUR: Final = timedelta(hours=1)
MINUTE: Final = timedelta(minutes=1)
# The finest that an event's instant, and that a record's or a payment's, can be told apart by.
TICK: Final = timedelta(microseconds=1)
MILLISECOND: Final = timedelta(milliseconds=1)
ANN: Final = "operator:ann"


def pages_of(definition: Definition, period: Period = DAY) -> list[list[Row]]:
    """Return the rows of a report, page by page."""
    scope = ReportScope(period=period, jurisdiction=DEMO, log_size=0)
    page = definition.read_page(scope, FIRST_PAGE)
    pages = [list(page.rows)]
    while page.next_cursor is not None:
        page = definition.read_page(scope, page.next_cursor)
        pages.append(list(page.rows))
    return pages


def rows_of(definition: Definition, period: Period = DAY) -> list[Row]:
    return [row for page in pages_of(definition, period) for row in page]


def table_of(definition: Definition, **filters: str) -> Table:
    """Lay the rows out, which fails where a row has other cells than the report has columns."""
    return make_table(definition.columns, rows_of(definition), filters=filters)


def assert_same_in_small_pages(definition: Definition, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail unless a row at a time gives the same rows in the same order, and no page that is empty."""
    whole = rows_of(definition)
    assert len(whole) > 2, "too few to tell"
    for rows in (1, 2):
        monkeypatch.setattr("reports.core.paging.PAGE_ROWS", rows)
        assert pages_of(definition) == [whole[start : start + rows] for start in range(0, len(whole), rows)]


def opened_for_tests(username: str, *, currency: str = "USD", now: datetime) -> ChainId:
    """Open one of the house's own accounts."""
    registration = Registration(
        username=username,
        password=world.PASSWORD,
        identity=world.identity_of(username),
        currency=currency,
        consents=world.CONSENTS,
        test_account=True,
    )
    return register_player(registration, jurisdiction=DEMO, now=now)
