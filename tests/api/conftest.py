"""What several files of tests over HTTP have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import time_machine
from django.test import override_settings

from reddog_platform.environment import Mode
from tests import world
from tests.api.caller import now
from tests.api.staff_log_in import NOON

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Have a clock that stands until a test moves it, in an installation that is no demonstration."""
    with time_machine.travel(NOON, tick=False) as traveller, override_settings(REDDOG_MODE=Mode.PRODUCTION):
        yield traveller


@pytest.fixture
def ann(clock: time_machine.Traveller) -> None:  # noqa: ARG001  she is there since the clock stands
    """Have an operator without a second factor."""
    world.create_staff("ann", now=now())
