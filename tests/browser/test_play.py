"""Playing a round alone: by keys alone, by the mouse, with lost answers, after a reload, on a house that lies."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from audit.core.epoch_seeds import ROUNDS_PER_EPOCH
from audit.models import Log
from audit.queries.log import log_status
from games.models import Round
from players.tokens import session_id_of
from tests import world
from tests.browser.playing import (
    DEAF_MS,
    MONTANA,
    box,
    deal_until_open,
    headline,
    in_minor,
    log_in,
    player,
    sit_down,
)
from tests.journeys.running import manage, until
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page, Request, Route


def _posts(page: Page) -> list[str]:
    """Return the paths of all changing requests of a page, as they come."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            sent.append(request.url.partition("/api/v1")[2])

    page.on("request", note)
    return sent


def test_a_visit_writes_no_error_to_the_browsers_console(page: Page) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in {"error", "warning"} else None)
    player(page)
    for place in ("tables", "cashier", "limits", "account", "account/security"):
        page.goto(f"/play#/{place}")
        page.get_by_role("heading", level=1).wait_for()
    sit_down(page)
    page.keyboard.press("Shift+ArrowUp")
    deal_until_open(page)
    page.reload()
    page.get_by_role("button", name="Raise").wait_for()

    assert said == []


def test_a_round_is_played_by_the_documented_keys_alone(page: Page) -> None:
    player(page)
    sit_down(page)
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Shift+ArrowDown")
    expect(box(page, "BET")).to_have_text("10.00")
    page.keyboard.press("Delete")
    expect(box(page, "BET")).to_have_text("·")
    page.keyboard.press("Shift+ArrowUp")
    deal_until_open(page)
    said = page.get_by_role("status").filter(has_text="raise or stand?")
    expect(said).to_contain_text("of the 50 cards left win")
    expect(page.get_by_role("img", name="Red Dog marker on spread")).to_be_visible()

    sent = _posts(page)
    page.keyboard.press("+")

    expect(page.get_by_role("link", name="Verify this round")).to_be_visible()
    assert len(sent) == 1
    expect(page.locator(".say")).to_contain_text("20.00 staked")
    expect(box(page, "RAISE")).to_have_text("10.00")
    expect(page.get_by_role("status").filter(has_text="Third card:")).to_contain_text("20.00 staked")
    page.keyboard.press(".")
    page.keyboard.press("0")
    expect(box(page, "BET")).to_have_text("10.00")
    deal_until_open(page)
    page.keyboard.press("Enter")
    expect(page.locator(".say")).to_contain_text("10.00 staked")
    world.assert_world_sound()


