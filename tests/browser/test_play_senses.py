"""What a player hears, touches and types: sound and voice if asked for, chips by a finger, keys only where none is typed."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from tests import world
from tests.browser.conftest import visitor
from tests.browser.playing import DEAF_MS, box, deal_by_key, headline, player, sit_down

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

# What the browser is asked to play and to say. It does so as before: only what it was asked for is written down.
_LISTEN: Final = """
window.heard = { contexts: 0, tones: 0, said: [] };
const Context = window.AudioContext;
window.AudioContext = class extends Context {
  constructor(...options) { super(...options); window.heard.contexts += 1; window.heard.context = this; }
};
for (const source of [OscillatorNode, AudioBufferSourceNode]) {
  const start = source.prototype.start;
  source.prototype.start = function (...when) { window.heard.tones += 1; return start.apply(this, when); };
}
const speak = speechSynthesis.speak;
SpeechSynthesis.prototype.speak = function (words) {
  window.heard.said.push([words.lang, words.text]);
  return speak.call(this, words);
};
"""


@pytest.fixture
def listened(page: Page) -> Page:
    """Return a page at a game's board, of whose sounds and words a list is kept."""
    page.add_init_script(_LISTEN)
    player(page)
    sit_down(page)
    return page


def choose(page: Page, name: str) -> None:
    """Tick an option, or take the tick away, and go back to the board."""
    page.get_by_role("button", name="Options", exact=True).click()
    window = page.get_by_role("dialog", name="Options")
    window.get_by_role("checkbox", name=name).click()
    window.get_by_role("button", name="Done").click()
    page.get_by_role("heading", name="Red Dog, Atlantic City rules").click()


def play(page: Page) -> str:
    """Bet a chip and play a round to its end, and return the headline."""
    page.keyboard.press("Shift+ArrowUp")
    deal_by_key(page)
    stand = page.get_by_role("button", name="Stand")
    verify = page.get_by_role("link", name="Verify this round")
    expect(stand.or_(verify).first).to_be_visible()
    if stand.count():
        page.wait_for_timeout(DEAF_MS)
        stand.click()
    verify.first.wait_for()
    return headline(page).inner_text()


def test_without_sound_and_voice_the_browser_is_asked_for_neither(listened: Page) -> None:
    play(listened)

    assert listened.evaluate("[heard.contexts, heard.tones, heard.said.length]") == [0, 0, 0]


def test_with_sound_chips_cards_and_ends_are_heard_until_it_is_off_again(listened: Page) -> None:
    choose(listened, "Sound")
    listened.keyboard.press("Shift+ArrowUp")
    listened.wait_for_function("heard.context?.state === 'running'")
    before = listened.evaluate("heard.tones")
    assert before > 0
    play(listened)
    # Two cards at least, and the end.
    assert listened.evaluate("heard.tones") >= before + 3
    assert listened.evaluate("[heard.contexts, heard.said.length]") == [1, 0]

    choose(listened, "Sound")
    silent = listened.evaluate("heard.tones")
    play(listened)
    assert listened.evaluate("heard.tones") == silent


def test_with_voice_the_result_is_said_in_the_pages_language_until_it_is_off_again(listened: Page) -> None:
    choose(listened, "Voice")
    result = play(listened)
    said = listened.evaluate("heard.said")
    assert said[-1] == ["en", result]
    assert listened.evaluate("heard.tones") == 0

    choose(listened, "Voice")
    play(listened)
    assert listened.evaluate("heard.said.length") == len(said)


def test_chips_are_put_and_taken_by_a_finger(browser: Browser, address: str) -> None:
    with visitor(browser, address, touch=True) as page:
        page.set_viewport_size({"width": 360, "height": 740})
        player(page)
        sit_down(page)

        page.get_by_role("button", name="Add 25 USD").tap()
        page.get_by_role("button", name="Add 5 USD").tap()
        page.get_by_role("button", name="Add 5 USD").tap()
        page.get_by_role("button", name="Take 5 USD away").tap()
        expect(box(page, "BET")).to_have_text("30.00")
        page.get_by_role("button", name="Deal").tap()
        expect(page.locator(".cards .new").first).to_be_visible()
    world.assert_world_sound()


def test_keys_are_off_while_a_field_has_the_focus(page: Page) -> None:
    chain = player(page)
    world.give_pin(chain)
    sit_down(page)
    page.keyboard.press("Shift+ArrowUp")
    page.get_by_role("button", name="Bet Options").click()
    window = page.get_by_role("dialog", name="Modify Table Bet Limit")
    limit = window.get_by_label("New limit, in USD")

    limit.press_sequentially("10+.0")
    limit.press("ArrowUp")
    limit.press("Delete")
    # They do what they do in any field: the arrow goes to the beginning, and the first digit is deleted.
    expect(limit).to_have_value("0+.0")
    page.keyboard.press("Escape")
    expect(window).to_have_count(0)

    expect(box(page, "BET")).to_have_text("10.00")
    expect(page.locator(".cards .new")).to_have_count(0)
    page.get_by_role("heading", name="Red Dog, Atlantic City rules").click()
    page.keyboard.press("Delete")
    expect(box(page, "BET")).to_have_text("·")


def test_a_field_of_the_board_itself_keeps_its_keys(page: Page) -> None:
    player(page)
    sit_down(page)
    page.keyboard.press("Shift+ArrowUp")
    # Any field that a person types into, wherever on the page it stands.
    page.evaluate(
        "document.querySelector('main').append(Object.assign(document.createElement('input'), {id: 'field'}))"
    )
    page.locator("#field").focus()

    page.keyboard.type("0+.5")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")

    expect(page.locator("#field")).to_have_value("0+.5")
    expect(box(page, "BET")).to_have_text("10.00")
    expect(page.locator(".cards .new")).to_have_count(0)


def test_friday_midnight_eastern_is_told_on_the_players_own_clock_too(browser: Browser, address: str) -> None:
    # Midnight in New York is 1 or 2 in the afternoon in Tokyo, which has no summer time.
    with visitor(browser, address, timezone="Asia/Tokyo") as page:
        now = datetime.now(UTC)
        chain = world.sign_up(now=now)
        world.give_pin(chain)
        page.goto("/play#/limits")
        page.get_by_label("User name").fill("ada")
        page.get_by_label("Password").fill(world.PASSWORD)
        page.get_by_role("button", name="Log in").click()
        page.get_by_role("button", name="Modify Table Bet Limit").click()

        window = page.get_by_role("dialog", name="Modify Table Bet Limit")
        expect(window).to_contain_text(re.compile(r"Friday, \S+ \d+, 12:00.AM Eastern"))
        expect(window).to_contain_text(re.compile(r"on your clock: Friday, \S+ \d+ at [12]:00.PM GMT\+9"))
