"""A player's account in a real browser: coming in, money, limits, breaks, the reality check, the way out."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests import world
from tests.authenticator import Authenticator
from tests.browser.axe import assert_accessible

if TYPE_CHECKING:
    from typing import Literal

    from playwright.sync_api import Locator, Page

    from kernel.ids import ChainId

pytestmark = pytest.mark.slow

_PAGES = (
    *("cashier", "statement", "limits", "away", "account", "account/security", "account/contact", "account/sessions"),
    *("account/inbox", "account/documents", "account/disputes", "account/data", "documents/terms"),
)
_NARROW, _HEIGHT = 320, 640


def register(page: Page, username: str = "ada") -> None:
    """Open an account as a person does, and be logged in."""
    page.goto("/play")
    page.get_by_role("link", name="Open an account").click()
    for label, text in {
        "User name": username,
        "Password": world.PASSWORD,
        "Given name": "Ada",
        "Family name": "Lovelace",
        "Birth date": "1990-12-10",
        "Street and number": "1 Pacific Avenue",
        "City": "Atlantic City",
        "E-mail address": f"{username}@example.org",
    }.items():
        page.get_by_label(label, exact=True).fill(text)
    for document in ("Terms of play", "What we keep of you", "That play is watched"):
        page.get_by_role("checkbox", name=document).check()
    page.get_by_role("button", name="Open an account").click()
    page.get_by_role("heading", name="Money").wait_for()


def enter(page: Page, username: str = "ada") -> ChainId:
    """Log in a player who has a PIN and 1,000.00, and return the player's chain."""
    now = datetime.now(UTC)
    chain = world.sign_up(username, now=now)
    world.give_pin(chain)
    world.fund(chain, 100_000, now=now)
    page.goto("/play#/account")
    log_in(page, username)
    page.get_by_role("heading", name="Account").wait_for()
    return chain


def log_in(page: Page, username: str = "ada") -> None:
    page.get_by_label("User name").fill(username)
    page.get_by_label("Password").fill(world.PASSWORD)
    page.get_by_role("button", name="Log in").click()


def figure(page: Page, name: str) -> Locator:
    """Return a figure of the status strip."""
    strip = page.get_by_role("region", name="Your session")
    return strip.locator("div", has=page.get_by_text(name, exact=True)).last.locator("dd")


def set_pin(page: Page) -> None:
    page.goto("/play#/account/security")
    form = page.locator("form-box[name=pin]")
    form.get_by_label("New PIN").fill(world.PIN)
    form.get_by_label("Present password").fill(world.PASSWORD)
    form.get_by_role("button", name="Set the PIN").click()
    expect(page.get_by_text("The PIN is set.")).to_be_visible()


def test_a_person_registers_deposits_withdraws_changes_that_and_logs_out(page: Page) -> None:
    register(page)
    expect(figure(page, "Balance")).to_have_text(re.compile("^0.00"))

    deposit = page.locator("form-box[name=deposit]")
    deposit.get_by_label("Amount").fill("a lot")
    deposit.get_by_role("button", name="Deposit").click()
    expect(deposit.get_by_label("Amount")).to_be_focused()
    expect(deposit.get_by_text("Write an amount above zero")).to_be_visible()
    deposit.get_by_label("Amount").fill("1,000.00")
    deposit.get_by_role("button", name="Deposit").click()
    expect(page.get_by_text("1,000.00 USD is settled.")).to_be_visible()
    expect(figure(page, "Balance")).to_have_text(re.compile("^1,000.00"))

    deposit.get_by_label("Amount").fill("5")
    deposit.get_by_label("Method").select_option("card-declined")
    deposit.get_by_role("button", name="Deposit").click()
    expect(page.get_by_text("5.00 USD was refused. No money was moved. Reason: card-declined.")).to_be_visible()

    set_pin(page)
    page.goto("/play#/cashier")
    withdrawal = page.locator("form-box[name=withdrawal]")
    withdrawal.get_by_label("Amount").fill("50")
    withdrawal.get_by_label("Method").select_option("bank-transfer")
    withdrawal.get_by_label("PIN").fill("9999")
    withdrawal.get_by_role("button", name="Withdraw").click()
    expect(withdrawal.get_by_role("alert")).to_contain_text("The PIN is wrong")
    expect(withdrawal.get_by_label("PIN")).to_have_value("")
    withdrawal.get_by_label("PIN").fill(world.PIN)
    withdrawal.get_by_role("button", name="Withdraw").click()
    expect(figure(page, "Balance")).to_have_text(re.compile("^950.00"))
    page.get_by_role("button", name="Cancel it: the withdrawal of 50.00 USD").click()
    expect(figure(page, "Balance")).to_have_text(re.compile("^1,000.00"))

    page.get_by_role("link", name="Every movement of your money").click()
    rows = page.get_by_role("row")
    expect(rows).to_have_count(4)
    expect(rows.nth(1)).to_contain_text("Adjustment")
    expect(rows.nth(2)).to_contain_text("\u221250.00 USD")

    page.get_by_role("button", name="Log out").click()
    page.get_by_role("heading", name="Log in").wait_for()
    assert page.evaluate("sessionStorage.getItem('reddog.token')") is None
    page.goto("/play#/cashier")
    page.get_by_role("heading", name="Log in").wait_for()
    log_in(page)
    page.get_by_role("heading", name="Money").wait_for()


