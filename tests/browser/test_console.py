"""Operators and auditors at the console, as they use it: with the mouse, on a telephone, in both languages."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, Literal

import pytest

from audit.queries.events import events
from players.queries.accounts import player
from staff.core.roles import Role
from tests import totp_program, world
from tests.api.staff_log_in import STEP
from tests.authenticator import staff_with_totp
from tests.browser.authenticator import add_authenticator
from tests.browser.axe import assert_accessible

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHAPES: Final[tuple[tuple[Literal["dark", "light"], int], ...]] = (("dark", 320), ("light", 1280))
"""Each width with one of the schemes: all four pairs would say no more."""


def log_in(page: Page, secret: str, username: str = "op") -> None:
    """Log in as a person does, with the code that the authenticator shows now."""
    page.goto("/console/")
    page.get_by_label("User name").fill(username)
    page.get_by_label("Password").fill(world.PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_label("Code of the authenticator").fill(totp_program.code(secret, datetime.now(UTC)))
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("heading", name="Today").wait_for()


def fits(page: Page) -> bool:
    """Return whether nothing stands out of the window's width."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_an_operator_finds_a_player_and_suspends_her_for_a_reason_that_is_kept(page: Page) -> None:
    secret = staff_with_totp("op", now=datetime.now(UTC) - 2 * STEP).text
    chain = world.sign_up("ada", now=datetime.now(UTC))
    log_in(page, secret)
    page.get_by_text("second factor").wait_for()

    page.get_by_role("searchbox", name="Find a player").fill("ad")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="ada", exact=True).click()
    page.get_by_role("heading", name="ada active").wait_for()
    assert page.get_by_text("Ocean Avenue").count() == 0
    page.get_by_role("link", name="Suspend").click()
    window = page.get_by_role("dialog", name="Suspend")
    window.get_by_text("/api/v1/ops/players/").wait_for()
    window.get_by_label("Reason").fill("a chargeback")
    window.get_by_role("button", name="Do it").click()

    page.get_by_text("Done, and kept as an event.").wait_for()
    page.get_by_role("heading", name="ada suspended").wait_for()
    page.get_by_role("cell", name="“a chargeback”").wait_for()
    (event,) = (event for event in events(subject=chain, before=None, limit=20) if event.reason == "a chargeback")
    assert (event.actor, player(chain).status) == ("operator:op", "suspended")


def test_the_window_of_an_action_closes_without_a_trace_and_gives_the_focus_back(page: Page) -> None:
    secret = staff_with_totp("op", now=datetime.now(UTC) - 2 * STEP).text
    chain = world.sign_up("ada", now=datetime.now(UTC))
    log_in(page, secret)

    page.goto(f"/console/players/{chain.hex}")
    page.get_by_role("link", name="Exclude", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="Exclude").wait_for()
    assert_accessible(page)
    page.keyboard.press("Escape")

    page.get_by_role("dialog").wait_for(state="detached")
    assert page.evaluate("document.activeElement.textContent").strip() == "Exclude"


def test_a_proposal_asks_for_the_second_factor_once_more(page: Page) -> None:
    secret = staff_with_totp("op", now=datetime.now(UTC) - 3 * STEP).text
    chain = world.sign_up("ada", now=datetime.now(UTC))
    log_in(page, secret)

    page.goto(f"/console/players/{chain.hex}")
    page.get_by_role("link", name="Issue a reset token").click()
    window = page.get_by_role("dialog")
    window.get_by_text("Two do this").wait_for()
    window.get_by_label("Reason").fill("she called")
    window.get_by_role("button", name="Propose it").click()
    page.get_by_text("Prove your second factor once more").wait_for()
    assert_accessible(page)
    # The code of the login is used up: the next one is accepted already.
    page.get_by_label("Code of the authenticator").fill(totp_program.code(secret, datetime.now(UTC) + STEP))
    page.get_by_role("button", name="Go on").click()

    # The proposer hands one half of the token over, the approver the other.
    page.get_by_role("heading", name="Hand this over").wait_for()
    assert_accessible(page)


