"""What a phone shows of the table and of the console: little above the game, and all that a desktop has, if elsewhere."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests import world
from tests.api.staff_log_in import STEP
from tests.authenticator import staff_with_totp
from tests.browser import at_tables, playing, test_console

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import FloatRect, Locator, Page

PHONE_WIDTH, PHONE_HEIGHT = 360, 740


def on_phone(page: Page) -> None:
    page.set_viewport_size({"width": PHONE_WIDTH, "height": PHONE_HEIGHT})


def place(locator: Locator) -> FloatRect:
    """Return where an element stands in the window."""
    box = locator.bounding_box()
    assert box is not None
    return box


@pytest.mark.parametrize("language", ["en", "ja"])
def test_header_and_strip_leave_a_phone_to_the_cards_question_and_buttons(page: Page, language: str) -> None:
    on_phone(page)
    playing.player(page)  # Whoever gets money has a message.
    raising = "Raise"
    if language == "ja":
        page.get_by_role("button", name="日本語").click()
        raising = "レイズ"
    page.goto(f"/play#/play/{playing.RED_DOG}")
    page.locator(".chips .add").nth(1).click()

    # Two lines of a finger's height at most.
    assert place(page.get_by_role("banner"))["height"] <= 2 * 44 + 12
    assert place(page.locator(".strip"))["height"] <= 88

    playing.deal_until_open(page, raising)
    strip, words, console = (place(page.locator(name)) for name in (".strip", ".say", ".console"))
    assert place(page.locator(".cards").first)["y"] >= strip["y"] + strip["height"]
    assert words["y"] + words["height"] <= console["y"]


def test_no_button_lies_upon_another_on_the_narrowest_phone(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 720})
    playing.player(page)
    page.get_by_role("button", name="日本語").click()
    page.goto(f"/play#/play/{playing.RED_DOG}")
    page.locator(".chips .add").nth(1).click()

    buttons = page.locator(".acts button")
    expect(buttons).to_have_count(3)
    placed = [place(button) for button in buttons.all()]
    for before, after in itertools.pairwise(placed):
        assert before["x"] + before["width"] <= after["x"], placed
    assert placed[-1]["x"] + placed[-1]["width"] <= 320


def test_rules_and_par_sheet_are_at_the_foot_of_a_phones_board(page: Page) -> None:
    on_phone(page)
    playing.player(page)
    playing.sit_down(page)

    par = page.get_by_role("link", name="PAR sheet")
    expect(par).to_be_visible()
    assert page.request.get(str(par.get_attribute("href"))).ok
    page.get_by_role("link", name="Rules", exact=True).click()
    page.get_by_role("heading", name="How a round goes").wait_for()


def test_the_rules_are_at_the_foot_of_a_phones_live_table(live_address: str, visit: Callable[[str], Page]) -> None:
    at_tables.opened_table("red-dog-table", seats=1)
    ada = at_tables.come_in(visit(live_address), "ada")
    on_phone(ada.page)
    at_tables.go_to_table(ada)

    ada.page.get_by_role("link", name="Rules", exact=True).click()
    ada.page.get_by_role("heading", name="How a round goes").wait_for()


def test_a_limit_that_nobody_set_is_no_limit_of_nothing(page: Page) -> None:
    playing.player(page)

    expect(page.locator(".strip div", has_text="Loss left").last.locator("dd")).to_have_text("no limit")


def test_the_consoles_pages_are_folded_on_a_phone_and_beside_the_page_on_a_desktop(page: Page) -> None:
    secret = staff_with_totp("op", now=datetime.now(UTC) - 2 * STEP).text
    world.sign_up("ada", now=datetime.now(UTC))
    test_console.log_in(page, secret)
    reviews = page.get_by_role("link", name="Reviews", exact=True)
    expect(reviews).to_be_visible()

    on_phone(page)
    expect(reviews).to_be_hidden()
    assert place(page.get_by_role("heading", name="Today"))["y"] < PHONE_HEIGHT / 3

    page.get_by_text("Pages", exact=True).click()
    reviews.click()
    page.get_by_role("heading", name="Reviews").wait_for()
    expect(reviews).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(reviews).to_be_visible()
