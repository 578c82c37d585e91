"""Three people at one live table, each in a browser, against the real croupier, sequencer and event stream."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
from playwright.sync_api import expect

from tables.models import BegunEpoch
from tests.browser.at_tables import (
    PATIENCE_MS,
    cards,
    come_in,
    go_to_table,
    hand_of,
    look_at,
    opened_table,
    require_money_agrees,
    sit,
    sit_until_asked,
)
from tests.journeys.running import until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Request


def test_three_browsers_play_one_hand_of_which_one_is_silent_and_one_was_cut_off(
    live_address: str, visit: Callable[[str], Page]
) -> None:
    table = opened_table("red-dog-table")
    ada, bob, cleo = (come_in(visit(live_address), name) for name in ("ada", "bob", "cleo"))
    everybody = (ada, bob, cleo)
    for player in everybody:
        go_to_table(player)

    epoch = sit_until_asked(live_address, table, everybody)

    dealt = [cards(player.page) for player in everybody]
    assert len(dealt[0]) == 2
    assert dealt[0] == dealt[1] == dealt[2]
    expect(ada.page.locator(".seats li.me.turn")).to_have_text(re.compile("you, seat 1.*your turn", re.DOTALL))
    expect(ada.page.locator(".seats li.turn")).to_have_count(3)

    look_at(ada.page, "live-red-dog-deciding", sizes=((1280, 860), (360, 740)))

    # The stream of the third is cut, and comes back to the same seat.
    cleo.page.context.set_offline(True)
    expect(cleo.page.locator(".livebar .tag")).to_have_text("◌ Reconnecting, your seat is kept")
    ada.page.get_by_role("button", name="Raise 5.00").click()
    bob.page.keyboard.press("Enter")
    expect(bob.page.locator(".seats li").nth(0)).to_contain_text("raised")
    cleo.page.context.set_offline(False)
    expect(cleo.page.locator(".livebar .tag")).to_have_text("● Live")
    expect(cleo.page.locator(".seats li").nth(0)).to_contain_text("raised")
    expect(cleo.page.locator(".seats li").nth(1)).to_contain_text("stood")
    expect(cleo.page.locator(".seats li.me")).to_contain_text("your turn")

    # The clock runs out for the third, in words.
    expect(cleo.page.get_by_role("status").get_by_text("5 seconds left")).to_be_attached(timeout=PATIENCE_MS)
    for player in everybody:
        expect(player.page.get_by_text("Checked in your browser")).to_be_visible(timeout=PATIENCE_MS)

    expect(cleo.page.locator(".say")).to_contain_text("You did not decide in time: stood.")
    hand = hand_of(live_address, table, epoch)
    assert [result["staked"]["amount"] for result in hand["results"]] == [1_000, 500, 500]
    assert {tuple(cards(player.page)) for player in everybody} == {tuple(cards(ada.page))}
    assert len(cards(ada.page)) == 3
    for player in everybody:
        require_money_agrees(live_address, player)


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
    expect(ada.page.locator(".cards .new").first).to_be_visible(timeout=PATIENCE_MS)
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

    expect(ada.page.locator(".cards .new").first).to_be_visible(timeout=PATIENCE_MS)


def test_who_logs_out_after_the_bets_are_made_burns_no_hand(live_address: str, visit: Callable[[str], Page]) -> None:
    # A busy machine may take long to cover the seats, which the page waits for before it tells the value.
    table = opened_table("red-dog-table", seats=1, reveal_ms=60_000)
    ada = come_in(visit(live_address), "ada")
    go_to_table(ada)

    sit(ada, 1)
    expect(ada.page.get_by_role("button", name="Take seat")).to_have_count(0)
    ada.page.get_by_role("button", name="Log out").click()
    ada.page.get_by_label("User name").wait_for()

    # The page that stays open tells the value with the session that placed the stake.
    until(lambda: BegunEpoch.objects.filter(table=table, hand_seq__isnull=False).exists(), seconds=90)
