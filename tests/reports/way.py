"""A report's way from the order to the filing, walked in this process as a worker would."""

from __future__ import annotations

import hashlib
import json
from contextlib import contextmanager
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, Final

import psycopg
from django.conf import settings
from django.db import connection

from kernel.instants import from_epoch_ms
from reports.core.period import Period
from reports.core.schedule import GRACE
from reports.core.states import OrderState
from reports.delivery.places import Destination, read_places
from reports.formats import BY_NAME
from reports.operations.carry_out import carry_out
from reports.operations.compose import House
from reports.operations.order import Ask, order_report
from reports.queries import file, order
from tests import world

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime
    from pathlib import Path
    from uuid import UUID

KIND: Final = "taxable-revenue"
# Saturday, 21 November 2026 in New York; it ends at 05:00 UTC of the 22nd, and can be reported on a minute later.
DAY: Final = Period(date(2026, 11, 21), date(2026, 11, 22), world.DEMO.zone)
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
    asked = Ask(kind=kind, first=period.first, until=period.until, by="operator:test", filters=filters)
    return order_report(asked, zone=DAY.zone, now=now)


def filed(kind: str = KIND, period: Period = DAY, *, now: datetime = OVER, **filters: str) -> UUID:
    order_id = ordered(kind, period, now=now, **filters)
    brought_on(order_id, now=now)
    assert order(order_id).state == OrderState.FILED, order(order_id).problem
    return order_id


def document(filing_id: UUID) -> Any:
    """Return a filing as its JSON tells it."""
    return json.loads(file(filing_id, "json").content)


def brought_on(
    order_id: UUID,
    *,
    now: datetime = OVER,
    places: tuple[Destination, ...] = (),
    may_go_on: Callable[[], bool] = lambda: True,
) -> bool:
    """Do a worker's turn."""
    house = House(operator=settings.REDDOG_OPERATOR, origin=settings.REDDOG_LOG_ORIGIN, places=places)
    return carry_out(
        order_id, house=house, jurisdiction=settings.REDDOG_JURISDICTION, clock=lambda: now, may_go_on=may_go_on
    )


def drop_folder(folder: Path) -> tuple[Destination, ...]:
    """Return a place called `regulator`: a folder, which is made."""
    into = folder / "in"
    into.mkdir()
    listed = folder / "places.toml"
    listed.write_text(f'[[place]]\nname = "regulator"\nurl = "file://{into}"\nformats = ["csv"]\n')
    return read_places(listed, kinds=[KIND], formats=BY_NAME)


@contextmanager
def another_worker_at(what: str, subject: UUID) -> Iterator[None]:
    """Hold, from a connection of its own, the lock that a worker holds while it is at something."""
    found = connection.get_connection_params()
    ours = {name: found[name] for name in ("dbname", "user", "password", "host", "port") if found.get(name)}
    digest = hashlib.sha256(what.encode() + subject.bytes).digest()
    with psycopg.connect(**ours) as rival:
        rival.execute("SELECT pg_advisory_lock(%s, %s)", [0x5DF2, int.from_bytes(digest[:4], signed=True)])
        yield
        # The server notices a little later than we that a connection has ended.
        rival.execute("SELECT pg_advisory_unlock_all()")
