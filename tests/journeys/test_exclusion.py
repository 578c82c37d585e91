"""A player who leaves in the middle of a round, over real HTTP."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import httpx
import pytest

from audit.operations.export import export_log
from tests import world
from tests.journeys.evening import Evening, evening
from verifier.__main__ import main
from wallet.queries import balance

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ("evening",)

pytestmark = [pytest.mark.clause("F28"), pytest.mark.slow, pytest.mark.django_db(transaction=True)]

START = datetime(2026, 11, 16, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def test_a_player_leaves_in_mid_round_finishes_it_and_is_dealt_nothing_more(evening: Evening, tmp_path: Path) -> None:
    seated = evening.begin(START)
    dealt = evening.wait()

    status, told = evening.ask("POST", "/me/exclusion", {"kind": "time-out", "days": 1})
    assert (status, told["excluded"], told["lifted_at"]) == (httpx.codes.OK, True, "2026-11-17T12:00:00.000Z")
    assert evening.ask("GET", "/rounds/open")[1]["round_id"] == dealt["round_id"]
    status, settled = evening.ask("POST", f"/rounds/{dealt['round_id']}/actions", {"action": "raise"})
    assert (status, settled["state"]) == (httpx.codes.CREATED, "settled")
    assert balance(seated.chain).in_play_minor == 0
    assert evening.bet(500)[1]["code"] == "player-excluded"

    evening.come(START + DAY - timedelta(milliseconds=1))
    world.epoch_opened(seated.chain, now=START + DAY - timedelta(milliseconds=1))
    assert evening.bet(500)[1]["code"] == "player-excluded"
    evening.come(START + DAY)
    assert evening.bet(500)[0] == httpx.codes.CREATED

    world.sequenced(now=START + DAY)
    export_log(tmp_path / "log")
    assert main([str(tmp_path / "log")]) == 0


def test_a_self_exclusion_ends_a_day_after_the_player_asks_for_it(evening: Evening) -> None:
    seated = evening.begin(START)
    told = evening.ask("POST", "/me/exclusion", {"kind": "self-exclusion", "days": 184})[1]
    assert (told["lifted_at"], told["returnable_from"]) == (None, "2027-05-19T12:00:00.000Z")
    refused = evening.ask("POST", "/me/exclusion", {"kind": "time-out", "days": 1})[1]
    assert (refused["code"], refused["until"]) == ("exclusion-not-shortened", "2027-05-19T12:00:00.000Z")
    assert evening.ask("POST", "/me/exclusion/return")[1]["code"] == "exclusion-still-runs"

    over = START + 184 * DAY
    evening.come(over)
    told = evening.ask("POST", "/me/exclusion/return")[1]
    assert (told["excluded"], told["lifted_at"]) == (True, "2027-05-20T12:00:00.000Z")
    world.epoch_opened(seated.chain, now=over)
    assert evening.bet(500)[1]["code"] == "player-excluded"
    evening.come(over + DAY)
    world.epoch_opened(seated.chain, now=over + DAY)
    assert evening.bet(500)[0] == httpx.codes.CREATED
    assert evening.ask("GET", "/me/exclusion")[1]["excluded"] is False
