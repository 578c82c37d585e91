"""How playing alone looks and sounds: Montana, options, keys of one's own, languages, sizes, accessibility."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.axe import assert_accessible
from tests.browser.playing import DEAF_MS, MONTANA, box, deal_until_open, headline, player, sit_down

if TYPE_CHECKING:
    from playwright.sync_api import Page


def _shoot(page: Page, name: str) -> None:
    """Save what is seen, where somebody wants to look at it."""
    if folder := os.environ.get("REDDOG_SCREENSHOTS"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def _assert_no_sideways(page: Page) -> None:
    wide = page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], wide


def test_montana_is_played_with_a_bonus_bet_and_surrendered(page: Page) -> None:
    player(page)
    sit_down(page, MONTANA)

    page.get_by_role("button", name="Add 5 USD").click()
    page.get_by_role("button", name="BONUS").click()
    page.get_by_role("button", name="Add 1 USD").click()
    expect(box(page, "BONUS")).to_have_text("1.00")
    expect(box(page, "BET")).to_have_text("5.00")
    page.keyboard.press("Enter")
    expect(headline(page)).to_have_text("Play, raise or surrender?")
    expect(page.locator(".say")).to_contain_text(re.compile(r"You would beat \d+ of the 47 cards"))
    assert page.get_by_role("group", name="Your cards").get_by_role("img").count() == 5
    expect(page.get_by_role("img", name="card, face down", exact=True)).to_be_visible()
    page.wait_for_timeout(DEAF_MS)
    assert_accessible(page)
    page.keyboard.press("-")

    page.get_by_role("link", name="Verify this round").wait_for()
    expect(page.locator(".say")).to_contain_text("6.00 staked")
    expect(page.locator(".say")).to_contain_text("The bonus bet")
    _shoot(page, "montana-over")
    page.keyboard.press("Delete")
    page.keyboard.press("0")
    expect(box(page, "BONUS")).to_have_text("1.00")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Raise 5.00").wait_for()
    page.wait_for_timeout(DEAF_MS)
    page.get_by_role("button", name="Raise 5.00").click()
    expect(page.locator(".say")).to_contain_text("11.00 staked")
    page.get_by_text("What the bonus bet pays").click()
    expect(page.get_by_role("cell", name="500 to 1")).to_be_visible()


def test_options_are_kept_and_animation_begins_on_coming_back(page: Page) -> None:
    player(page)
    sit_down(page)
    assert page.locator(".cloth.moving").count() == 1

    page.get_by_role("button", name="Options", exact=True).click()
    window = page.get_by_role("dialog", name="Options")
    for name in ("Sound", "Voice", "Animation"):
        window.get_by_role("checkbox", name=name).click()
    assert_accessible(page)
    window.get_by_role("button", name="Done").click()
    assert page.locator(".cloth.moving").count() == 0
    page.get_by_role("heading", name="Red Dog, Atlantic City rules").click()
    page.keyboard.press("Shift+ArrowUp")
    deal_until_open(page)
    page.reload()
    page.get_by_role("button", name="Stand").wait_for()
    page.get_by_role("button", name="Options", exact=True).click()
    expect(window.get_by_role("checkbox", name="Sound")).to_be_checked()
    animation = window.get_by_role("checkbox", name="Animation")
    expect(animation).not_to_be_checked()
    animation.click()
    window.get_by_role("button", name="Done").click()
    assert page.locator(".cloth.moving").count() == 0
    page.reload()
    page.get_by_role("button", name="Stand").wait_for()
    assert page.locator(".cloth.moving").count() == 1
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    page.get_by_role("button", name="Stand").wait_for()
    assert page.locator(".cloth.moving").count() == 0


def test_a_key_of_ones_own_takes_the_place_of_the_documented_one(page: Page) -> None:
    player(page)
    sit_down(page)

    page.get_by_role("button", name="Change keys").click()
    page.get_by_role("button", name="Change the key for: Bet 10.00 more").click()
    page.keyboard.press("u")
    row = page.get_by_role("row", name="Bet 10.00 more")
    expect(row.locator("kbd")).to_have_text("u")
    page.get_by_role("heading", name="Red Dog, Atlantic City rules").click()
    page.keyboard.press("u")
    expect(box(page, "BET")).to_have_text("10.00")
    page.reload()
    expect(row.locator("kbd")).to_have_text("u")
    page.keyboard.press("Shift+ArrowUp")
    expect(box(page, "BET")).to_have_text("·")
    page.get_by_role("button", name="Change keys").click()
    page.get_by_role("button", name="As documented").click()
    expect(row.locator("kbd")).to_have_text("Shift ↑")


def test_the_games_have_their_limits_returns_and_rules(page: Page) -> None:
    player(page)
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Yablon, six decks"))
    expect(card).to_contain_text("1.00 to 500.00 USD")
    expect(card).to_contain_text("97.202 %")
    assert_accessible(page)
    _shoot(page, "games-1280")

    card.get_by_role("link", name="Rules of Yablon, six decks").click()
    page.get_by_role("heading", name="How a round goes").wait_for()
    assert_accessible(page)
    page.get_by_role("button", name="日本語").click()
    page.get_by_role("heading", name="ゲームの進め方").wait_for()
    page.get_by_role("link", name="ゲームへ").click()
    page.get_by_role("button", name="配る").wait_for()
    page.goto("/play#/play/pot-red-dog")
    page.get_by_role("heading", name="このゲームは一人では遊べません").wait_for()
    page.goto("/play#/play/none-of-this-name")
    page.get_by_role("heading", name="このゲームはありません").wait_for()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_board_fits_every_size_in_both_languages_and_is_accessible(page: Page, language: str) -> None:
    player(page, amount_minor=1_000_000)
    raising, showing = "Raise", "Verify this round"
    if language == "ja":
        page.get_by_role("button", name="日本語").click()
        raising, showing = "レイズ", "このラウンドを検証する"
    for game in ("red-dog-atlantic-city", MONTANA):
        page.goto(f"/play#/play/{game}")
        page.locator(".chips .add").nth(1).click()
        assert_accessible(page)
        deal_until_open(page, raising)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert_accessible(page)
            for width, height in ((1280, 900), (768, 1024), (360, 740), (320, 640)):
                page.set_viewport_size({"width": width, "height": height})
                _assert_no_sideways(page)
                _shoot(page, f"{game}-{language}-{width}-{scheme}")
        assert_accessible(page)
        page.get_by_role("button", name=raising).click()
        page.get_by_role("link", name=showing).wait_for()
        _assert_no_sideways(page)
        _shoot(page, f"{game}-{language}-320-over")
        assert_accessible(page)
        page.set_viewport_size({"width": 1280, "height": 900})
        page.emulate_media(color_scheme="light")
