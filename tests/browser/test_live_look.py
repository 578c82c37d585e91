"""How live tables look: Montana side by side, the list of tables, languages, sizes, accessibility."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.at_tables import (
    DEAF_MS,
    PATIENCE_MS,
    come_in,
    go_to_table,
    look_at,
    opened_table,
    require_money_agrees,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page


def test_montana_is_played_side_by_side_in_every_size_and_both_languages(
    live_address: str, visit: Callable[[str], Page]
) -> None:
    opened_table("montana-red-dog-table", seats=2, bet_ms=10_000)
    ada, bob = (come_in(visit(live_address), name) for name in ("ada", "bob"))
    ada.page.get_by_role("link", name="Live tables").click()
    ada.page.get_by_role("link", name="To table").wait_for()
    look_at(ada.page, "tables")
    for player in (ada, bob):
        go_to_table(player)
    look_at(ada.page, "live-betting")

    ada.page.get_by_role("button", name="Add 5 USD").click()
    ada.page.get_by_role("button", name="BONUS").click()
    ada.page.get_by_role("button", name="Add 1 USD").click()
    ada.page.get_by_role("button", name="Take seat 1").click()
    expect(ada.page.get_by_role("button", name="Take the stake back")).to_be_visible()
    bob.page.get_by_role("button", name="Add 5 USD").click()
    bob.page.get_by_role("button", name="Take seat 2").click()

    hands = [player.page.get_by_role("group", name="Your cards").get_by_role("img") for player in (ada, bob)]
    for player, hand in zip((ada, bob), hands, strict=True):
        expect(player.page.get_by_role("button", name="Surrender")).to_be_visible(timeout=PATIENCE_MS)
        expect(hand).to_have_count(5)
    shown = [[card.get_attribute("aria-label") for card in hand.all()] for hand in hands]
    assert not set(shown[0]) & set(shown[1]), "each sees the own five alone, of one pack"
    ada.page.wait_for_timeout(DEAF_MS)
    look_at(ada.page, "live-montana-deciding", sizes=((1280, 720), (320, 720)))
    bob.page.keyboard.press("-")
    ada.page.get_by_role("button", name="Raise 5.00").click()

    for player in (ada, bob):
        expect(player.page.get_by_text("Checked in your browser")).to_be_visible(timeout=PATIENCE_MS)
    expect(ada.page.locator(".say")).to_contain_text("The bonus bet")
    expect(bob.page.locator(".say")).to_contain_text("Surrendered: 2.50 comes back")
    for player in (ada, bob):
        require_money_agrees(live_address, player)
    ada.page.locator(".hands summary").first.click()
    look_at(ada.page, "live-montana-over")


def test_a_stake_is_taken_back(live_address: str, visit: Callable[[str], Page]) -> None:
    opened_table("red-dog-table", bet_ms=60_000)
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
