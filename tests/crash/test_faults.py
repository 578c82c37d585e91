"""The fault campaign of `benchmarks/faults.py` in short: whatever breaks, nothing answered is lost, doubled or stuck."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from reddog_platform.embedded.home import CHECKOUT

pytestmark = pytest.mark.slow

_FAULTS = 8
_SEED = 7
"""With it, the first faults are of eight different kinds, among them the web server's and PostgreSQL's death."""


def test_a_short_campaign_loses_and_doubles_nothing() -> None:
    figures = _campaign()

    assert figures["complaints"] == []
    assert (figures["missing"], figures["doubled"], figures["stuck"]) == (0, 0, 0)
    assert figures["faults"] == _FAULTS
    assert len(figures["times"]) == _FAULTS
    assert figures["rounds_answered"] > figures["faults"], "too few rounds to have met the faults"


def _campaign() -> dict[str, Any]:
    variables = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    command = [sys.executable, "benchmarks/faults.py", "--faults", str(_FAULTS), "--seed", str(_SEED)]
    done = subprocess.run(command, cwd=CHECKOUT, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode in {0, 1}, done.stderr
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures
