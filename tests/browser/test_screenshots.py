"""The pictures of docs/screenshots: `make screenshots` draws them. No other run does."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from tests import world
from tests.api.staff_log_in import STEP
from tests.authenticator import staff_with_totp
from tests.browser import playing
from tests.browser.test_console import log_in

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.skipif("REDDOG_SCREENSHOTS" not in os.environ, reason="make screenshots draws these")


def draw(page: Page, name: str, *, width: int, scheme: Literal["light", "dark"]) -> None:
    """Save what a window of a width shows, without what moves."""
    page.set_viewport_size({"width": width, "height": 900 if width > 600 else 760})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.wait_for_timeout(300)
    page.screenshot(path=Path(os.environ["REDDOG_SCREENSHOTS"]) / f"{name}-{width}-{scheme}.png")


def test_the_table(page: Page) -> None:
    playing.player(page)
    playing.sit_down(page)
    page.keyboard.press("Shift+ArrowUp")
    playing.deal_until_open(page)
    draw(page, "table", width=1280, scheme="light")
    draw(page, "table", width=360, scheme="dark")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Verify this round").click()
    page.locator("ol.steps > li").nth(6).wait_for()
    draw(page, "verify", width=1280, scheme="light")


def test_the_console(page: Page) -> None:
    secret = staff_with_totp("op", now=datetime.now(UTC) - 2 * STEP).text
    ada = world.seat_player(now=datetime.now(UTC))
    log_in(page, secret)
    draw(page, "console", width=1280, scheme="light")
    page.goto(f"/console/players/{ada.chain.hex}")
    draw(page, "player", width=1280, scheme="dark")
    draw(page, "player", width=360, scheme="light")


def test_the_desk(page: Page) -> None:
    page.goto("/desk")
    for name in ("honest", "forged"):
        page.get_by_role("button", name=f"{name}").click()
        page.get_by_role("heading", name="What was checked").wait_for()
        draw(page, f"desk-{name}", width=1280, scheme="light")
    page.set_viewport_size({"width": 360, "height": 760})
    page.get_by_role("region", name="Verdict", exact=True).evaluate("each => each.scrollIntoView()")
    draw(page, "desk-forged", width=360, scheme="dark")
