"""A player's passkeys in a real browser, with the browser's own authenticator: added, used, lost, removed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from players.models.passkeys import PlayerPasskey
from tests import world
from tests.browser.authenticator import add_authenticator
from tests.browser.axe import assert_accessible
from tests.browser.playing import log_in, player

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.slow, pytest.mark.clause("F22")]


def add_passkey(page: Page, name: str = "this computer") -> list[str]:
    """Add a passkey as a person does, and return the recovery codes that are shown."""
    page.goto("/play#/account/security")
    form = page.locator("form-box[name=passkey]")
    form.get_by_label("What you call it").fill(name)
    form.get_by_label("Present password").fill(world.PASSWORD)
    form.get_by_role("button", name="Add it").click()
    listed = page.locator("passkey-list ol li")
    expect(listed).to_have_count(10)
    codes = listed.all_inner_texts()
    page.get_by_role("button", name="I have written them down").click()
    expect(page.get_by_text(name, exact=True)).to_be_visible()
    return codes


def come_back_on_a_new_device(page: Page) -> None:
    """Log out, and log in on a device that the platform does not know, until the second factor is asked for."""
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("heading", name="Log in").wait_for()
    page.evaluate("localStorage.removeItem('reddog.device')")
    page.get_by_label("User name").fill("ada")
    page.get_by_label("Password", exact=True).fill(world.PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_text("Your password is right.").wait_for()


def test_a_passkey_is_added_logs_in_on_a_new_device_proves_a_change_and_is_removed(page: Page) -> None:
    player(page)
    add_authenticator(page)
    add_passkey(page)
    expect(page.locator("passkey-list")).to_contain_text("Never used.")
    expect(page.locator("second-factor")).to_contain_text("10")
    assert_accessible(page)

    come_back_on_a_new_device(page)
    assert_accessible(page)
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_role("heading", name="Games").wait_for()

    page.goto("/play#/account/security")
    expect(page.locator("passkey-list")).to_contain_text("Last used")
    pin = page.locator("form-box[name=pin]")
    pin.get_by_label("New PIN").fill(world.PIN)
    pin.get_by_label("Present password").fill(world.PASSWORD)
    pin.get_by_role("button", name="Set the PIN").click()
    expect(page.get_by_text("The PIN is set.")).to_be_visible()

    page.get_by_text("Remove the passkey this computer").click()
    removal = page.locator("passkey-list details form-box")
    removal.get_by_label("Present password").fill(world.PASSWORD)
    removal.get_by_role("button", name="Remove it").click()
    expect(page.get_by_text("The passkey was removed.")).to_be_visible()
    expect(page.get_by_text("You have none yet.").last).to_be_visible()
    assert not PlayerPasskey.objects.exists()


def test_who_lost_the_passkey_is_told_so_and_comes_back_by_a_recovery_code(page: Page) -> None:
    player(page)
    authenticator = add_authenticator(page)
    first, *_ = add_passkey(page)
    come_back_on_a_new_device(page)

    authenticator.forget()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("alert").filter(has_text="The passkey was not used")).to_be_visible()

    page.get_by_label("Password", exact=True).fill(world.PASSWORD)
    page.get_by_label("Code of the second factor").fill(first)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("heading", name="Games").wait_for()


def test_a_new_passkey_is_told_of_in_the_inbox_in_both_languages(page: Page) -> None:
    player(page)
    add_authenticator(page)
    add_passkey(page)

    page.goto("/play#/account/inbox")
    expect(page.get_by_text("A passkey was added to your account.")).to_be_visible()
    page.get_by_role("button", name="日本語").click()
    expect(page.get_by_text("アカウントにパスキーが追加されました。")).to_be_visible()


def test_who_has_no_passkey_is_offered_none(page: Page) -> None:
    now = datetime.now(UTC)
    world.sign_up(now=now)
    log_in(page, "ada")
    page.goto("/play#/account/security")
    expect(page.locator("passkey-list")).to_contain_text("You have none yet.")
    expect(page.get_by_role("button", name="Use a passkey")).to_have_count(0)


def test_the_licences_of_what_the_page_bundles_are_one_click_away(page: Page) -> None:
    page.goto("/play")
    page.get_by_role("link", name="Licences of the software in this page").click()
    page.wait_for_url("**/static/web/licences.txt")
    expect(page.locator("body")).to_contain_text("lit")