def test_the_bet_limit_says_friday_on_both_clocks_and_holds_for_all_games(page: Page) -> None:
    enter(page)
    page.goto("/play#/limits")
    page.get_by_role("button", name="Modify Table Bet Limit").click()
    window = page.get_by_role("dialog", name="Modify Table Bet Limit")
    expect(window).to_contain_text("It holds for all games")
    expect(window).to_contain_text(re.compile("After a change, next from.*Friday, .* 12:00.AM Eastern", re.DOTALL))
    expect(window).to_contain_text("Below 500.00 USD, the highest maximum of the tables")
    assert_accessible(page)

    window.get_by_label("New limit, in USD").fill("600")
    window.get_by_label("PIN").fill(world.PIN)
    window.get_by_role("button", name="OK").click()
    expect(window.get_by_text("Nothing was changed. The highest maximum of the tables is 500.00 USD.")).to_be_visible()
    window.get_by_label("New limit, in USD").fill("25")
    window.get_by_label("PIN").fill(world.PIN)
    window.get_by_role("button", name="OK").click()
    expect(window).to_contain_text("Changed. Your table bet limit is 25.00 USD from now on, in all games.")
    expect(window).to_contain_text(re.compile("May be changed from.*Friday, .* 12:00.AM Eastern", re.DOTALL))
    window.get_by_label("New limit, in USD").fill("10")
    window.get_by_label("PIN").fill(world.PIN)
    window.get_by_role("button", name="OK").click()
    expect(window.get_by_text("The limit may be changed once in a gaming week")).to_be_visible()
    page.keyboard.press("Escape")
    expect(window).to_have_count(0)
    expect(figure(page, "Bet limit")).to_have_text("25.00")


def test_a_tighter_limit_holds_at_once_and_a_looser_one_waits_and_is_taken_back(page: Page) -> None:
    enter(page)
    page.goto("/play#/limits")
    row = page.locator("limit-row", has_text="Loss, day")
    row.get_by_text("Change", exact=True).click()
    for amount in ("100", "80"):
        row.get_by_label("New limit, in USD").fill(amount)
        row.get_by_label("PIN").fill(world.PIN)
        row.get_by_role("button", name="Set the limit").click()
        expect(row).to_contain_text(f"In force from now on: {amount}.00 USD.")
    expect(figure(page, "Loss left, day")).to_have_text("80.00")

    row.get_by_label("New limit, in USD").fill("")
    row.get_by_label("PIN").fill(world.PIN)
    row.get_by_role("button", name="Set the limit").click()
    expect(row).to_contain_text("Asked for: none.")
    expect(row).to_contain_text("none waits")
    expect(figure(page, "Loss left, day")).to_have_text("80.00")
    row.get_by_role("button", name="Take it back: Loss, day").click()
    expect(row).to_contain_text("Taken back. Nothing changed.")
    expect(row).not_to_contain_text("none waits")


def test_the_reality_check_blocks_with_figures_and_three_answers(page: Page) -> None:
    # Whoever logs in again within half an hour goes on with the time that counted before.
    now = datetime.now(UTC)
    world.sign_up(now=now)
    for minutes in (75, 50, 25):
        world.log_in_player(now=now - timedelta(minutes=minutes))
    page.goto("/play#/account")
    log_in(page)

    check = page.get_by_role("dialog", name="Reality check")
    expect(check).to_be_visible()
    expect(check.get_by_role("heading", name="Reality check")).to_be_focused()
    for name in ("Time in this session", "Staked", "Came back", "Net"):
        expect(check).to_contain_text(name)
    answers = check.get_by_role("button")
    expect(answers).to_have_text(["Take a break", "Log out", "Play on"])
    assert len({each.evaluate("button => button.className") for each in answers.all()}) == 1
    assert_accessible(page)
    for _ in range(3):
        page.keyboard.press("Escape")
    expect(check).to_be_visible()

    check.get_by_role("button", name="Play on").click()
    expect(check).to_have_count(0)
    expect(figure(page, "Reality check")).to_have_text(re.compile("59 min|1 hr"))


def test_a_break_says_what_follows_before_it_begins_and_what_is_still_possible(page: Page) -> None:
    enter(page)
    page.get_by_role("button", name="Take a break").click()
    window = page.get_by_role("dialog", name="Take a break")
    window.get_by_label("Time-out, 7 days").check()
    assert_accessible(page)
    window.get_by_role("button", name="Continue").click()
    sure = page.get_by_role("dialog", name="This is what follows")
    expect(sure).to_contain_text("For 7 days, until about")
    expect(sure).to_contain_text("Your money stays yours")
    sure.get_by_role("button", name="Begin now").click()

    expect(page.get_by_text("You are staying away from the games")).to_be_visible()
    page.get_by_role("link", name="What holds, and the way back").click()
    expect(page.get_by_role("heading", name="Time-out")).to_be_visible()
    page.goto("/play#/cashier")
    deposit = page.locator("form-box[name=deposit]")
    deposit.get_by_label("Amount").fill("5")
    deposit.get_by_role("button", name="Deposit").click()
    expect(deposit.get_by_role("alert")).to_contain_text("You are staying away from the games")


