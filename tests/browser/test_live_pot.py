"""Two people at one game around a pot, each in a browser, who divide the pot in the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.at_tables import (
    DEAF_MS,
    MONEY_MINOR,
    Seated,
    come_in,
    ended_stake,
    go_to_table,
    hand_of,
    opened_table,
    sit,
)
from tests.browser.axe import assert_accessible
from tests.journeys.running import until

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from playwright.sync_api import Page


def test_two_browsers_play_around_a_pot_and_agree_to_divide_it(live_address: str, visit: Callable[[str], Page]) -> None:
    table = opened_table("pot-red-dog", seats=2)
    ada, bob = (come_in(visit(live_address), name) for name in ("ada", "bob"))
    for player in (ada, bob):
        go_to_table(player)
    for number, player in enumerate((ada, bob), start=1):
        sit(player, number, chip="25", chips=4)

    for player in (ada, bob):
        expect(player.page.locator(".pot")).to_have_text("Pot 20.00")
    for _ in range(4):
        _take_a_turn((ada, bob))
    # All see what was played, and the hidden cards only their own player.
    until(lambda: len(_turns(ada)) >= 4 and _turns(ada) == _turns(bob))
    assert_accessible(ada.page)

    # Who is away is waited for by nobody, and comes back.
    bob.page.get_by_role("button", name="Be away").click()
    expect(ada.page.locator(".seats li").nth(1)).to_contain_text("away")
    bob.page.get_by_role("button", name="Come back").click()
    expect(bob.page.get_by_role("button", name="Be away")).to_be_visible()

    for player in (ada, bob):
        player.page.get_by_role("button", name="Vote to end the game").click()
    for player in (ada, bob):
        expect(player.page.locator(".say")).to_contain_text("All agreed to divide the pot.")
        expect(player.page.get_by_text("Checked in your browser")).to_be_visible()

    hand = hand_of(live_address, table, 0)
    assert hand["ended_by"] == "agreed"
    together = 0
    for player in (ada, bob):
        stake, cash = ended_stake(live_address, player)
        together += cash
        expect(player.page.locator(".say")).to_contain_text(f"{stake['returned']['amount'] / 100:,.2f} returned.")
        expect(player.page.locator(".strip dd").first).to_contain_text(f"{cash / 100:,.2f}")
    assert together == 2 * MONEY_MINOR, "they play against one another alone"


def _turns(player: Seated) -> list[str]:
    return player.page.locator(".turns li").all_inner_texts()


def _take_a_turn(players: Sequence[Seated]) -> None:
    """Have whoever is asked raise the least in the first turn, and do what costs least in the others."""
    asked: list[Page] = []

    def found() -> bool:
        asked[:] = [player.page for player in players if player.page.locator(".console.decide").count()]
        return asked != []

    until(found)
    page = asked[0]
    page.wait_for_timeout(DEAF_MS)
    before = page.locator(".turns li").count()
    raising = page.get_by_role("button", name="Raise 10.00")
    (raising if raising.count() and before == 0 else page.locator(".acts .btn").last).click()
    page.wait_for_function("before => document.querySelectorAll('.turns li').length > before", arg=before)
