"""The report on pairs around a pot says of each pair whether it shares a device or an address, and of no other pair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tables.queries.pairs import pairs_at_table
from tests import house_table, live_tables
from tests.operations.test_table_places import player_at
from tests.operations.test_table_stakes import pot_table
from tests.world import NOW

if TYPE_CHECKING:
    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F52"), pytest.mark.django_db]

HOME, ELSEWHERE = "192.0.2.1", "198.51.100.1"
OWN, OTHER = "the device of ada", "the device of bob"


@pytest.fixture(autouse=True)
def _house(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)


def shared_by_pair(table: ChainId) -> dict[frozenset[str], tuple[bool, bool]]:
    """Return whether each pair shares a device and an address."""
    pairs: list[dict[str, Any]] = pairs_at_table(table)
    return {
        frozenset(partner["player_id"] for partner in pair["partners"]): (pair["shared_device"], pair["shared_address"])
        for pair in pairs
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
