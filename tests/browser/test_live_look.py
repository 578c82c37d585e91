"""How live tables look: Montana side by side, the list of tables, languages, sizes, accessibility."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
from playwright.sync_api import expect

from tests.browser.at_tables import (
    CLOCK_MS,
    DEAF_MS,
    come_in,
    go_to_table,
    in_time,
    look_at,
    opened_table,
    require_money_agrees,
    sit_until_asked,
)
from tests.journeys.running import until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from kernel.ids import ChainId
    from tests.browser.at_tables import Seated


def test_montana_is_played_side_by_side_in_every_size_and_both_languages(
    live_address: str, visit: Callable[[str], Page]
) -> None:
    table = opened_table("montana-red-dog-table", seats=2)
    ada, bob = (come_in(visit(live_address), name) for name in ("ada", "bob"))
    ada.page.get_by_role("link", name="Live tables").click()
    ada.page.get_by_role("link", name="To table").wait_for()
    look_at(ada.page, "tables")
    for player in (ada, bob):
        go_to_table(player)
    look_at(ada.page, "live-betting")

    shown = [set(_dealt(player)) for player in _bet(ada, bob)]
    assert not shown[0] & shown[1], "each sees the own five alone, of one pack"
    # If the clock runs out meanwhile, the hand that is over is looked at.
    look_at(ada.page, "live-montana-deciding", sizes=((1280, 720), (320, 720)))
    until(lambda: _hands(live_address, table) == 1)

    played = 1
    while True:
        for player in _bet(ada, bob):
            _dealt(player)
        ada.page.wait_for_timeout(DEAF_MS)
        surrendered = in_time(lambda: bob.page.get_by_role("button", name="Surrender").click(timeout=CLOCK_MS))
        raised = in_time(lambda: ada.page.get_by_role("button", name="Raise 5.00").click(timeout=CLOCK_MS))
        played += 1
        until(lambda: _hands(live_address, table) == played)  # noqa: B023  called before the next turn
        if surrendered and raised:
            break

    for player in (ada, bob):
        expect(player.page.get_by_text("Checked in your browser")).to_be_visible()
    expect(ada.page.locator(".say")).to_contain_text("The bonus bet")
    expect(bob.page.locator(".say")).to_contain_text("Surrendered: 2.50 comes back")
    for player in (ada, bob):
        require_money_agrees(live_address, player)
    ada.page.locator(".hands summary").first.click()
    look_at(ada.page, "live-montana-over")


def _bet(ada: Seated, bob: Seated) -> tuple[Seated, Seated]:
    """Put down a bet and a bonus bet for one, a bet for the other, and return both."""
    for player in (ada, bob):
        player.page.get_by_role("button", name="Remove").click()
        if player is ada:
            player.page.get_by_role("group", name="Bets").get_by_role("button", name="BET").click()
        player.page.get_by_role("button", name="Add 5 USD").click()
    ada.page.get_by_role("button", name="BONUS").click()
    ada.page.get_by_role("button", name="Add 1 USD").click()
    ada.page.get_by_role("button", name="Take seat 1").click()
    expect(ada.page.get_by_role("button", name="Take the stake back")).to_be_visible()
    bob.page.get_by_role("button", name="Take seat 2").click()
    return ada, bob


def _dealt(player: Seated) -> list[str]:
    """Return the names of the five cards of a player who is asked."""
    player.page.get_by_role("button", name="Surrender").wait_for()
    cards = player.page.get_by_role("group", name="Your cards").get_by_role("img")
    expect(cards).to_have_count(5)
    return [str(card.get_attribute("aria-label")) for card in cards.all()]


def _hands(origin: str, table: ChainId) -> int:
    """Return how many hands are over."""
    return len(httpx.get(f"{origin}/api/v1/tables/{table.hex}/hands").json()["items"])


def test_a_decision_stands_out_in_every_size_and_both_languages(
    live_address: str, visit: Callable[[str], Page]
) -> None:
    table = opened_table("red-dog-table", seats=1)
    ada = come_in(visit(live_address), "ada")
    go_to_table(ada)

    turn = ada.page.locator(".seats li.me.turn", has_text=re.compile("you, seat 1.*your turn", re.DOTALL))
    sit_until_asked(live_address, table, [ada])
    while not in_time(lambda: turn.wait_for(timeout=CLOCK_MS)):
        sit_until_asked(live_address, table, [ada])

    look_at(ada.page, "live-red-dog-deciding", sizes=((1280, 860), (360, 740)))


def test_a_stake_is_taken_back(live_address: str, visit: Callable[[str], Page]) -> None:
    opened_table("red-dog-table", seats=5)
    ada = come_in(visit(live_address), "ada")
    go_to_table(ada)

    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_text("Put at least 1.00 into the box first.").first).to_be_visible()
    ada.page.keyboard.press("ArrowUp")
    ada.page.keyboard.press("Enter")
    ada.page.get_by_role("button", name="Take the stake back").click()

    expect(ada.page.locator(".say strong")).to_have_text("Your stake is back")
    expect(ada.page.locator(".strip dd").first).to_contain_text("1,000.00")
    ada.page.keyboard.press("0")
    expect(ada.page.get_by_role("button", name="Take seat 1")).to_be_visible()