def test_a_click_on_the_language_leaves_the_keys_to_the_table_and_a_keyboard_keeps_its_place(page: Page) -> None:
    player(page)
    sit_down(page)
    page.keyboard.press("Shift+ArrowUp")
    page.get_by_role("button", name="日本語").click()
    page.get_by_role("button", name="配る").wait_for()
    with page.expect_response("**/rounds"):
        page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "ja")

    page.get_by_role("button", name="English").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="日本語")).to_be_focused()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_the_seed_is_drawn_after_the_log_has_shown_the_commitment(page: Page) -> None:
    player(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/api/v1")[2]))
    with page.expect_response("**/api/v1/epochs") as opened:
        sit_down(page)

    proofs = [place for place, path in enumerate(asked) if path.startswith("/log/proof/")]
    assert proofs[0] < asked.index("/epochs")
    assert len(opened.value.json()["client_seed"]) == 64


def test_cards_and_results_agree_with_what_is_stored(page: Page) -> None:
    chain = player(page)
    sit_down(page)
    page.get_by_role("button", name="Add 5 USD").click()
    deal_until_open(page)
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Verify this round").wait_for()

    rounds = Round.objects.filter(chain=chain)
    told = page.locator("dl.information dd").first.inner_text()
    assert in_minor(told) == balance(chain).cash_minor
    listed = page.get_by_role("region", name="Rounds").get_by_role("listitem")
    expect(listed).to_have_count(rounds.count())
    won = page.locator(".worth-won").count() > 0
    assert won == headline(page).inner_text().startswith("You win")


def test_the_mouse_bets_and_gives_the_keys_back_to_the_board(page: Page) -> None:
    player(page)
    sit_down(page)

    page.get_by_role("button", name="Add 25 USD").click()
    page.get_by_role("button", name="Add 5 USD").click()
    page.get_by_role("button", name="Add 5 USD").click(button="right")
    page.get_by_role("button", name="Add 1 USD").click()
    page.get_by_role("button", name="Take 5 USD away").click()
    expect(box(page, "BET")).to_have_text("21.00")
    assert page.evaluate("document.activeElement.id") == "board"
    page.keyboard.press("Enter")
    expect(page.locator(".cards .new").first).to_be_visible()
    page.get_by_role("region", name="Rounds").get_by_role("listitem").first.wait_for()

    # A control that has the focus keeps its own Enter, and a dialog has the keys.
    if page.get_by_role("button", name="Stand").count():
        page.wait_for_timeout(DEAF_MS)
        page.get_by_role("button", name="Stand").click()
        page.get_by_role("link", name="Verify this round").wait_for()
    page.keyboard.press("Delete")
    page.get_by_role("button", name="Options", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="Options").wait_for()
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Escape")
    expect(box(page, "BET")).to_have_text("·")


def test_a_decision_is_deaf_to_double_clicks_and_held_keys(page: Page) -> None:
    player(page)
    sit_down(page)
    page.keyboard.press("Shift+ArrowUp")
    while not page.get_by_role("button", name="Stand").count():
        page.keyboard.press("0")
        page.keyboard.down("Enter")
        for _ in range(8):  # The key is held: the browser repeats it.
            page.keyboard.down("Enter")
            page.wait_for_timeout(80)
        page.keyboard.up("Enter")
        page.locator(".cards .new").first.wait_for()

    expect(headline(page)).to_contain_text("raise or stand?")


def test_a_refusal_stands_beside_the_button_and_nothing_is_taken(page: Page) -> None:
    chain = player(page, amount_minor=300)
    sit_down(page)

    page.get_by_role("button", name="Add 5 USD").click()
    page.get_by_role("button", name="Deal").click()

    refused = page.locator(".console").get_by_role("alert")
    expect(refused).to_contain_text("insufficient-funds")
    expect(refused).to_contain_text("Nothing was taken")
    expect(page.get_by_role("button", name="Deal")).to_be_enabled()
    assert balance(chain).cash_minor == 300


def test_an_open_round_is_there_again_after_a_reload_and_in_no_other_game(page: Page) -> None:
    player(page)
    sit_down(page)
    page.keyboard.press("Shift+ArrowUp")
    deal_until_open(page)
    cards = page.get_by_role("group", name="Cards").get_by_role("img").all()
    names = [card.get_attribute("aria-label") for card in cards]

    page.goto(f"/play#/play/{MONTANA}")
    page.get_by_text("A round of yours is open in another game").wait_for()
    expect(page.get_by_role("button", name="Deal")).to_be_disabled()
    page.get_by_role("link", name="Go to your open round").click()
    page.get_by_role("button", name="Stand").wait_for()
    page.reload()

    page.get_by_role("button", name="Stand").wait_for()
    again = page.get_by_role("group", name="Cards").get_by_role("img").all()
    assert [card.get_attribute("aria-label") for card in again] == names
    page.wait_for_timeout(DEAF_MS)
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Verify this round").wait_for()


def test_a_round_that_another_device_opened_is_shown_where_a_bet_is_refused(page: Page) -> None:
    chain = player(page)
    with page.expect_response("**/api/v1/epochs"):  # In this epoch the other device deals.
        sit_down(page)
    page.get_by_role("button", name="Add 5 USD").click()
    begun = world.log_in_player("ada", now=datetime.now(UTC))
    elsewhere = world.SeatedPlayer(chain=chain, session_id=session_id_of(begun.token), token=begun.token)
    opened = world.deal_open_round(elsewhere, now=datetime.now(UTC))

    page.get_by_role("button", name="Deal").click()

    page.get_by_role("button", name="Stand").wait_for()
    expect(page.locator(".console").get_by_role("alert")).to_contain_text("round-open")
    cards = page.get_by_role("group", name="Cards").get_by_role("img")
    assert cards.count() == len(opened.cards) == 2
    page.wait_for_timeout(DEAF_MS)
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Verify this round").wait_for()
    assert balance(chain).in_play_minor == 0


def test_a_lost_answer_is_asked_for_again_and_nothing_is_done_twice(page: Page) -> None:
    chain = player(page)
    sit_down(page)
    page.keyboard.press("Shift+ArrowUp")
    lost: list[str] = []

    def lose(route: Route) -> None:
        if not lost:
            route.fetch()
            lost.append(str(route.request.headers.get("idempotency-key")))
            route.abort("connectionreset")
        else:
            lost.append(str(route.request.headers.get("idempotency-key")))
            route.continue_()

    page.route("**/api/v1/games/*/rounds", lose)
    page.keyboard.press("Enter")

    page.locator(".cards .new").first.wait_for()
    assert len(lost) == 2
    assert lost[0] == lost[1]
    assert Round.objects.filter(chain=chain).count() == 1


def test_a_house_that_cannot_prove_its_commitment_gets_no_seed_and_no_bet(page: Page) -> None:
    player(page)
    sent = _posts(page)

    def lie(route: Route) -> None:
        answer = route.fetch()
        first, *lines = answer.text().splitlines(keepends=True)
        # Another place in the log: the path does not lead to the root from there.
        route.fulfill(response=answer, body=first + "index 0\n" + "".join(lines[1:]))

    page.route("**/api/v1/log/proof/*", lie)
    page.goto("/play#/play/red-dog-atlantic-city")

    fault = page.get_by_role("alert").filter(has_text="What the platform shows does not hold")
    fault.wait_for()
    expect(fault).to_contain_text("The proof does not lead from the record")
    expect(page.get_by_role("button", name="Deal")).to_be_disabled()
    page.reload()
    fault.wait_for()
    assert sent == []
    page.unroute("**/api/v1/log/proof/*")
    page.get_by_role("button", name="I have looked: go on").click()
    expect(fault).to_be_hidden()
    page.get_by_role("button", name="Add 5 USD").click()
    page.get_by_role("button", name="Deal").click()
    page.locator(".cards .new").first.wait_for()


def test_a_spent_epoch_is_followed_by_one_whose_commitment_was_proved(page: Page) -> None:
    now = datetime.now(UTC)
    elsewhere = world.seat_player("bob", now=now)
    for _ in range(ROUNDS_PER_EPOCH - 1):
        world.play_round(elsewhere, now=datetime.now(UTC))
    log_in(page, "bob")
    sit_down(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/api/v1")[2]))

    page.keyboard.press("Shift+ArrowUp")
    for _ in range(2):
        deal_until_open(page)
        page.keyboard.press("Enter")
        page.get_by_role("link", name="Verify this round").wait_for()

    assert asked.count("/epochs") == 1
    proofs = [place for place, path in enumerate(asked) if path.startswith("/log/proof/")]
    assert proofs[0] < asked.index("/epochs")
    expect(page.get_by_role("region", name="Rounds").get_by_role("listitem").first).to_be_visible()
    page.get_by_text("Receipts", exact=True).click()
    expect(page.get_by_text("Epoch 1: the commitment stood in the log")).to_be_visible()


def test_the_receipts_of_an_evening_satisfy_the_auditors_program(
    page: Page, environment: dict[str, str], tmp_path: Path
) -> None:
    player(page)
    sit_down(page)
    page.keyboard.press("Shift+ArrowUp")
    deal_until_open(page)
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Verify this round").wait_for()

    page.get_by_text("Receipts", exact=True).click()
    expect(page.get_by_text("the commitment stood in the log at")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export receipts").click()
    receipts = tmp_path / "receipts.jsonl"
    download.value.save_as(receipts)

    until(_all_is_published)
    exported = manage("export_log", str(tmp_path / "export"), environment=environment)
    assert exported.returncode == 0, exported.stderr
    command = [sys.executable, "-m", "verifier", str(tmp_path / "export"), "--receipts", str(receipts)]
    judged = subprocess.run(command, capture_output=True, text=True, check=False)
    assert judged.returncode == 0, judged.stdout
    assert "compared with the log" in judged.stdout
    assert len(receipts.read_text().splitlines()) >= 5


def _all_is_published() -> bool:
    """Return whether a published checkpoint covers every record."""
    status = log_status()
    return status.pending == 0 and Log.objects.get().published_size == status.size