def test_a_list_is_sorted_and_exported(page: Page) -> None:
    secret = staff_with_totp("op", now=datetime.now(UTC) - 2 * STEP).text
    for name in ("bob", "ada", "carl"):
        world.sign_up(name, now=datetime.now(UTC))
    log_in(page, secret)
    page.get_by_role("link", name="Players", exact=True).click()
    heads = page.locator("tbody th")
    assert [text.split()[0] for text in heads.all_inner_texts()] == ["carl", "ada", "bob"]

    page.get_by_role("button", name="Player", exact=True).click()
    assert [text.split()[0] for text in heads.all_inner_texts()] == ["ada", "bob", "carl"]
    page.get_by_role("button", name="Player", exact=True).click()
    assert [text.split()[0] for text in heads.all_inner_texts()] == ["carl", "bob", "ada"]

    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename == "players.csv"
    assert download.value.path().read_text(encoding="utf-8-sig").splitlines()[1].startswith("carl,active,")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_page_reads_well_on_a_telephone_in_either_language_and_scheme(page: Page, language: str) -> None:
    now = datetime.now(UTC)
    secret = staff_with_totp("op", now=now - 2 * STEP).text
    ada = world.seat_player("ada", now=now)
    world.make_deposit(ada.chain, 5000, method="bank-transfer", now=now)
    page.set_viewport_size({"width": 320, "height": 800})
    page.goto("/console/log-in")
    assert_accessible(page)
    assert fits(page)
    log_in(page, secret)
    if language == "ja":
        page.get_by_role("button", name="日本語").click()
        page.get_by_role("heading", name="今日").wait_for()
    player_page = f"/console/players/{ada.chain.hex}"
    places = (
        *("/console/", "/console/players", "/console/players?colour=x", player_page, f"{player_page}/events"),
        *(f"{player_page}/do/adjust-more", f"{player_page}/do/identity"),
    )
    for scheme, width in SHAPES:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        for place in places:
            page.goto(place)
            assert fits(page), (place, width)
            assert page.locator("html").get_attribute("lang") == language
            assert_accessible(page)


def test_an_auditor_reads_and_finds_nothing_to_do(page: Page) -> None:
    world.create_staff("aud", Role.AUDITORS, now=datetime.now(UTC))
    chain = world.sign_up("ada", now=datetime.now(UTC))
    page.goto(f"/console/players/{chain.hex}")
    page.get_by_label("User name").fill("aud")
    page.get_by_label("Password").fill(world.PASSWORD)
    page.get_by_role("button", name="Log in").click()

    # Back where it was asked for.
    page.get_by_role("heading", name="ada active").wait_for()
    page.get_by_text("Your role reads here, and changes nothing.").wait_for()
    assert page.get_by_role("link", name="Suspend").count() == 0
    assert json.loads(page.request.get("/api/v1/ops/players").text())["code"] == "not-authenticated"
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("heading", name="Log in").wait_for()


def test_a_passkey_is_enrolled_and_logs_in(page: Page) -> None:
    world.create_staff("ann", now=datetime.now(UTC))
    add_authenticator(page)
    page.goto("/console/log-in")
    page.get_by_role("link", name="Enrol").click()
    page.get_by_label("User name").fill("ann")
    page.get_by_label("Password").fill(world.PASSWORD)
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Begin with a passkey").click()
    page.get_by_label("What you call it").fill("this computer")
    assert_accessible(page)
    page.get_by_role("button", name="Enrol the passkey").click()
    page.get_by_role("heading", name="Recovery codes").first.wait_for()
    page.get_by_text("keep them on paper").wait_for()
    page.get_by_role("button", name="To the login").click()

    page.get_by_label("User name").fill("ann")
    page.get_by_label("Password").fill(world.PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Use a passkey").click()

    page.get_by_role("heading", name="Today").wait_for()
    page.get_by_text("second factor").wait_for()
