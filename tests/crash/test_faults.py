"""The fault campaign of `benchmarks/faults.py` in short: whatever breaks, nothing answered is lost, doubled or stuck."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import Any

import pytest

from benchmarks.fault_campaign.joining import beyond_goals
from benchmarks.fault_campaign.network import network
from reddog_platform.embedded.home import CHECKOUT

pytestmark = [pytest.mark.slow(seconds=140), pytest.mark.own_postgresql]

_KINDS = (
    "kill-web",
    "kill-web-worker",
    "stop-sequencer",
    "kill-postgresql",
    "kill-replica",
    "stop-postgresql",
    "fail-over",
    "stop-redis",
    "fill-disk",
    "cut-network",
    "hold-row",
    "step-clock-of-web",
    "send-slowly",
)
"""One fault of each. Some are only possible for root, or with libfaketime."""


_BACK_SECONDS = 45
"""After any fault somebody is answered within this, also on a machine that is busy with other tests."""


def test_a_short_campaign_loses_and_doubles_nothing() -> None:
    figures = _campaign()

    assert figures["complaints"] == []
    assert (figures["missing"], figures["doubled"], figures["stuck"]) == (0, 0, 0)
    assert set(figures["times"]) == set(_KINDS) - set(figures["impossible_here"])
    assert figures["reports_filed"] > 0
    assert figures["rounds_answered"] > figures["faults"], "too few rounds to have met the faults"
    assert max(figures["longest_unavailable_s"].values()) < _BACK_SECONDS
    if os.geteuid() == 0 and shutil.which("ip") and shutil.which("faketime"):
        assert figures["impossible_here"] == []


def test_what_is_above_its_goal_is_named() -> None:
    longest = {"kill-web": 5.01, "kill-web-worker": 5.0, "kill-postgresql": 12.5, "fill-disk": 60.0}

    assert beyond_goals({"longest_unavailable_s": longest}) == {
        "kill-web": {"goal_s": 5.0, "longest_s": 5.01},
        "kill-postgresql": {"goal_s": 10.0, "longest_s": 12.5},
    }


@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("ip") is None, reason="only root makes network namespaces")
def test_campaigns_at_a_time_have_networks_of_their_own() -> None:
    with network() as one, network() as two:
        assert one.namespace != two.namespace
        assert one.link != two.link
        assert not {one.servers, one.platform} & {two.servers, two.platform}
        for each in (one, two):
            reached = each.inside(["ip", "route", "get", each.servers])
            assert subprocess.run(reached, capture_output=True, check=True).stdout
            listening = subprocess.run(
                ["ip", "address", "show", "dev", str(each.link)], capture_output=True, check=True
            )
            assert each.servers.encode() in listening.stdout


def _campaign() -> dict[str, Any]:
    variables = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    command = [sys.executable, "benchmarks/faults.py", "--faults", str(len(_KINDS)), "--kinds", *_KINDS]
    done = subprocess.run(command, cwd=CHECKOUT, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode in {0, 1}, done.stderr
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures
