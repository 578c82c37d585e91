"""A player who leaves in the middle of a round, over real HTTP."""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from audit.operations.export import export_log
from tests import world
from tests.journeys.evening import Evening, evening
from verifier.__main__ import main
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Ask = Callable[..., tuple[int, Any]]

__all__ = ("evening",)

pytestmark = [pytest.mark.clause("F28"), pytest.mark.slow, pytest.mark.django_db(transaction=True)]

START = datetime(2026, 11, 16, 12, tzinfo=UTC)
DAY = timedelta(days=1)
HEADER = "family_name,given_name,birth_date\n"
ADA = "Lovelace,Ada,1990-01-01\n"
OTHERS = "Hopper,Grace,1906-12-09\nTuring,Alan,1912-06-23\n"


def staff(evening: Evening, username: str = "op") -> Ask:
    """Return how an operator asks, who logs in anew each time: half an hour may have passed."""
    world.create_staff(username, now=datetime.now(UTC))

    def ask(method: str, path: str, **content: Any) -> tuple[int, Any]:
        token = f"Token {world.log_in_staff_again(username, now=datetime.now(UTC)).token}"
        headers = {"Authorization": token, "Idempotency-Key": secrets.token_hex(8), **content.pop("headers", {})}
        answer = evening._http.request(method, path, headers=headers, **content)
        return answer.status_code, answer.json()

    return ask


def together(ask: Ask, other: Ask, act: str, arguments: dict[str, str]) -> None:
    """Let one operator propose an act, and another one approve it."""
    proposal = ask("POST", "/ops/proposals", json={"act": act, "arguments": arguments, "reason": "settled"})[1]
    approval = other("POST", f"/ops/proposals/{proposal['id']}/approval", json={"digest": proposal["digest"]})
    assert approval[1]["proposal"]["status"] == "applied"


def list_sent(ask: Ask, lines: str, *, freeing: Ask | None = None) -> dict[str, Any]:
    """Let an operator send the national list. Where it frees somebody, another one has agreed to it."""
    if freeing is not None:
        sha256 = hashlib.sha256((HEADER + lines).encode()).hexdigest()
        together(ask, freeing, "replace-exclusion-list", {"sha256": sha256})
    path, headers = "/ops/exclusion-list?reason=a+test", {"Content-Type": "text/csv"}
    status, told = ask("POST", path, content=(HEADER + lines).encode(), headers=headers)
    assert status == httpx.codes.CREATED, told
    return told  # type: ignore[no-any-return]  # JSON


def audited(folder: Path, *, at: datetime) -> int:
    """Let an auditor verify the log."""
    world.run_sequencer(now=at)
    export_log(folder)
    return main([str(folder)])


def test_a_player_leaves_in_mid_round_finishes_it_and_is_dealt_nothing_more(evening: Evening, tmp_path: Path) -> None:
    seated = evening.begin(START)
    dealt = evening.wait()

    status, told = evening.ask("POST", "/me/exclusion", {"kind": "time-out", "days": 1})
    assert (status, told["excluded"], told["lifted_at"]) == (httpx.codes.CREATED, True, "2026-11-17T12:00:00.000Z")
    assert evening.ask("GET", "/rounds/open")[1]["id"] == dealt["id"]
    status, settled = evening.ask("POST", f"/rounds/{dealt['id']}/actions", {"action": "raise"})
    assert (status, settled["status"]) == (httpx.codes.CREATED, "settled")
    assert balance(seated.chain).in_play_minor == 0
    assert evening.bet(500)[1]["code"] == "player-excluded"

    evening.come(START + DAY - timedelta(milliseconds=1))
    world.open_next_epoch(seated.chain, now=START + DAY - timedelta(milliseconds=1))
    assert evening.bet(500)[1]["code"] == "player-excluded"
    evening.come(START + DAY)
    assert evening.bet(500)[0] == httpx.codes.CREATED

    assert audited(tmp_path / "log", at=START + DAY) == 0


