"""Players at live tables who sign with a key of the page: the auditor's program accepts the log, and counts what was signed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from audit.core.records import parse_entry
from audit.queries.records import entries
from tests import world
from tests.browser.at_tables import CLOCK_MS, DEAF_MS, come_in, go_to_table, in_time, opened_table, sit, sit_until_asked
from tests.browser.signing import audited, make_key
from tests.journeys.running import until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from playwright.sync_api import Page

    from kernel.ids import ChainId
    from tests.browser.at_tables import Seated

BUY_IN_MINOR: Final = 10_000


def _keyed(page: Page, name: str) -> Seated:
    """Come in, make a key, and be at the only table."""
    player = come_in(page, name)
    make_key(page)
    go_to_table(player)
    return player


def _records(chain: ChainId, *types: str) -> list[Any]:
    """Return the records of these types of a chain, oldest first."""
    parsed = [parse_entry(entry) for entry in entries(chain, from_seq=0, to_seq=10_000)]
    return [record for record in parsed if record["type"] in types]


@pytest.mark.parametrize("game", ["red-dog-table", "montana-red-dog-table"])
def test_a_player_signs_the_stake_and_the_decision_against_the_house(
    live_address: str, visit: Callable[[str], Page], environment: dict[str, str], tmp_path: Path, game: str
) -> None:
    table = opened_table(game, seats=1)
    ada = _keyed(visit(live_address), "ada")

    decided = False
    while not decided:
        _sit_until_asked(live_address, table, ada, game)
        ada.page.wait_for_timeout(DEAF_MS)
        raising = ada.page.get_by_role("button", name="Raise 5.00")
        decided = in_time(lambda: raising.click(timeout=CLOCK_MS))  # noqa: B023  called before the next turn
        expect(ada.page.get_by_text("Checked in your browser")).to_be_visible()

    stakes, acts = _records(ada.chain, "deal"), _records(ada.chain, "act")
    assert [act["a"] for act in acts] == ["raise"]
    assert all("psig" in record for record in [*stakes, *acts])
    verdict = audited(tmp_path / "log", environment)
    assert verdict["player_keys"]["chains"] == 1
    (money,) = verdict["money"]
    assert money["handle_signed"] == money["handle"] > 0
    world.assert_world_sound()


def _sit_until_asked(origin: str, table: ChainId, player: Seated, game: str) -> None:
    if game == "red-dog-table":
        sit_until_asked(origin, table, [player])
        return
    player.page.get_by_role("button", name="Remove").click()
    sit(player, 1)
    expect(player.page.get_by_role("button", name="Surrender")).to_be_visible()


def test_two_players_sign_around_a_pot_and_a_third_plays_without_a_key(
    live_address: str, visit: Callable[[str], Page], environment: dict[str, str], tmp_path: Path
) -> None:
    table = opened_table("pot-red-dog", seats=3)
    ada, bob = (_keyed(visit(live_address), name) for name in ("ada", "bob"))
    cleo = come_in(visit(live_address), "cleo")
    go_to_table(cleo)
    everybody = (ada, bob, cleo)
    for number, player in enumerate(everybody, start=1):
        sit(player, number, chip="25", chips=4)

    for player in everybody:
        expect(player.page.locator(".pot")).to_have_text("Pot 30.00")
    while not {"ada", "bob"} <= {everybody[turn["seat"]].name for turn in _records(table, "turn") if "amt" in turn}:
        _decide_once(everybody)
    ada.page.get_by_role("button", name="Be away").click()
    ada.page.get_by_role("button", name="Come back").click()
    for player in everybody:
        player.page.get_by_role("button", name="Vote to end the game").click()
    for player in everybody:
        expect(player.page.locator(".say")).to_contain_text("All agreed to divide the pot.")
        expect(player.page.get_by_text("Checked in your browser")).to_be_visible()
        expect(player.page.locator(".said [role=alert] .problem")).to_have_count(0)

    mine = [turn for turn in _records(table, "turn") if turn["by"] == "player"]
    assert {turn["a"] for turn in mine} >= {"away", "back", "vote"}
    assert [("psig" in turn) for turn in mine] == [turn["seat"] < 2 for turn in mine]
    assert all("kid" not in turn["psig"] for turn in mine if "psig" in turn)
    assert [("psig" in sit) for player in everybody for sit in _records(player.chain, "sit")] == [True, True, False]
    verdict = audited(tmp_path / "log", environment)
    assert verdict["player_keys"]["chains"] == 2
    (money,) = verdict["money"]
    assert (money["handle_signed"], money["handle"]) == (2 * BUY_IN_MINOR, 3 * BUY_IN_MINOR)
    world.assert_world_sound()


def _decide_once(players: tuple[Seated, ...]) -> None:
    """Have whoever is asked do what costs least, unless the clock is faster."""
    asked: list[Page] = []

    def found() -> bool:
        asked[:] = [player.page for player in players if player.page.locator(".console.decide").count()]
        return asked != []

    until(found)
    (page, *_) = asked
    page.wait_for_timeout(DEAF_MS)
    before = page.locator(".turns li").count()
    in_time(lambda: page.locator(".acts .btn").last.click(timeout=CLOCK_MS))
    page.wait_for_function("before => document.querySelectorAll('.turns li').length > before", arg=before)
