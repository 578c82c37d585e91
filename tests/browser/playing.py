"""A player at the table, as a person plays: by names of buttons and by keys."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from tests import world

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from kernel.ids import ChainId

DEAF_MS: Final = 400
"""A decision is deaf for 350 ms after the deal."""
RED_DOG: Final = "red-dog-atlantic-city"
MONTANA: Final = "montana-red-dog"


def player(page: Page, *, amount_minor: int = 100_000, username: str = "ada") -> ChainId:
    """Return a player with money, who has just logged in on this page."""
    now = datetime.now(UTC)
    chain = world.sign_up(username, now=now)
    if amount_minor:
        world.fund(chain, amount_minor, now=now)
    log_in(page, username)
    return chain


def log_in(page: Page, username: str) -> None:
    """Log in, and see the games."""
    page.goto("/play")
    page.get_by_label("User name").fill(username)
    page.get_by_label("Password", exact=True).fill(world.PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("heading", name="Games").wait_for()


def sit_down(page: Page, game: str = RED_DOG) -> None:
    """Go to a game's board, and wait until bets are taken there."""
    page.goto(f"/play#/play/{game}")
    page.get_by_role("button", name="Deal").wait_for()


def headline(page: Page) -> Locator:
    """Return the words on the cloth."""
    return page.locator(".say strong")


def deal_by_key(page: Page) -> None:
    """Deal by Enter, and wait for the cards."""
    page.keyboard.press("Enter")
    expect(page.locator(".cards .new").first).to_be_visible()


def deal_until_open(page: Page, raising: str = "Raise") -> None:
    """Deal until a round waits for a decision: one in five does not."""
    decide = page.get_by_role("button", name=raising)
    while True:
        deal_by_key(page)
        if decide.count():
            page.wait_for_timeout(DEAF_MS)
            return
        # The next deal clears the cloth only when it is answered: the bet is touched, so that it is clear before.
        page.keyboard.press("0")


def in_minor(text: str) -> int:
    """Return an amount of the page, such as `1,000.00`, in minor units."""
    return round(float(text.replace(",", "").replace("\u2212", "-").split()[0]) * 100)


def box(page: Page, name: str) -> Locator:
    """Return what stands in a box of the bets."""
    return page.get_by_role("group", name="Bets").locator(".put", has_text=name).locator("b")