def test_a_self_exclusion_ends_a_day_after_the_player_asks_for_it(evening: Evening) -> None:
    seated = evening.begin(START)
    told = evening.ask("POST", "/me/exclusion", {"kind": "self-exclusion", "days": 184})[1]
    (exclusion,) = told["items"]
    assert (told["lifted_at"], exclusion["returnable_from"]) == (None, "2027-05-19T12:00:00.000Z")
    refused = evening.ask("POST", "/me/exclusion", {"kind": "time-out", "days": 1})[1]
    assert (refused["code"], refused["until"]) == ("exclusion-not-shortened", "2027-05-19T12:00:00.000Z")
    assert evening.ask("POST", "/me/exclusion/return")[1]["code"] == "exclusion-still-runs"

    over = START + 184 * DAY
    evening.come(over)
    told = evening.ask("POST", "/me/exclusion/return")[1]
    assert (told["excluded"], told["lifted_at"]) == (True, "2027-05-20T12:00:00.000Z")
    world.open_next_epoch(seated.chain, now=over)
    assert evening.bet(500)[1]["code"] == "player-excluded"
    evening.come(over + DAY)
    world.open_next_epoch(seated.chain, now=over + DAY)
    assert evening.bet(500)[0] == httpx.codes.CREATED
    assert evening.ask("GET", "/me/exclusion")[1]["excluded"] is False


def test_an_operator_excludes_a_player_in_mid_round_who_finishes_it_and_bets_no_more(
    evening: Evening, tmp_path: Path
) -> None:
    seated = evening.begin(START)
    ask, path = staff(evening), f"/ops/players/{seated.chain.hex}/exclusion"
    dealt = evening.wait()

    assert ask("POST", path, json={"days": None, "reason": "a complaint"})[1]["excluded"] is True
    status, settled = evening.ask("POST", f"/rounds/{dealt['id']}/actions", {"action": "raise"})
    assert (status, settled["status"]) == (httpx.codes.CREATED, "settled")
    assert balance(seated.chain).in_play_minor == 0
    assert evening.bet(500)[1]["code"] == "player-excluded"
    assert evening.ask("POST", "/me/exclusion/return")[1]["code"] == "not-excluded"

    # Logging in goes on, and so the player sees what holds; a time-out of one's own outlasts the operator's word.
    evening.come(START + timedelta(hours=1))
    evening.ask("POST", "/me/exclusion", {"kind": "time-out", "days": 1})
    together(ask, staff(evening, "pete"), "lift-exclusion", {"player_id": seated.chain.hex})
    told = ask("GET", path)[1]
    assert [exclusion["kind"] for exclusion in told["items"]] == ["time-out"]
    assert evening.bet(500)[1]["code"] == "player-excluded"
    over = START + timedelta(hours=25)
    evening.come(over)
    world.open_next_epoch(seated.chain, now=over)
    assert evening.bet(500)[0] == httpx.codes.CREATED
    assert audited(tmp_path / "log", at=over) == 0


def test_a_national_list_excludes_a_player_at_once_until_a_day_after_it_lets_her_go(
    evening: Evening, tmp_path: Path
) -> None:
    evening._clock.move_to(START, tick=False)
    world.open_house(now=START)
    chain = world.sign_up(given_name="Ada", family_name="Lovelace", now=START)
    world.fund(chain, 100_000, now=START)
    world.open_next_epoch(chain, now=START)
    evening.come(START)
    ask = staff(evening)
    dealt = evening.wait()

    assert list_sent(ask, ADA + OTHERS)["excluded"] == 1
    status, settled = evening.ask("POST", f"/rounds/{dealt['id']}/actions", {"action": "stand"})
    assert (status, settled["status"]) == (httpx.codes.CREATED, "settled")
    assert evening.bet(500)[1]["code"] == "player-excluded"
    told = evening.ask("GET", "/me/exclusion")[1]
    assert [(exclusion["kind"], exclusion["ends_at"]) for exclusion in told["items"]] == [("national-exclusion", None)]
    lifting = {"act": "lift-exclusion", "arguments": {"player_id": chain.hex}, "reason": "she asked"}
    assert ask("POST", "/ops/proposals", json=lifting)[1]["code"] == "not-excluded-by-operator"

    freed = START + timedelta(hours=6)
    evening.come(freed)
    assert list_sent(ask, OTHERS, freeing=staff(evening, "other"))["lifted"] == 1
    assert evening.bet(500)[1]["code"] == "player-excluded"
    for at, status in ((freed + DAY - timedelta(milliseconds=1), httpx.codes.FORBIDDEN), (freed + DAY, 201)):
        evening.come(at)
        world.open_next_epoch(chain, now=at)
        assert evening.bet(500)[0] == status
    assert audited(tmp_path / "log", at=freed + DAY) == 0
