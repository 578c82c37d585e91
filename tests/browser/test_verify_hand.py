"""A player plays hands at live tables, proves them in the browser, and sees what a platform that lies is found out by."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import expect

from tests.browser.at_tables import come_in, go_to_table, hand_of, look_at, opened_table, sit, sit_until_asked
from tests.journeys.running import until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route

    from tests.browser.at_tables import Seated

STEPS: Final = 10


def _proved(page: Page) -> list[str]:
    """Wait until a hand is judged, and return what each step found."""
    page.locator("ol.steps > li").nth(STEPS - 1).wait_for()
    return page.locator("ol.steps > li > h2 .tag").all_inner_texts()


def _failing(page: Page) -> list[str]:
    """Load the page anew, and return the names of the steps that fail."""
    page.reload()
    results = _proved(page)
    names = page.locator("ol.steps > li > h2").all_inner_texts()
    return [name for name, result in zip(names, results, strict=True) if result.startswith("✕")]


def _lie(page: Page, address: str, change: Callable[[str], str]) -> None:
    """Have the platform answer a path with something changed."""

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=change(response.text()))

    page.route(address, answer)


def test_a_hand_against_the_house_is_proved_and_lies_are_found_out(
    live_address: str, visit: Callable[[str], Page]
) -> None:
    table = opened_table("red-dog-table", seats=2)
    ada, bob = (come_in(visit(live_address), name) for name in ("ada", "bob"))
    for player in (ada, bob):
        go_to_table(player)
    epoch = sit_until_asked(live_address, table, [ada, bob])
    for player in (ada, bob):
        _stand(player)
    hand: Any = hand_of(live_address, table, epoch)

    # One click from the result.
    ada.page.locator(".say").get_by_role("link", name="Verify this hand").click()
    assert _proved(ada.page) == ["✓ holds"] * STEPS
    expect(ada.page.get_by_role("status").filter(has_text="This hand holds")).to_be_visible()
    expect(ada.page.get_by_role("cell", name="equal")).to_have_count(len(hand["cards"]))
    look_at(ada.page, "verify-hand")

    # One click from each hand of the list.
    bob.page.locator("hands-list summary").first.click()
    bob.page.get_by_role("link", name=f"Verify hand {epoch}").click()
    assert _proved(bob.page) == ["✓ holds"] * STEPS

    page = ada.page
    card = hand["cards"][2]
    other = "2c" if card != "2c" else "3c"
    _lie(page, f"**/tables/{table.hex}/hands/{epoch}", lambda text: text.replace(f'"{card}"', f'"{other}"'))
    # Only `record` was changed, not the signed note: nothing is read of it.
    assert _failing(page) == []
    page.unroute_all()

    _lie(page, "**/api/v1/log/announcements/key", lambda _: '{"items": []}')
    assert [re.sub(r"\s*✕.*", "", name) for name in _failing(page)] == ["The records are signed"]
    page.unroute_all()

    stranger, end = hand["records"][0]["leaf"], hand["records"][-1]["leaf"]
    proof = page.request.get(f"/api/v1/log/proof/{stranger}.tlog-proof").text()
    _lie(page, f"**/api/v1/log/proof/{end}.tlog-proof", lambda _: proof)
    assert [re.sub(r"\s*✕.*", "", name) for name in _failing(page)] == ["The records are in the public log"]


def _stand(player: Seated) -> None:
    """Decide if the hand still asks, and wait until it is over: a busy machine may be too slow for the clock."""
    standing = player.page.get_by_role("button", name="Stand")
    taking = player.page.get_by_role("button", name="Take seat")
    player.page.wait_for_timeout(400)
    if standing.count():
        standing.click()
    expect(player.page.get_by_text("Checked in your browser")).to_be_visible()
    expect(taking).to_be_visible()


def test_a_game_around_a_pot_is_proved_turn_by_turn(live_address: str, visit: Callable[[str], Page]) -> None:
    table = opened_table("pot-red-dog", seats=2)
    ada, bob = (come_in(visit(live_address), name) for name in ("ada", "bob"))
    for player in (ada, bob):
        go_to_table(player)
    for number, player in enumerate((ada, bob), start=1):
        sit(player, number, chip="25", chips=4)
    for _ in range(3):
        _take_a_turn(ada, bob)
    for player in (ada, bob):
        player.page.get_by_role("button", name="Vote to end the game").click()
    expect(ada.page.get_by_text("Checked in your browser")).to_be_visible()

    ada.page.locator(".say").get_by_role("link", name="Verify this hand").click()
    assert _proved(ada.page) == ["✓ holds"] * STEPS
    ada.page.locator("ol.steps details summary").click()
    turns = ada.page.locator("ol.steps details li .tag").all_inner_texts()
    played = [each for each in hand_of(live_address, table, 0)["records"] if each["type"] == "turn"]
    assert turns == ["✓ holds"] * len(played)
    look_at(ada.page, "verify-game")


def _take_a_turn(*players: Seated) -> None:
    """Have whoever is asked do what stands last, which costs least."""
    asked: list[Page] = []

    def found() -> bool:
        asked[:] = [player.page for player in players if player.page.locator(".console.decide").count()]
        return asked != []

    until(found)
    (page,) = asked[:1]
    page.wait_for_timeout(400)
    before = page.locator(".turns li").count()
    page.locator(".acts .btn").last.click()
    page.wait_for_function("before => document.querySelectorAll('.turns li').length > before", arg=before)
