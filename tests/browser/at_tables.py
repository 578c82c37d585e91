"""Players at a live table, as people sit there: by names of seats and buttons, each in a browser of its own."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import httpx
from playwright.sync_api import Page, TimeoutError as TooLate, expect

from tables.core.definition import Admission, TableClock
from tables.operations.open_table import REVEAL_MAX_MS, NewTable, open_table
from tests import world
from tests.browser.axe import assert_accessible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kernel.ids import ChainId

DEAF_MS: Final = 400
"""A decision is deaf for 350 ms after the cards."""
MONEY_MINOR: Final = 100_000
CLOCK_MS: Final = 20_000
"""The clock of a decision is the rule sheet's. Values are waited for as long as may be, everything else as long as it takes."""
_WAIT_MS: Final = 600_000
"""Longer than any test: the betting ends when all seats are taken."""

_SIDEWAYS: Final = """() => document.scrollingElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll("main *, header *")].filter(each => each.getBoundingClientRect().right > innerWidth)
    .map(each => each.outerHTML.slice(0, 200))"""
"""The elements for which one would have to scroll sideways."""
_SIZES: Final = ((1280, 720), (768, 720), (360, 720), (320, 720))


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """A player with the page in front of them."""

    name: str
    chain: ChainId
    page: Page


def opened_table(game: str, *, seats: int) -> ChainId:
    """Open a table for everybody, where the betting lasts until all seats are taken: no machine is too slow for it."""
    around_pot = game == "pot-red-dog"
    wanted = NewTable(
        game=game,
        seats=seats,
        currency="USD",
        stake_min_minor=5_000 if around_pot else 100,
        stake_max_minor=30_000,
        admission=Admission.PUBLIC,
        clock=TableClock(bet_ms=_WAIT_MS, reveal_ms=REVEAL_MAX_MS, game_ms=_WAIT_MS if around_pot else None),
        test=False,
        reason="a test",
    )
    return open_table(wanted, jurisdiction=world.DEMO, actor="operator:test", now=datetime.now(UTC))


def come_in(page: Page, name: str) -> Seated:
    """Open an account with money, and log in on a page."""
    now = datetime.now(UTC)
    chain = world.sign_up(name, now=now)
    world.fund(chain, MONEY_MINOR, now=now)
    page.goto("/play")
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password", exact=True).fill(world.PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("heading", name="Games").wait_for()
    return Seated(name=name, chain=chain, page=page)


def go_to_table(player: Seated) -> None:
    """Go to the only table, by the list of tables."""
    player.page.get_by_role("link", name="Live tables").click()
    player.page.get_by_role("link", name="To table").click()
    expect(player.page.locator(".livebar .tag")).to_have_text("● Live")
    player.page.get_by_role("button", name="Take seat").wait_for()


def sit(player: Seated, seat: int, *, chip: str = "5", chips: int = 1) -> None:
    """Choose a seat, counted from 1, put chips into the box, and take the seat."""
    for _ in range(chips):
        player.page.get_by_role("button", name=f"Add {chip} USD").click()
    player.page.get_by_role("button", name=f"Seat {seat} free").click()
    player.page.get_by_role("button", name=f"Take seat {seat}").click()


def cards(page: Page) -> list[str]:
    """Return the names of the cards that lie face up on the cloth."""
    return [
        str(name)
        for name in page.locator(".cloth .cards svg[role=img]").evaluate_all(
            "all => all.map(each => each.getAttribute('aria-label'))"
        )
    ]


def headline(page: Page) -> str:
    """Return the words on the cloth."""
    return page.locator(".say strong").inner_text()


@contextmanager
def interface(origin: str, name: str) -> Iterator[httpx.Client]:
    """Yield the interface with a session of a player's own, beside the one of the page."""
    begun = world.log_in_player(name, now=datetime.now(UTC))
    with httpx.Client(base_url=f"{origin}/api/v1", headers={"Authorization": f"Bearer {begun.token}"}) as client:
        yield client


def ended_stake(origin: str, player: Seated) -> Any:
    """Return the player's newest stake as the interface has it, with the cash of the account."""
    with interface(origin, player.name) as client:
        return client.get("/me/stakes?limit=1").json()["items"][0], client.get("/wallet").json()["cash"]["amount"]


def hand_of(origin: str, table: ChainId, epoch: int) -> Any:
    """Return a finished hand as the interface has it."""
    return httpx.get(f"{origin}/api/v1/tables/{table.hex}/hands/{epoch}").json()


def sit_until_asked(origin: str, table: ChainId, players: Sequence[Seated]) -> int:
    """Have everybody sit, from the first seat on, until a hand asks them, and return its epoch.

    A pair or consecutive cards ask nobody, one hand in five.
    """
    while True:
        epoch = int(httpx.get(f"{origin}/api/v1/tables/{table.hex}").json()["epoch"])
        for number, player in enumerate(players, start=1):
            player.page.get_by_role("button", name="Remove").click()
            sit(player, number)
        asked = players[0].page.get_by_role("button", name="Stand")
        over = players[0].page.get_by_role("button", name="Take seat")
        expect(asked.or_(over)).to_be_visible()
        if asked.count():
            return epoch


def in_time(act: Callable[[], object]) -> bool:
    """Return whether this was done before the clock of the decision ran out. A busy machine may be too slow for it."""
    try:
        act()
    except TooLate:
        return False
    return True


def require_money_agrees(origin: str, player: Seated) -> None:
    """Require that the words on the cloth, the strip and the interface say the same of a hand that is over."""
    stake, cash = ended_stake(origin, player)
    staked, returned = (f"{stake[part]['amount'] / 100:,.2f}" for part in ("staked", "returned"))
    expect(player.page.locator(".say")).to_contain_text(f"{staked} staked, {returned} returned.")
    expect(player.page.locator(".strip dd").first).to_contain_text(f"{cash / 100:,.2f}")
    if net := stake["returned"]["amount"] - stake["staked"]["amount"]:
        seat = player.page.locator(".seats li").nth(stake["seat"])
        sign = "+" if net > 0 else "\N{MINUS SIGN}"
        expect(seat).to_contain_text(f"{sign}{abs(net) / 100:,.2f}")


def look_at(page: Page, name: str, *, sizes: Sequence[tuple[int, int]] = _SIZES) -> None:
    """Look at what is shown in sizes, both languages, light and dark, by rule and, where wanted, by eye."""
    for language in ("日本語", "English"):
        page.get_by_role("button", name=language).click()
        for number, (width, height) in enumerate(sizes):
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme="dark" if number % 2 else "light")
            assert page.evaluate(_SIDEWAYS) == [], (name, language, width)
            if folder := os.environ.get("REDDOG_SCREENSHOTS"):
                page.screenshot(path=Path(folder) / f"{name}-{language}-{width}.png")
        assert_accessible(page)
    page.set_viewport_size({"width": 1280, "height": 720})
