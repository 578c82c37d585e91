"""An operator logs in, finds a player, looks, restricts her, and sees that it was kept."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests import totp_program, world
from tests.api.staff_log_in import STEP
from tests.authenticator import staff_with_totp

if TYPE_CHECKING:
    from playwright.sync_api import Page


def log_in(page: Page, secret: str, username: str = "op") -> None:
    """Log in as a person does, with the code that the authenticator shows now."""
    page.goto("/console/")
    page.get_by_label("User name").fill(username)
    page.get_by_label("Password").fill(world.PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_label("Code of the authenticator").fill(totp_program.code(secret, datetime.now(UTC)))
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("heading", name="Today").wait_for()


def test_an_operator_logs_in_finds_a_player_and_suspends_her_for_a_reason(page: Page) -> None:
    secret = staff_with_totp("op", now=datetime.now(UTC) - 2 * STEP).text
    world.sign_up("ada", now=datetime.now(UTC))
    log_in(page, secret)

    page.get_by_role("link", name="Players").click()
    page.get_by_role("link", name="ada").click()
    page.get_by_role("heading", name="ada").wait_for()
    page.get_by_role("link", name="Suspend").click()
    window = page.get_by_role("dialog", name="Suspend")
    window.get_by_label("Reason").fill("a chargeback")
    window.get_by_role("button", name="Do it").click()

    page.get_by_text("Done, and kept as an event.").wait_for()
