"""A short tamper campaign on a log that the platform wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from benchmarks.tamper_campaign import evening
from benchmarks.tamper_campaign.campaign import Campaign
from tests import world
from tests.world import NOW

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_x(tmp_path: Path) -> None:
    world.open_house()
    evening.play(tmp_path, rounds=40, begin=NOW)
    import shutil

    shutil.rmtree("/tmp/wt/tamper-work/ev", ignore_errors=True)
    shutil.copytree(tmp_path, "/tmp/wt/tamper-work/ev")
    Campaign.on(tmp_path)
