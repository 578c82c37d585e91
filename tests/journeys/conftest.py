"""What every journey starts from."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from tests.journeys.running import PLATFORM, WebServer, sequencer, surroundings
from tests.world import open_house

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


@pytest.fixture
def environment(servers_environment: Mapping[str, str], tmp_path: Path) -> dict[str, str]:
    """Return the environment of this test's processes; keys and rules are published."""
    environment = surroundings(servers_environment, tmp_path)
    open_house(now=datetime.now(UTC))
    return environment


@pytest.fixture
def url(request: pytest.FixtureRequest, environment: Mapping[str, str], tmp_path: Path) -> Iterator[str]:
    """Return the address of a running platform: two web workers and the sequencer."""
    with (
        WebServer(environment=environment, logs=tmp_path, application=getattr(request, "param", PLATFORM)) as web,
        sequencer(environment=environment, logs=tmp_path),
    ):
        yield web.url
