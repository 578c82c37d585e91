"""The report on pairs around a pot: what each pair shares, and who plays softly with whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from games.core.action import Action
from games.core.pot.game import spread_of
from tables.core.attendance import Mark
from tables.core.continuation import Phase
from tables.queries.dealt_epoch import running_game
from tables.queries.pairs import pairs_at_table
from tables.queries.table_states import table_state
from tests import house_table, live_tables
from tests.operations.test_table_places import player_at
from tests.operations.test_table_stakes import pot_table
from tests.world import NOW

if TYPE_CHECKING:
    from datetime import datetime

    from kernel.ids import ChainId
    from tests.world import SeatedPlayer

pytestmark = [pytest.mark.clause("F52"), pytest.mark.django_db]

HOME, ELSEWHERE = "192.0.2.1", "198.51.100.1"
GOOD_SPREAD = 7
"""From so many ranks between the cards on a raise wins more than it loses (docs/rules/pot-red-dog.md)."""
OWN, OTHER = "the device of ada", "the device of bob"


@pytest.fixture(autouse=True)
def _house(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)


def shared_by_pair(table: ChainId) -> dict[frozenset[str], tuple[bool, bool]]:
    """Return whether each pair shares a device and an address."""
    reported: list[dict[str, Any]] = pairs_at_table(table)
    return {
        frozenset(partner["player_id"] for partner in pair["partners"]): (pair["shared_device"], pair["shared_address"])
        for pair in reported
    }


@pytest.mark.parametrize(("device", "shares_device"), [(OWN, True), (OTHER, False)])
@pytest.mark.parametrize(("address", "shares_address"), [(HOME, True), (ELSEWHERE, False)])
def test_a_pair_that_plays_together_is_reported_with_what_it_shares(
    device: str, address: str, *, shares_device: bool, shares_address: bool
) -> None:
    ada = player_at("ada", device=OWN, address=HOME)
    bob = player_at("bob", device=device, address=address)
    cyd = player_at("cyd", device="the device of cyd", address="203.0.113.1")
    table = pot_table()

    live_tables.play_boldly({0: ada, 1: bob, 2: cyd}, table, buy_in_minor=5_000, now=NOW)

    assert shared_by_pair(table) == {
        frozenset({ada.chain.hex, bob.chain.hex}): (shares_device, shares_address),
        frozenset({ada.chain.hex, cyd.chain.hex}): (False, False),
        frozenset({bob.chain.hex, cyd.chain.hex}): (False, False),
    }


def test_who_spares_good_hands_with_one_player_and_raises_them_with_another_is_reported() -> None:
    ada, bob, cyd = (player_at(name, device=name, address=HOME) for name in ("ada", "bob", "cyd"))
    table = pot_table()
    ended = play_softly({0: ada, 1: bob}, table, now=NOW)
    assert house_table.end_all_stakes(now=ended) == 2

    live_tables.play_boldly({0: ada, 2: cyd}, table, buy_in_minor=5_000, now=ended)

    reported: list[dict[str, Any]] = pairs_at_table(table)
    (with_bob,) = (
        partner
        for pair in reported
        if bob.chain.hex in {each["player_id"] for each in pair["partners"]}
        for partner in pair["partners"]
        if partner["player_id"] == ada.chain.hex
    )
    assert with_bob["good_hands_together"] == with_bob["spared_together"] > 0
    assert with_bob["spared_apart"] == 0


def play_softly(players: dict[int, SeatedPlayer], table: ChainId, *, now: datetime) -> datetime:
    """Play a game in which nobody raises, until the first seat had a good hand; then all vote for a division."""
    now = live_tables.begin_game(players, table, buy_in_minor=50_000, now=now)
    spared = False
    while table_state(table).phase is Phase.PLAYING:
        now += live_tables.SECOND
        game = running_game(table_state(table))
        deciding = game.deciding_seat
        assert deciding is not None
        if spared:
            voting = next(seat for seat in players if seat not in game.attendance.votes)
            live_tables.mark(players[voting], table, Mark.VOTE, now=now)
            continue
        spread = game.dealt.game.hands[game.dealt.game.seat]
        spared = deciding == 0 and (spread_of(spread) or 0) >= GOOD_SPREAD
        cheapest = next(legal.action for legal in game.legal_actions if legal.action in {Action.DOWN, Action.TAKE})
        live_tables.act(players[deciding], table, cheapest, now=now)
    return now
