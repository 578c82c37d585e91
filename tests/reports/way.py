"""Order, generate and file reports in this process, as a worker does."""

from __future__ import annotations

import hashlib
import json
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, Final

import psycopg
from django.conf import settings
from django.db import connection

from kernel.instants import from_epoch_ms
from reports.catalogue import BY_KIND
from reports.core.day_zone import DayZone
from reports.core.period import Period
from reports.core.schedule import GRACE
from reports.core.statuses import OrderStatus
from reports.delivery.destinations import Destination, read_destinations
from reports.formats import BY_NAME
from reports.issuer import Issuer
from reports.operations.generate import generate_report
from reports.operations.order_report import ReportRequest, order_report
from reports.queries.filings import get_file, get_filing
from reports.queries.orders import get_order
from reports.queries.outdated_filings import is_filing_outdated
from responsible_gaming.core.tax_rules import UNTAXED
from tests import world

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime
    from pathlib import Path
    from uuid import UUID

KIND: Final = "taxable-revenue"
# Saturday, 21 November 2026 in New York; it ends at 05:00 UTC of the 22nd, and can be reported on a minute later.
DAY: Final = Period(date(2026, 11, 21), date(2026, 11, 22), DayZone(world.DEMO.zone))
OVER: Final = from_epoch_ms(DAY.end_ms) + GRACE


def evening(name: str = "ada") -> world.SeatedPlayer:
    """Let somebody play one round of five dollars at noon of the day."""
    seat = world.seat_player(name)
    world.play_round(seat, 500)
    world.run_sequencer()
    return seat


def came_late(seat: world.SeatedPlayer) -> None:
    """Let a round of six dollars, decided on the day, reach the log only now: its statement hung for days."""
    world.play_round(seat, 600, jurisdiction=world.LONG_SESSIONS, now=world.NOW + timedelta(hours=2))
    world.run_sequencer()


def ordered(kind: str = KIND, period: Period = DAY, *, now: datetime = OVER, **filters: str) -> UUID:
    request = ReportRequest(kind=kind, first=period.first, until=period.until, actor="operator:test", filters=filters)
    return order_report(request, zone=DAY.zone, now=now)


def filed(kind: str = KIND, period: Period = DAY, *, now: datetime = OVER, **filters: str) -> UUID:
    order_id = ordered(kind, period, now=now, **filters)
    brought_on(order_id, now=now)
    assert get_order(order_id).status == OrderStatus.FILED, get_order(order_id).problem
    return order_id


def outdated(filing_id: UUID) -> bool:
    filing = get_filing(filing_id)
    return is_filing_outdated(filing, BY_KIND[filing.kind])


def document(filing_id: UUID) -> Any:
    """Return the JSON file of a filing."""
    return json.loads(get_file(filing_id, "json").content)


def brought_on(
    order_id: UUID,
    *,
    now: datetime = OVER,
    destinations: tuple[Destination, ...] = (),
    should_continue: Callable[[], bool] = lambda: True,
) -> bool:
    """Run one turn of a worker."""
    issuer = Issuer(operator=settings.REDDOG_OPERATOR, origin=settings.REDDOG_LOG_ORIGIN, destinations=destinations)
    return generate_report(
        order_id,
        issuer=issuer,
        # Whether a round that comes late changes the tax depends on its cards. Here it changes one row.
        jurisdiction=replace(settings.REDDOG_JURISDICTION, revenue_tax=UNTAXED),
        clock=lambda: now,
        should_continue=should_continue,
    )


def drop_folder(folder: Path) -> tuple[Destination, ...]:
    """Return a destination called `regulator`: a new folder."""
    into = folder / "in"
    into.mkdir()
    listed = folder / "places.toml"
    listed.write_text(f'[[destination]]\nname = "regulator"\nurl = "file://{into}"\nformats = ["csv"]\n')
    return read_destinations(listed, kinds=[KIND], formats=BY_NAME)


def other_connection() -> psycopg.Connection[Any]:
    """Return a connection of somebody else's, in autocommit; a `with` block closes it."""
    params = connection.get_connection_params()
    ours = {name: params[name] for name in ("dbname", "user", "password", "host", "port") if params.get(name)}
    return psycopg.connect(**ours, autocommit=True)


@contextmanager
def another_worker_at(what: str, subject: UUID) -> Iterator[None]:
    """Hold, from a connection of its own, the lock that a worker holds while it is at something."""
    digest = hashlib.sha256(what.encode() + subject.bytes).digest()
    with other_connection() as rival:
        rival.execute("SELECT pg_advisory_lock(%s, %s)", [0x5DF2, int.from_bytes(digest[:4], signed=True)])
        yield
        # The server notices a little later than we that a connection has ended.
        rival.execute("SELECT pg_advisory_unlock_all()")
