"""A player reports another seat of a hand, from the list of hands, and plays on."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import httpx
import pytest
from playwright.sync_api import expect

from audit.queries.events import events
from tests.browser.at_tables import CLOCK_MS, DEAF_MS, come_in, go_to_table, in_time, opened_table, sit
from tests.browser.axe import assert_accessible
from tests.browser.playing import box
from tests.journeys.running import until

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from playwright.sync_api import Locator, Page

    from kernel.ids import ChainId
    from tests.browser.at_tables import Seated

pytestmark = pytest.mark.clause("F52")

FINGER_PX: Final = 44
TRIES: Final = 10
"""One hand in five asks nobody, and a busy machine may miss a clock."""
_SIZES: Final = ((1280, 720), (320, 568))
_SMALL: Final = """dialog => [...dialog.querySelectorAll("button, label")]
  .filter(each => each.getBoundingClientRect().height < 44).map(each => each.outerHTML)"""
_TOO_WIDE: Final = (
    "dialog => dialog.scrollWidth > dialog.clientWidth || dialog.getBoundingClientRect().right > innerWidth"
)


def test_a_seat_is_reported_once_by_keyboard_and_no_key_bets_meanwhile(
    live_address: str, visit: Callable[[str], Page]
) -> None:
    table, (ada, _) = _two_after_a_hand(live_address, visit)
    page = ada.page

    window = _open_by_keyboard(page)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(window).to_have_count(0)
    expect(_report_button(page)).to_be_focused()
    expect(box(page, "BET")).to_have_text("·")

    window = _open_by_keyboard(page)
    expect(window.get_by_text("nobody at the table learns of your report")).to_be_visible()
    expect(window.get_by_role("group", name="Which seat?").get_by_role("radio")).to_have_count(1)
    _fill_in(window, "It spares another seat")
    page.keyboard.press("Enter")
    expect(window.get_by_role("status").get_by_text("Seat 2 of hand 0 is reported.")).to_be_visible()

    _fill_in(window, "Something else")
    page.keyboard.press("Enter")
    expect(window.get_by_role("alert")).to_contain_text("You have reported this seat of this hand already")

    (event,) = (each for each in events(subject=ada.chain, before=None, limit=20) if each.kind == "seat-reported")
    assert event.after == {"table": table.hex, "epoch": 0, "seat": 1, "suspicion": "soft-play"}


def test_the_window_is_usable_in_both_languages_on_a_phone_and_by_a_finger(
    live_address: str, visit: Callable[[str], Page]
) -> None:
    _, (ada, _) = _two_after_a_hand(live_address, visit)
    page = ada.page
    _report_button(page).wait_for()
    for language in ("日本語", "English"):
        page.get_by_role("button", name=language).click()
        _report_button(page).click()
        window = page.get_by_role("dialog")
        for width, height in _SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert not window.evaluate(_TOO_WIDE), (language, width)
            assert window.evaluate(_SMALL) == [], (language, width)
            if folder := os.environ.get("REDDOG_SCREENSHOTS"):
                page.screenshot(path=Path(folder) / f"live-report-{language}-{width}.png")
            assert_accessible(page)
        # What one scrolls to the end of has its clock and its way out above it.
        window.get_by_role("button").last.scroll_into_view_if_needed()
        expect(window.locator(".clock")).to_be_in_viewport(ratio=1)
        window.locator(".meanwhile button").click()
        expect(window).to_have_count(0)
        page.set_viewport_size({"width": 1280, "height": 720})
    button = _report_button(page).bounding_box()
    assert button is not None
    assert button["height"] >= FINGER_PX


def test_a_hand_that_goes_on_behind_the_window_is_seen_and_decided_in_time(
    live_address: str, visit: Callable[[str], Page]
) -> None:
    table, players = _two_after_a_hand(live_address, visit)
    ada, bob = players
    standing = ada.page.get_by_role("button", name="Stand")
    for _ in range(TRIES):
        played = _hands(live_address, table)
        sit(ada, 1)
        ada.page.get_by_role("button", name="Take the stake back").wait_for()
        _report_button(ada.page).click()
        window = ada.page.get_by_role("dialog")
        expect(window.locator(".clock")).to_contain_text("Bets are open")
        sit(bob, 2)

        turn = window.get_by_role("status").get_by_text("It is your turn.")
        until(lambda: turn.count() > 0 or _hands(live_address, table) > played)  # noqa: B023  called before the next turn
        told = turn.count() > 0 and re.search(r"\d+ s", window.locator(".clock").inner_text())
        ada.page.wait_for_timeout(DEAF_MS)
        ada.page.keyboard.press("Enter")
        ada.page.keyboard.press("Escape")
        expect(window).to_have_count(0)
        if told and in_time(lambda: standing.click(timeout=CLOCK_MS)):
            break
        until(lambda: _hands(live_address, table) > played)  # noqa: B023
    else:
        pytest.fail("the window never told whose turn it was, or its way out led to no decision")

    expect(ada.page.locator(".seats li").nth(0)).to_contain_text("stood")


def _two_after_a_hand(origin: str, visit: Callable[[str], Page]) -> tuple[ChainId, Sequence[Seated]]:
    """Return a table, with two who have played one hand there, of which the first has the results open."""
    table = opened_table("red-dog-table", seats=2)
    players = [come_in(visit(origin), name) for name in ("ada", "bob")]
    for player in players:
        go_to_table(player)
    for number, player in enumerate(players, start=1):
        sit(player, number)
    for player in players:
        standing = player.page.get_by_role("button", name="Stand")
        until(lambda: standing.count() > 0 or _hands(origin, table) == 1)  # noqa: B023  called before the next turn
        player.page.wait_for_timeout(DEAF_MS)
        if standing.count():
            in_time(lambda: standing.click(timeout=CLOCK_MS))  # noqa: B023
    until(lambda: _hands(origin, table) == 1)
    for player in players:
        player.page.get_by_role("button", name="Remove").click()
    players[0].page.locator(".hands summary").last.click()
    return table, players


def _hands(origin: str, table: ChainId) -> int:
    """Return how many hands are over."""
    return len(httpx.get(f"{origin}/api/v1/tables/{table.hex}/hands").json()["items"])


def _report_button(page: Page) -> Locator:
    """Return the button below the results that are open."""
    return page.locator(".hands details[open] button")


def _open_by_keyboard(page: Page) -> Locator:
    _report_button(page).press("Enter")
    window = page.get_by_role("dialog", name="Report a seat of hand 0")
    expect(window.get_by_role("heading")).to_be_focused()
    return window


def _fill_in(window: Locator, suspicion: str) -> None:
    """Choose the only other seat and what is suspected, by the space bar."""
    window.get_by_role("radio", name="Seat 2").press("Space")
    window.get_by_role("radio", name=suspicion).press("Space")
