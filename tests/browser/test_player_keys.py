"""A player makes a key in the page, plays under its signature, and the auditor's program counts it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from audit.models import PlayerKeyEndRow
from games.models import Round
from tests import world
from tests.browser.axe import assert_accessible
from tests.browser.playing import deal_by_key, deal_until_open, player, sit_down
from tests.browser.signing import audited, make_key

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page, Route

    from kernel.ids import ChainId

_STORED = """async () => {
    const opened = indexedDB.open('reddog-keys', 1);
    const database = await new Promise(done => opened.onsuccess = () => done(opened.result));
    const all = database.transaction('keys').objectStore('keys').getAll();
    const keys = await new Promise(done => all.onsuccess = () => done(all.result));
    return keys.map(({ secret }) => [secret.type, secret.extractable]);
}"""


def _enrolled(page: Page) -> tuple[ChainId, str]:
    """Let in the page's key as a person does; return the player's chain, and the recovery code."""
    chain = player(page)
    return chain, make_key(page)


def test_a_round_is_signed_by_a_key_of_the_page_and_the_auditor_counts_it(
    page: Page, environment: dict[str, str], tmp_path: Path
) -> None:
    _enrolled(page)
    assert page.evaluate(_STORED) == [["private", False]]
    assert_accessible(page)

    sit_down(page)
    page.keyboard.press("Shift+ArrowUp")
    deal_until_open(page)
    page.keyboard.press("+")
    expect(page.get_by_role("link", name="Verify this round")).to_be_visible()

    rounds = Round.objects.count()
    assert audited(tmp_path / "log", environment)["player_keys"] == {"chains": 1, "settled": rounds}
    world.assert_world_sound()


def test_what_came_between_is_read_and_the_bet_is_signed_anew_once(page: Page) -> None:
    chain, _code = _enrolled(page)
    sit_down(page)
    page.keyboard.press("Shift+ArrowUp")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)
        if len(held) > 1:
            route.continue_()

    page.route("**/games/*/rounds", hold)
    page.keyboard.press("Enter")
    while not held:
        page.wait_for_timeout(20)
    codes: list[str] = []
    page.on("response", lambda answer: codes.append(str(answer.status)) if answer.url.endswith("/rounds") else None)

    # Between the signature and its arrival money comes in.
    world.fund(chain, 100, now=datetime.now(UTC))
    held[0].continue_()

    expect(page.locator(".cards .new").first).to_be_visible()
    assert codes == ["409", "201"]
    assert Round.objects.count() == 1


def test_a_bet_whose_answer_is_lost_is_sent_as_it_was_and_made_once(page: Page) -> None:
    _enrolled(page)
    sit_down(page)
    page.keyboard.press("Shift+ArrowUp")
    sent: list[str | None] = []

    def lose(route: Route) -> None:
        sent.append(route.request.post_data)
        answer = route.fetch()
        if len(sent) == 1:
            route.abort()
        else:
            route.fulfill(response=answer)

    page.route("**/games/*/rounds", lose)
    deal_by_key(page)

    assert len(sent) == 2
    assert sent[0] == sent[1]
    assert Round.objects.count() == 1


def test_a_key_that_somebody_else_let_in_stops_the_play_until_a_person_has_looked(page: Page) -> None:
    _enrolled(page)
    # As if both keys had come while this browser was away.
    page.evaluate(
        "for (const name of Object.keys(localStorage)) {"
        " if (name.startsWith('reddog.keys.')) localStorage.setItem(name, '[]');"
        " if (name.startsWith('reddog.chain.')) localStorage.removeItem(name); }"
    )
    page.goto("/play#/play/red-dog-atlantic-city")
    page.reload()
    for _key in range(2):
        expect(page.get_by_text("Somebody let a key into your account")).to_be_visible()
        page.get_by_role("button", name="I have looked: go on").click()

    page.get_by_role("button", name="Deal").wait_for()
    expect(page.get_by_text("Somebody let a key into your account")).to_have_count(0)
    page.locator("#board").focus()
    page.keyboard.press("Shift+ArrowUp")
    deal_by_key(page)
    assert Round.objects.count() == 1


def test_who_lost_the_browser_comes_back_by_the_recovery_code(page: Page) -> None:
    _chain, code = _enrolled(page)
    page.evaluate("indexedDB.deleteDatabase('reddog-keys'); localStorage.clear()")
    page.goto("/play#/games")
    page.reload()
    sit_down_unsigned(page)

    page.goto("/play#/account/security")
    form = page.locator("form-box[name=recover-key]")
    form.get_by_label("Recovery code").fill("AAAQ EAYE AUDA OCAJ BIFQ YDIO B4")
    form.get_by_role("button", name="Let in a key").click()
    expect(form.get_by_text("This is no recovery code")).to_be_visible()
    form.get_by_label("Recovery code").fill(code.lower())
    form.get_by_role("button", name="Let in a key").click()
    expect(page.get_by_text("the other keys have ended")).to_be_visible()
    assert [end.why for end in PlayerKeyEndRow.objects.all()] == ["lost"]

    sit_down(page)
    page.keyboard.press("Shift+ArrowUp")
    deal_by_key(page)
    assert Round.objects.count() == 1


def sit_down_unsigned(page: Page) -> None:
    """Go to a board without the account's key: no epoch is opened, and the page says why."""
    page.goto("/play#/play/red-dog-atlantic-city")
    expect(page.get_by_text("Use the program that has the key.")).to_be_visible()


def test_a_browser_without_such_keys_says_so_and_offers_nothing(page: Page) -> None:
    page.add_init_script(
        "const made = crypto.subtle.generateKey.bind(crypto.subtle);"
        "crypto.subtle.generateKey = (kind, ...rest) => kind === 'Ed25519'"
        " ? Promise.reject(new DOMException('no', 'NotSupportedError')) : made(kind, ...rest);"
    )
    world.give_pin(player(page))
    page.goto("/play#/account/security")
    expect(page.get_by_text("This browser cannot make such keys")).to_be_visible()
    assert page.get_by_role("button", name="Make a key").count() == 0