def test_a_session_that_nobody_used_waits_for_the_pin_and_an_ended_one_for_the_log_in(page: Page) -> None:
    chain = world.sign_up(now=datetime.now(UTC))
    world.give_pin(chain)
    begun = world.log_in_player(now=datetime.now(UTC) - timedelta(minutes=31))
    page.goto("/play")
    page.evaluate("token => sessionStorage.setItem('reddog.token', token)", begun.token)
    page.reload()

    lock = page.get_by_role("dialog", name="Are you still there?")
    expect(lock).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("Escape")
    lock.get_by_label("PIN").fill("9999")
    lock.get_by_role("button", name="Unlock").click()
    expect(lock.get_by_text("The PIN is wrong")).to_be_visible()
    lock.get_by_label("PIN").fill(world.PIN)
    lock.get_by_role("button", name="Unlock").click()
    expect(lock).to_have_count(0)
    expect(figure(page, "Balance")).to_have_text(re.compile("^0.00"))

    page.evaluate("sessionStorage.setItem('reddog.token', 'ended')")
    page.goto("/play#/statement")
    expect(page.get_by_text("The session is over.")).to_be_visible()
    page.get_by_role("heading", name="Log in").wait_for()


def test_the_second_factor_is_set_up_asked_for_on_a_new_device_and_removed(page: Page) -> None:
    enter(page)
    page.goto("/play#/account/security")
    begin = page.locator("form-box[name=factor]")
    begin.get_by_label("Present password").fill(world.PASSWORD)
    begin.get_by_role("button", name="Set it up").click()
    secret = page.locator("#factor-secret").inner_text().replace(" ", "")
    now = datetime.now(UTC)
    page.get_by_label("First code").fill(Authenticator(secret).code(now=now))
    page.get_by_role("button", name="Put it in force").click()
    listed = page.locator("second-factor ol li")
    expect(listed).to_have_count(10)
    codes = listed.all_inner_texts()
    page.get_by_role("button", name="I have written them down").click()
    expect(page.get_by_text("In force. 10 recovery codes are left.")).to_be_visible()

    page.get_by_role("button", name="Log out").click()
    page.get_by_role("heading", name="Log in").wait_for()
    page.evaluate("localStorage.removeItem('reddog.device')")
    log_in(page)
    expect(page.get_by_text("Your password is right.")).to_be_visible()
    page.get_by_label("Code of the second factor").fill(codes[0])
    page.get_by_role("button", name="Log in").click()
    figure(page, "Balance").wait_for()

    page.goto("/play#/account/security")
    removal = page.locator("form-box[name=factor-removal]")
    removal.get_by_label("Present password").fill(world.PASSWORD)
    removal.get_by_label("Code of the second factor").fill(codes[1])
    removal.get_by_role("button", name="Remove the second factor").click()
    expect(page.get_by_role("button", name="Set it up")).to_be_visible()


def test_ones_data_are_downloaded_and_the_account_is_closed(page: Page) -> None:
    enter(page)
    page.goto("/play#/account/data")
    with page.expect_download() as waited:
        page.get_by_role("button", name="Download").click()
    assert json.loads(Path(waited.value.path()).read_text())["profile"]["username"] == "ada"

    page.get_by_role("button", name="Ask to be erased").click()
    expect(page.get_by_text("the account is not closed")).to_be_visible()
    closing = page.locator("form-box[name=closing]")
    closing.get_by_label("PIN").fill(world.PIN)
    closing.get_by_label("I want this account closed for ever.").check()
    closing.get_by_role("button", name="Close the account").click()
    expect(page.get_by_role("heading", name="Close the account")).to_have_count(0)
    page.goto("/play#/account")
    expect(page.get_by_text("closed. An open round can be finished")).to_be_visible()


def test_every_page_is_accessible_and_reflows_in_both_languages(page: Page) -> None:
    enter(page)
    page.set_viewport_size({"width": _NARROW, "height": _HEIGHT})
    rounds: tuple[tuple[Literal["light", "dark"], str], ...] = (("light", "日本語"), ("dark", "English"))
    for scheme, other in rounds:
        page.emulate_media(color_scheme=scheme)
        for path in _PAGES:
            page.goto(f"/play#/{path}")
            page.reload()
            page.get_by_role("heading", level=1).wait_for()
            expect(page.locator(".late")).to_have_count(0)
            assert_accessible(page)
            assert page.evaluate("document.documentElement.scrollWidth") == _NARROW, path
        page.get_by_role("button", name=other).click()
    page.get_by_role("button", name="Log out").click()
    for path in ("log-in", "register", "recover"):
        page.goto(f"/play#/{path}")
        page.get_by_role("heading", level=1).wait_for()
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") == _NARROW, path
