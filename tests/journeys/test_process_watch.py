"""A web server says of the other processes that they do not run, without being asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from audit.queries.events import events
from reddog_platform.process_watch import PROCESS_SILENT
from tests.journeys.running import WebServer, until

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.clause("F34"), pytest.mark.django_db(transaction=True)]


def silent() -> list[object]:
    return [event.after["process"] for event in events(subject=None, before=None, limit=50, kinds=(PROCESS_SILENT,))]


def test_a_web_server_says_once_that_nobody_runs_the_sequencer(environment: Mapping[str, str], tmp_path: Path) -> None:
    with WebServer(environment=environment, logs=tmp_path):
        # Two looks, 30 seconds apart.
        until(lambda: "sequencer" in silent(), seconds=150)
    assert silent().count("sequencer") == 1
