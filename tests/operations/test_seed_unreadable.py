"""A hand whose seed cannot be read stands still: its players are told so, and everybody else sees the table."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.test import Client

from audit import keys, seal
from audit.clock import database_now
from games.core.action import Action
from tables.core.continuation import CroupierStep, Phase
from tables.queries.dealt_epoch import SeedUnreadable
from tables.queries.snapshots import snapshot, snapshots
from tables.queries.table_pulses import table_pulses
from tables.queries.table_states import table_state
from tables.stream.watched_table import WatchedTable, read_table
from tests import house_table, live_tables, world
from tests.live_tables import BETTING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_django.fixtures import Settings

    from kernel.ids import ChainId
    from tests.world import SeatedPlayer

pytestmark = pytest.mark.django_db

MONTANA: Final = "montana-red-dog-table"


class SealKey:
    """The key `seal` of this process, which can be lost and put back."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._settings, self._whole, self._without = settings, keys.folder(), folder
        shutil.copytree(self._whole, folder)
        (folder / "seal.key").unlink()

    def lose(self) -> None:
        self._use(self._without)

    def put_back(self) -> None:
        self._use(self._whole)

    def _use(self, folder: Path) -> None:
        self._settings.REDDOG_KEYS_DIR = folder
        # As a process that has just started.
        keys.forget()
        seal._cipher.cache_clear()


@pytest.fixture
def seal_key(settings: Settings, tmp_path: Path) -> Iterator[SealKey]:
    key = SealKey(settings, tmp_path / "keys")
    yield key
    key.put_back()


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> tuple[ChainId, SeatedPlayer, SeatedPlayer]:
    """Return a table whose two players have hidden hands and decide now, and its players."""
    now = database_now() - BETTING
    house_table.offer_table_games(monkeypatch)
    world.open_house(now=now)
    table = house_table.announced_table(house_table.table_of(MONTANA), now=now)
    ada, bob = (world.seat_player(name, now=now) for name in ("ada", "bob"))
    for seat, player in enumerate((ada, bob)):
        live_tables.stake(player, table, seat, now=now)
    live_tables.deal(ada, bob, table=table, now=now + BETTING)
    assert table_state(table).phase is Phase.PLAYING
    return table, ada, bob


def get(table: ChainId, player: SeatedPlayer | None = None) -> Any:
    headers = {} if player is None else {"Authorization": f"Bearer {player.token}"}
    return Client().get(f"/api/v1/tables/{table.hex}", headers=headers)


def test_a_seated_player_is_told_what_becomes_of_the_stake_and_bystanders_see_the_table(
    hand: tuple[ChainId, SeatedPlayer, SeatedPlayer], seal_key: SealKey
) -> None:
    table, ada, _ = hand
    carol = world.seat_player("carol", now=database_now())
    seal_key.lose()

    for answer in (get(table), get(table, carol)):
        assert (answer.status_code, answer.json()["phase"], answer.json()["own"]) == (200, "playing", None)
    answer = get(table, ada)

    assert (answer.status_code, answer["Content-Type"]) == (503, "application/problem+json")
    problem = answer.json()
    assert problem["type"].endswith("seed-unreadable")
    assert "Your stake and what you raised are safe" in problem["detail"]
    assert answer["Retry-After"] == str(problem["retry_after"])


def test_nobody_decides_in_it_and_nothing_is_lost(
    hand: tuple[ChainId, SeatedPlayer, SeatedPlayer], seal_key: SealKey
) -> None:
    table, ada, _ = hand
    seal_key.lose()
    before = world.everything_stored()

    with pytest.raises(SeedUnreadable):
        live_tables.act(ada, table, Action.PLAY, now=database_now())

    assert world.everything_stored() == before


def test_the_stream_tells_bystanders_on_and_ends_those_of_seated_players(
    hand: tuple[ChainId, SeatedPlayer, SeatedPlayer], seal_key: SealKey
) -> None:
    table, ada, _ = hand
    watched, viewers = WatchedTable(table), frozenset({None, ada.chain})
    pulse = table_pulses([table])[table]
    watched.tell(read_table(table, pulse, after=-1, viewers=viewers))
    assert watched.shows(ada.chain)
    seal_key.lose()

    reading = read_table(table, pulse, after=0, viewers=frozenset({ada.chain}))
    watched.tell(reading)

    assert reading.snapshots == {None: snapshot(table, None)}
    assert (watched.shows(None), watched.shows(ada.chain)) == (True, False)


def test_the_hand_goes_on_with_the_same_cards_once_the_key_is_back(
    hand: tuple[ChainId, SeatedPlayer, SeatedPlayer], seal_key: SealKey
) -> None:
    table, ada, bob = hand
    shown = snapshot(table, ada.chain)
    seal_key.lose()
    assert snapshots(table, [ada.chain, bob.chain]) == {}

    seal_key.put_back()

    assert snapshot(table, ada.chain) == shown
    for player in (ada, bob):
        live_tables.act(player, table, Action.PLAY, now=database_now())
    assert house_table.step(table, now=database_now()) is CroupierStep.HAND_END
