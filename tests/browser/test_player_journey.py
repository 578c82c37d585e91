"""The whole way of a player, from no account to a proved round and a limit, and the way back after a lost password."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from players.operations.issue_reset_token import issue_reset_token
from tests import world
from tests.approving import approval
from tests.browser.playing import DEAF_MS, box, deal_by_key, sit_down
from tests.browser.test_player_account import figure, register, set_pin

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

STEPS: Final = 7
NEW_PASSWORD: Final = "another pass phrase"


def test_a_person_registers_deposits_plays_proves_the_round_and_changes_a_limit(page: Page) -> None:
    register(page)
    deposit = page.locator("form-box[name=deposit]")
    deposit.get_by_label("Amount").fill("100.00")
    deposit.get_by_role("button", name="Deposit").click()
    expect(page.get_by_text("100.00 USD is settled.")).to_be_visible()
    set_pin(page)

    sit_down(page)
    page.keyboard.press("Shift+ArrowUp")
    expect(box(page, "BET")).to_have_text("10.00")
    deal_by_key(page)
    stand, verify = page.get_by_role("button", name="Stand"), page.get_by_role("link", name="Verify this round")
    expect(stand.or_(verify).first).to_be_visible()
    if stand.count():
        page.wait_for_timeout(DEAF_MS)
        stand.click()
    verify.first.click()

    expect(page.get_by_role("status").filter(has_text="This round holds")).to_be_visible()
    results = page.locator("ol.steps > li .tag").all_inner_texts()
    # This browser drew the seed itself.
    assert results == ["✓ holds"] * STEPS

    page.goto("/play#/limits")
    row = page.locator("limit-row", has_text="Loss, day")
    row.get_by_text("Change", exact=True).click()
    row.get_by_label("New limit, in USD").fill("40")
    row.get_by_label("PIN").fill(world.PIN)
    row.get_by_role("button", name="Set the limit").click()
    expect(row).to_contain_text("In force from now on: 40.00 USD.")
    expect(figure(page, "Loss left, day")).to_have_text(re.compile(r"^\d"))
    world.assert_world_sound()


def test_a_lost_password_is_replaced_with_the_token_that_the_staff_issued(page: Page) -> None:
    now = datetime.now(UTC)
    chain = world.sign_up(now=now)
    token = issue_reset_token(chain, by=approval("papers were shown"), now=now).token
    page.goto("/play#/log-in")
    page.get_by_role("link", name="Help with logging in").click()
    form = page.locator("form-box[name=reset]")
    for attempt, sent in enumerate(("no such token", token)):
        form.get_by_label("User name").fill("ada")
        form.get_by_label("One-time token").fill(sent)
        form.get_by_label("New password").fill(NEW_PASSWORD)
        form.get_by_role("button", name="Set the new password").click()
        if attempt == 0:
            expect(form.get_by_role("alert")).to_contain_text("wrong")
    expect(form.get_by_role("status")).to_contain_text("The password was replaced. Log in with it.")

    page.goto("/play#/log-in")
    page.get_by_label("User name").fill("ada")
    page.get_by_label("Password", exact=True).fill(world.PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert").filter(has_text="wrong")).to_be_visible()
    page.get_by_label("Password", exact=True).fill(NEW_PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("heading", name="Games").wait_for()
