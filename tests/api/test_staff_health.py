"""The staff read how the installation is, as the worker saw it last."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache
from django.test import override_settings

from reddog_platform.beat_schedule import ROUTES, SCHEDULE
from reddog_platform.stored_diagnostics import stored_diagnostics
from reddog_platform.tasks import look_around
from tests import world
from tests.api.caller import Administrator, Auditor, now

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.django_db(transaction=True, databases=["default", "owner"])]


@pytest.fixture(autouse=True)
def _nothing_seen() -> Iterator[None]:
    """Have no look kept, and keep none for other tests."""
    cache.delete("diagnostics")
    yield
    cache.delete("diagnostics")


def test_what_the_worker_saw_is_what_the_staff_reads() -> None:
    world.open_house(now=now())
    auditor = Auditor()
    assert json.loads(auditor.get("/ops/health").content) == {"looked_at": None, "items": [], "next": None}

    healthy = look_around()

    seen = json.loads(auditor.get("/ops/health").content)
    lines = {item["subject"]: item for item in seen["items"]}
    assert seen["looked_at"] is not None
    assert {"keys", "redis", "database", "clock", "triggers", "log", "sequencer", "worker", "deliveries"} <= set(lines)
    # No sequencer runs here.
    assert (healthy, lines["sequencer"]["healthy"], lines["database"]["healthy"]) == (False, False, True)
    assert "manage.py sequencer" in lines["sequencer"]["repair"]
    assert json.loads(Administrator("adm").get("/ops/health").content) == seen


def test_without_redis_nobody_has_looked() -> None:
    with override_settings(
        CACHES={"default": {"BACKEND": "reddog_platform.json_cache.JsonCache", "LOCATION": "unix:///nonexistent/redis"}}
    ):
        assert stored_diagnostics() == {"looked_at": None, "items": [], "next": None}


def test_beat_sends_the_worker_to_look_and_no_old_order_is_followed() -> None:
    entry = SCHEDULE["look-around"]
    assert (entry["task"], ROUTES[look_around.name]) == (look_around.name, {"queue": "batch"})
    assert entry["options"]["expires"] <= entry["schedule"]
