"""Three people at one live table, each in a browser, against the real croupier, sequencer and event stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import httpx
from playwright.sync_api import expect

from tables.models import BegunEpoch
from tests.browser.at_tables import (
    CLOCK_MS,
    DEAF_MS,
    cards,
    come_in,
    go_to_table,
    hand_of,
    in_time,
    opened_table,
    require_money_agrees,
    sit,
    sit_until_asked,
)
from tests.journeys.running import until

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from playwright.sync_api import APIResponse, Page, Request, Route

    from kernel.ids import ChainId
    from tests.browser.at_tables import Seated

LISTEN: Final = """() => {
  globalThis.said = "";
  const listen = () => document.querySelectorAll("[role=status]").forEach(each => { said += each.textContent + "\\n"; });
  new MutationObserver(listen).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Keep all that is read out: a busy machine may look only when the next word stands there."""


def test_three_browsers_play_one_hand_of_which_one_is_silent(live_address: str, visit: Callable[[str], Page]) -> None:
    table = opened_table("red-dog-table", seats=3)
    everybody = [come_in(visit(live_address), name) for name in ("ada", "bob", "cleo")]
    ada, cleo = everybody[0], everybody[2]
    for player in everybody:
        go_to_table(player)
    cleo.page.evaluate(LISTEN)

    epoch = _play_until_two_decide(live_address, table, everybody)

    for player in everybody:
        expect(player.page.get_by_text("Checked in your browser")).to_be_visible()
    # The clock ran out for the third, in words.
    assert "5 seconds left" in cleo.page.evaluate("said")
    expect(cleo.page.locator(".say")).to_contain_text("You did not decide in time: stood.")
    hand = hand_of(live_address, table, epoch)
    assert [result["staked"]["amount"] for result in hand["results"]] == [1_000, 500, 500]
    assert {tuple(cards(player.page)) for player in everybody} == {tuple(cards(ada.page))}
    assert len(cards(ada.page)) == 3
    for player in everybody:
        require_money_agrees(live_address, player)


def _play_until_two_decide(origin: str, table: ChainId, everybody: Sequence[Seated]) -> int:
    """Play hands until one asks, and two of three decide before the clock runs out; return its epoch."""
    ada, bob, _ = everybody
    while True:
        epoch = sit_until_asked(origin, table, everybody)
        raising = ada.page.get_by_role("button", name="Raise 5.00")
        standing = bob.page.get_by_role("button", name="Stand")
        ada.page.wait_for_timeout(DEAF_MS)
        if not in_time(lambda: raising.click(timeout=CLOCK_MS)):  # noqa: B023  called before the next turn
            continue
        expect(bob.page.locator(".seats li").nth(0)).to_contain_text("raised")
        dealt = [cards(player.page) for player in everybody]
        if in_time(lambda: standing.click(timeout=CLOCK_MS)):  # noqa: B023
            assert dealt[0][:2] == dealt[1][:2] == dealt[2][:2]
            return epoch


def test_who_was_cut_off_comes_back_to_the_same_seat(live_address: str, visit: Callable[[str], Page]) -> None:
    table = opened_table("red-dog-table", seats=2)
    ada, bob = (come_in(visit(live_address), name) for name in ("ada", "bob"))
    for player in (ada, bob):
        go_to_table(player)
    sit(ada, 1)
    ada.page.get_by_role("button", name="Take the stake back").wait_for()

    # The stream is cut while others play on, and comes back to the same seat.
    ada.page.context.set_offline(True)
    expect(ada.page.locator(".livebar .tag")).to_have_text("◌ Reconnecting, your seat is kept")
    sit(bob, 2)
    expect(bob.page.locator(".seats li").nth(1)).to_contain_text("you, seat 2")
    ada.page.context.set_offline(False)

    # Her value was waited for: she is dealt in, and sees what happened meanwhile.
    expect(ada.page.locator(".livebar .tag")).to_have_text("● Live")
    for player in (ada, bob):
        expect(player.page.locator(".cards .new").first).to_be_visible()
    assert cards(ada.page)[:2] == cards(bob.page)[:2]
    until(lambda: len(httpx.get(f"{live_address}/api/v1/tables/{table.hex}/hands").json()["items"]) == 1)
    assert [result["seat"] for result in hand_of(live_address, table, 0)["results"]] == [0, 1]


def test_a_reload_between_stake_and_value_loses_no_seat(live_address: str, visit: Callable[[str], Page]) -> None:
    table = opened_table("red-dog-table", seats=1)
    ada = come_in(visit(live_address), "ada")
    go_to_table(ada)

    # One seat is all seats: the betting ends with it, and the page is loaded anew on another page of the table.
    sit(ada, 1)
    expect(ada.page.get_by_role("button", name="Take seat")).to_have_count(0)
    ada.page.goto("/play#/limits")
    ada.page.reload()
    ada.page.get_by_role("link", name="Live tables").wait_for()

    ada.page.goto(f"/play#/table/{table.hex}")
    expect(ada.page.locator(".cards .new").first).to_be_visible()
    assert cards(ada.page)


def test_a_stake_that_arrives_after_its_page_was_loaded_anew_is_tended(
    live_address: str, visit: Callable[[str], Page]
) -> None:
    table = opened_table("red-dog-table", seats=1)
    ada = come_in(visit(live_address), "ada")
    go_to_table(ada)

    # The request leaves the page, and is on its way until the page has been loaded anew and has asked for its stakes.
    sent: list[Request] = []
    ada.page.route(f"**/tables/{table.hex}/stakes", lambda route: sent.append(route.request))
    sit(ada, 1)
    expect(ada.page.get_by_role("button", name="Taking")).to_be_visible()
    with ada.page.expect_response("**/me/stakes?*"):
        ada.page.reload()
    (stake,) = sent
    answer = httpx.post(stake.url, content=stake.post_data, headers=stake.headers)
    assert answer.status_code == 201, answer.text

    expect(ada.page.locator(".cards .new").first).to_be_visible()


def test_who_logs_out_after_the_bets_are_made_burns_no_hand(live_address: str, visit: Callable[[str], Page]) -> None:
    table = opened_table("red-dog-table", seats=1)
    ada = come_in(visit(live_address), "ada")
    go_to_table(ada)

    with ada.page.expect_response(f"**/tables/{table.hex}/stakes"):
        sit(ada, 1)
    _log_out(ada)

    # The page that stays open tells the value with the session that placed the stake.
    until(lambda: _is_dealt(table), seconds=180)


def test_who_logs_out_before_the_stake_is_answered_burns_no_hand(
    live_address: str, visit: Callable[[str], Page]
) -> None:
    table = opened_table("red-dog-table", seats=1)
    ada = come_in(visit(live_address), "ada")
    go_to_table(ada)

    # The stake is placed, and its answer is on its way until the page has been logged out.
    answers: list[tuple[Route, APIResponse]] = []
    ada.page.route(f"**/tables/{table.hex}/stakes", lambda route: answers.append((route, route.fetch())))
    sit(ada, 1)
    while not answers:
        ada.page.wait_for_timeout(DEAF_MS)
    _log_out(ada)
    ((route, answer),) = answers
    route.fulfill(response=answer)

    until(lambda: _is_dealt(table), seconds=180)


def _log_out(player: Seated) -> None:
    player.page.get_by_role("button", name="Log out").click()
    player.page.get_by_label("User name").wait_for()


def _is_dealt(table: ChainId) -> bool:
    return BegunEpoch.objects.filter(table=table, hand_seq__isnull=False).exists()
