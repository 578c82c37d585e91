"""System health on the console: each of the doctor's lines, with what to do where something is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache

from reddog_platform.stored_diagnostics import stored_diagnostics
from reddog_platform.tasks import look_around
from tests import world
from tests.api.caller import now
from tests.web.house_scene import text_of
from tests.web.test_console_doors import browser

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@pytest.fixture(autouse=True)
def _nothing_seen() -> Iterator[None]:
    """Have no look kept, and keep none for other tests."""
    cache.delete("diagnostics")
    yield
    cache.delete("diagnostics")


def test_what_the_worker_saw_is_shown_line_by_line() -> None:
    world.open_house(now=now())
    client = browser()
    assert "Nobody has looked yet" in text_of(client.get("/console/health"))

    assert not look_around(), "no sequencer runs here"

    page = text_of(client.get("/console/health"))
    assert "Nobody has looked yet" not in page
    for item in stored_diagnostics()["items"]:
        for said in (item["subject"], item["finding"], "" if item["healthy"] else item["repair"]):
            assert said in page, (item, said)
