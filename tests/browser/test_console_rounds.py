"""Two operators void a round at the console, and a report is ordered and downloaded, as they use it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final
from uuid import UUID

import pytest

from audit.queries.events import events
from games.queries.rounds import round_view
from kernel.ids import RoundId
from staff.core.roles import Role
from tests import totp_program, world
from tests.api.staff_log_in import STEP
from tests.authenticator import staff_with_totp
from tests.browser.axe import assert_accessible
from tests.browser.test_console import fits, log_in
from tests.house_table import announced_table, play_hand, table_of
from tests.reports.way import brought_on

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.world import SeatedPlayer

REASON: Final = "the rules of the round were wrong"
LAST_YEAR: Final = datetime.now(UTC).year - 1


def enrolled(username: str) -> str:
    """Return the authenticator's secret of a new member of the staff, whose next codes are not used up."""
    return staff_with_totp(username, now=datetime.now(UTC) - 3 * STEP).text


def prove_again(page: Page, secret: str) -> None:
    """Prove the second factor for one request. The code of the login is used up: the next one is accepted already."""
    page.get_by_text("Prove your second factor once more").wait_for()
    page.get_by_label("Code of the authenticator").fill(totp_program.code(secret, datetime.now(UTC) + STEP))
    page.get_by_role("button", name="Go on").click()


@pytest.fixture
def seat(environment: dict[str, str]) -> SeatedPlayer:
    """Return a player who was seated before the sequencer started, which covers her commitment."""
    del environment
    return world.seat_player("ada", now=datetime.now(UTC))


def test_a_round_is_found_its_void_proposed_and_approved_by_another(
    seat: SeatedPlayer, page: Page, browser: Browser, address: str
) -> None:
    ann, ben = enrolled("ann"), enrolled("ben")
    round_id = RoundId.parse(world.deal_open_round(seat, now=datetime.now(UTC)).round_id)

    log_in(page, ann, "ann")
    page.get_by_role("searchbox", name="Find a player").fill("ada")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="ada", exact=True).click()
    page.get_by_role("heading", name="ada active").wait_for()
    page.get_by_role("link", name="Rounds", exact=True).click()
    page.get_by_label("Round or player").fill(str(round_id))
    page.get_by_role("button", name="Find", exact=True).click()
    page.get_by_text("Dealt, record").wait_for()
    assert_accessible(page)
    page.get_by_role("link", name="Void the round").click()
    window = page.get_by_role("dialog", name="Void the round")
    window.get_by_label("Reason").fill(REASON)
    window.get_by_role("button", name="Propose it").click()
    prove_again(page, ann)
    page.get_by_text("Proposed. Somebody else approves it").wait_for()
    assert round_view(round_id.chain, round_id).outcome is None

    other = browser.new_context(base_url=address, locale="en-US").new_page()
    log_in(other, ben, "ben")
    other.get_by_role("link", name="Proposals", exact=True).click()
    other.get_by_role("link", name="void-round").click()
    other.get_by_text(REASON).wait_for()
    assert_accessible(other)
    other.get_by_role("link", name="Approve").click()
    window = other.get_by_role("dialog", name="Approve: void-round")
    window.get_by_text(str(round_id)).wait_for()
    window.get_by_role("button", name="Approve it").click()
    prove_again(other, ben)
    other.get_by_text("Done, and kept as an event.").wait_for()
    other.get_by_role("link", name=str(round_id)).click()

    other.get_by_text(f"{REASON}. 5.00 given back").wait_for()
    other.get_by_role("link", name="Events", exact=True).click()
    other.get_by_label("Kind").fill("proposal-applied")
    other.get_by_role("button", name="Show").click()
    other.get_by_role("cell", name=REASON).first.wait_for()
    assert round_view(round_id.chain, round_id).outcome == "void"
    kinds = {event.kind for event in events(subject=seat.chain, before=None, limit=20)}
    assert {"proposal-made", "proposal-applied"} <= kinds
    other.context.close()


def test_a_report_is_ordered_followed_and_downloaded(page: Page) -> None:
    log_in(page, enrolled("ann"), "ann")

    page.get_by_role("link", name="Reports", exact=True).click()
    page.get_by_role("link", name="Order a report", exact=True).click()
    page.get_by_role("heading", name="Order a report").wait_for()
    assert_accessible(page)
    page.get_by_role("link", name="taxable-revenue", exact=True).click()
    window = page.get_by_role("region", name="Order a report: taxable-revenue")
    window.get_by_label("First gaming day").fill(f"{LAST_YEAR}-01-01")
    window.get_by_label("Day after the last one").fill(f"{LAST_YEAR}-01-02")
    assert_accessible(page)
    window.get_by_role("button", name="Do it").click()
    page.get_by_role("heading", name="Order of taxable-revenue").wait_for()
    order_id = UUID(hex=page.url.rpartition("/")[2])
    # A worker's turn; which of the two it is, nobody can tell from the page.
    brought_on(order_id, now=datetime.now(UTC))
    page.reload()
    page.get_by_role("link", name="to the report").click()
    page.get_by_role("heading", name="taxable-revenue").wait_for()
    assert_accessible(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="json", exact=True).click()

    document = json.loads(download.value.path().read_text())
    assert (document["kind"], document["activity"]) == ("taxable-revenue", "No Activity")
    page.get_by_role("link", name="Events", exact=True).click()
    page.get_by_label("Kind").fill("report-released")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("cell", name="staff:ann").first.wait_for()


PLACES: Final = (
    *("rounds", "payments", "tables", "games", "games/yablon", "figures", "switches", "reports", "reports/orders"),
    *("reports/order", "reports/order/game-performance", "reports/definitions", "cases", "disputes", "reviews"),
    *("proposals", "events", "health", "tables/do/open"),
)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_page_of_the_house_reads_well_on_a_telephone(seat: SeatedPlayer, page: Page, language: str) -> None:
    now = datetime.now(UTC)
    round_id = world.deal_open_round(seat, now=now).round_id
    payment = world.make_deposit(seat.chain, 5000, method="bank-transfer", now=now)
    table = announced_table(table_of(seats=1), now=now)
    play_hand(table, world.seat_player("bea", now=now), now=now)
    hands = f"tables/{table.hex}/hands"
    log_in(page, enrolled("ann"), "ann")
    if language == "ja":
        page.get_by_role("button", name="日本語").click()
    page.set_viewport_size({"width": 320, "height": 800})

    for place in (*PLACES, f"rounds/{round_id}", f"payments/{payment.id.hex}", hands, f"{hands}/0", f"{hands}/1"):
        page.goto(f"/console/{place}")
        assert page.locator("html").get_attribute("lang") == language
        assert fits(page), place
        assert_accessible(page)


def test_an_administrator_reads_the_staffs_accounts(page: Page) -> None:
    enrolled("root")
    world.create_staff("eve", Role.ADMINISTRATORS, now=datetime.now(UTC))
    page.goto("/console/")
    page.get_by_label("User name").fill("eve")
    page.get_by_label("Password").fill(world.PASSWORD)
    page.get_by_role("button", name="Log in").click()

    page.get_by_role("link", name="Staff", exact=True).click()
    page.get_by_role("link", name="root").click()
    page.get_by_role("heading", name="root active").wait_for()
    page.get_by_role("link", name="Deactivate").click()
    window = page.get_by_role("dialog", name="Deactivate")
    window.get_by_label("Reason").fill("left the house")
    window.get_by_role("button", name="Do it").click()

    page.get_by_role("heading", name="root deactivated").wait_for()
    assert_accessible(page)
