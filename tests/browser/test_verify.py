"""A player proves a round in the browser, and sees what a platform that lies is found out by."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games.core.action import Action
from tests import world
from tests.browser.axe import assert_accessible
from tests.browser.playing import log_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route

STEPS = 7


@dataclass(frozen=True)
class Played:
    """A player, and the addresses of rounds that ended."""

    red_dog: str
    montana: str


@pytest.fixture
def played(environment: dict[str, str]) -> Played:
    """Have Ada play two rounds before any process runs."""
    del environment
    now = datetime.now(UTC)
    ada = world.seat_player(now=now)
    first = world.play_round(ada, now=now)
    second = world.deal(ada, game="montana-red-dog", now=now)
    if second.outcome is None:
        second = world.decide(ada, second, Action.SURRENDER, now=now)
    return Played(red_dog=first.round_id, montana=second.round_id)


def opened(page: Page, round_id: str) -> Page:
    """Log Ada in, and open the proof of a round."""
    log_in(page, "ada")
    page.goto(f"/play#/verify/{round_id}")
    page.locator("ol.steps > li").nth(STEPS - 1).wait_for()
    return page


def lies(page: Page, address: str, change: Callable[[dict[str, object]], None]) -> None:
    """Have the platform answer a path with something changed."""

    def answer(route: Route) -> None:
        document = route.fetch().json()
        change(document)
        route.fulfill(json=document)

    page.route(address, answer)


def test_a_round_is_proved_step_by_step(played: Played, page: Page) -> None:
    for round_id in (played.red_dog, played.montana):
        opened(page, round_id) if round_id == played.red_dog else page.goto(f"/play#/verify/{round_id}")
        expect(page.get_by_role("status").filter(has_text="This round holds")).to_be_visible()
        results = page.locator("ol.steps > li .tag").all_inner_texts()
        # This browser did not draw the seed, and says so.
        assert results == ["✓ holds", "given", *["✓ holds"] * (STEPS - 2)]
    assert_accessible(page)


def test_another_card_on_the_page_is_found_out(played: Played, page: Page) -> None:
    def exchange(document: dict[str, object]) -> None:
        cards = document["cards"]
        assert isinstance(cards, list)
        cards[0] = "2c" if cards[0] != "2c" else "2d"

    lies(page, f"**/api/v1/rounds/{played.red_dog}", exchange)
    opened(page, played.red_dog)

    expect(page.get_by_role("status").filter(has_text="This round does not hold")).to_be_visible()
    failing = page.locator("ol.steps > li", has=page.locator(".tag.bad"))
    expect(failing).to_have_count(1)
    expect(failing).to_contain_text("The cards of the round are not those that the seeds give.")


def test_a_key_that_the_root_did_not_announce_is_found_out(played: Played, page: Page) -> None:
    lies(page, "**/api/v1/log/announcements/key", lambda document: document.update(items=[]))
    opened(page, played.red_dog)

    expect(page.locator("ol.steps > li", has=page.locator(".tag.bad"))).to_contain_text("is not signed by a key")


def test_rules_that_were_not_announced_prove_no_payout(played: Played, page: Page) -> None:
    lies(page, "**/api/v1/log/announcements/rules", lambda document: document.update(items=[]))
    opened(page, played.red_dog)

    expect(page.get_by_role("status").filter(has_text="something was not checked")).to_be_visible()
    expect(page.locator("ol.steps > li", has=page.locator(".tag.warn"))).to_have_count(2)


def test_the_page_fits_a_phone_and_speaks_japanese(played: Played, page: Page) -> None:
    opened(page, played.montana)
    page.set_viewport_size({"width": 320, "height": 640})
    page.evaluate(f"localStorage.setItem('reddog.language', {json.dumps('ja')})")
    page.reload()

    expect(page.get_by_role("heading", name="このラウンドを検証する")).to_be_visible()
    page.locator("ol.steps > li").nth(STEPS - 1).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert_accessible(page)
