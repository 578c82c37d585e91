"""Voiding a hand or a game: the stakes go back, the seed is shown, and the auditor agrees."""

import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from django.db import IntegrityError, transaction
from django.test import override_settings

from audit import keys, seal
from audit.models import Event
from audit.operations.export import export_log
from games.core.action import Action
from kernel.ids import ChainId
from players.queries.inbox import inbox
from tables.core.continuation import CroupierStep, Phase
from tables.models import BegunEpoch, Decision
from tables.operations.void_epoch import EpochNotRunning, VoidEpochRequest, void_epoch
from tables.queries.dealt_epoch import SeedUnreadable, house_hand
from tables.queries.table_states import TableNotFound, table_state
from tests import house_table, world
from tests.approving import approval
from tests.house_table import Placed
from tests.operations.pot_tables import BUY_IN_MINOR, PotTable, begin_game, open_pot_table
from tests.world import NOW, STAKE_MINOR
from verifier.__main__ import main as verify
from wallet.queries.balances import balance

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F19")]

REASON: Final = "the dealer's camera failed"
GRANTED_MINOR: Final = 100_000


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> PotTable:
    """Return a table with a game around a pot."""
    table = open_pot_table(monkeypatch)
    begin_game(table)
    return table


def void(chain: ChainId, epoch: int = 0, *, now: datetime, **more: Any) -> None:
    by = approval(REASON, by=("olga", "pete"))
    void_epoch(VoidEpochRequest(table=chain, epoch=epoch, by=by, **more), now=now)


def assert_all_back(*players: world.SeatedPlayer) -> None:
    for player in players:
        assert balance(player.chain).cash_minor == GRANTED_MINOR
        assert balance(player.chain).in_play_minor == 0


def verdict(folder: Path, *, now: datetime) -> int:
    world.run_sequencer(now=now)
    export_log(folder)
    return verify([str(folder)])


def test_a_void_ends_a_game_and_every_buy_in_goes_back(game: PotTable, tmp_path: Path) -> None:
    game.down_or_take()

    void(game.chain, now=game.wait(1000))

    record = game.records[-1]
    assert (record["type"], record["reason"], record["text"]) == ("table_abort", "void", REASON)
    assert (record["by"], record["missing"], record["reveals"]) == (["olga", "pete"], [], [])
    assert len(record["seed"]) == 64
    assert (game.state.phase, game.state.epoch) == (Phase.BETTING, 1)
    assert BegunEpoch.objects.get(table=game.chain, epoch=0).ended_by == "table_abort"
    assert house_table.end_all_stakes(now=game.now) == len(game.players)
    assert_all_back(*game.players.values())
    assert verdict(tmp_path / "log", now=game.now) == 0


def test_after_a_void_the_next_game_is_played_at_the_same_table(game: PotTable, tmp_path: Path) -> None:
    void(game.chain, now=game.wait(1000))
    house_table.end_all_stakes(now=game.now)

    begin_game(game)
    assert game.state.epoch == 1
    game.wait(1_200_000)
    assert game.step() is CroupierStep.HAND_END
    house_table.end_all_stakes(now=game.now)
    assert verdict(tmp_path / "log", now=game.now) == 0


def test_a_void_takes_the_place_of_open_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    house_table.open_house_with_tables(monkeypatch)
    table, player = house_table.announced_table(), world.seat_player()
    house_table.place(player, table, 1, STAKE_MINOR)
    later = NOW + timedelta(seconds=8)
    assert house_table.step(table, now=later) is CroupierStep.SEATS

    void(table, now=later)

    assert table_state(table).phase is Phase.BETTING
    house_table.end_all_stakes(now=later)
    assert_all_back(player)
    assert verdict(tmp_path / "log", now=later) == 0


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> tuple[list[Placed], datetime]:
    """Return the stakes of a hand against the house that waits for the decisions of three seats."""
    house_table.open_house_with_tables(monkeypatch)
    table = house_table.announced_table()
    players = [world.seat_player(name) for name in ("ann", "ben", "cem")]
    now = NOW
    while True:
        placed = [house_table.place(player, table, seat, STAKE_MINOR, now=now) for seat, player in enumerate(players)]
        now = house_table.begin_epoch(*placed, now=now + timedelta(seconds=8))
        if table_state(table).phase is Phase.PLAYING:
            return placed, now
        house_table.end_all_stakes(now=now)


def test_a_void_gives_back_raises_and_leaves_no_decision_to_be_taken(
    hand: tuple[list[Placed], datetime], tmp_path: Path
) -> None:
    placed, now = hand
    before = [balance(each.player.chain).cash_minor for each in placed]
    legal = house_hand(table_state(placed[0].table)).decision_of(0).legal_actions
    raised = next(each for each in legal if each.action is Action.RAISE)
    house_table.act(placed[0], Action.RAISE, raised.cost_min_minor, now=now)

    void(placed[0].table, placed[0].epoch, now=now)

    # A player's act that was decided on before it brings its row into this place, and is refused as a whole.
    with pytest.raises(IntegrityError), transaction.atomic():
        Decision.objects.create(
            table=placed[1].table, epoch=placed[1].epoch, seat=1, action="stand", amount_minor=0, at_ms=0
        )
    assert house_table.end_all_stakes(now=now) == 3
    after = [balance(each.player.chain) for each in placed]
    assert [each.cash_minor for each in after] == [cash_minor + STAKE_MINOR for cash_minor in before]
    assert [each.in_play_minor for each in after] == [0, 0, 0]
    told = {event.subject: event.after["returned_minor"] for event in Event.objects.filter(kind="stake-given-back")}
    assert [told[each.player.chain] for each in placed] == [
        STAKE_MINOR + raised.cost_min_minor,
        STAKE_MINOR,
        STAKE_MINOR,
    ]
    assert verdict(tmp_path / "log", now=now) == 0


@pytest.mark.clause("F34")
def test_a_void_is_a_significant_event_with_both_operators_and_the_reason(game: PotTable) -> None:
    void(game.chain, now=game.wait(1000))

    (event,) = Event.objects.filter(kind="table-epoch-voided")
    assert (event.kind, event.at, event.actor, event.reason) == (
        "table-epoch-voided",
        game.now,
        "operator:olga+pete",
        REASON,
    )
    at_stake_minor = BUY_IN_MINOR * len(game.players)
    epoch = {"table": game.chain.hex, "epoch": 0, "currency": "USD"}
    assert event.before == {**epoch, "phase": "playing", "at_stake_minor": at_stake_minor}
    assert event.after == {**epoch, "owed_minor": at_stake_minor, "seed_lost": False}


@pytest.mark.clause("F19")
def test_each_player_is_told_once_of_a_stake_that_a_void_gives_back(game: PotTable) -> None:
    void(game.chain, now=game.wait(1000))
    house_table.end_all_stakes(now=game.now)
    house_table.end_all_stakes(now=game.now)

    for player in game.players.values():
        (message,) = [each for each in inbox(player.chain, before=None, limit=50) if each.kind == "stake-given-back"]
        assert message.by == "platform"
        event = Event.objects.get(id=message.id)
        assert event.after == {"table": game.chain.hex, "epoch": 0, "returned_minor": BUY_IN_MINOR}


def refused(chain: ChainId, kind: type[Exception], *, now: datetime, **more: Any) -> None:
    before = world.everything_stored()
    with pytest.raises(kind):
        void(chain, now=now, **more)
    assert world.everything_stored() == before


def test_a_void_needs_the_epoch_that_runs(game: PotTable) -> None:
    refused(game.chain, EpochNotRunning, epoch=1, now=game.now)
    refused(game.players[2].chain, TableNotFound, now=game.now)
    void(game.chain, now=game.now)
    refused(game.chain, EpochNotRunning, now=game.now)
    refused(game.chain, EpochNotRunning, epoch=1, now=game.now)


@pytest.fixture
def another_seal_key(tmp_path: Path) -> Iterator[Callable[[], AbstractContextManager[None]]]:
    """Return what puts another key into the place of the one that sealed the seeds, for a while."""
    folder = tmp_path / "keys"
    shutil.copytree(keys.folder(), folder)
    (folder / "seal.key").write_text(secrets.token_hex(32))

    @contextmanager
    def replaced() -> Iterator[None]:
        with override_settings(REDDOG_KEYS_DIR=folder):
            start_anew()
            yield
        start_anew()

    yield replaced
    start_anew()


def start_anew() -> None:
    keys.forget()
    seal._cipher.cache_clear()


def test_without_the_seed_an_epoch_is_void_only_if_the_operators_say_that_it_is_lost(
    game: PotTable, another_seal_key: Callable[[], AbstractContextManager[None]], tmp_path: Path
) -> None:
    with another_seal_key():
        refused(game.chain, SeedUnreadable, now=game.now)
        void(game.chain, now=game.now, seed_lost=True)

    assert "seed" not in game.records[-1]
    (event,) = Event.objects.filter(kind="table-epoch-voided")
    assert event.after["seed_lost"] is True
    house_table.end_all_stakes(now=game.now)
    assert_all_back(*game.players.values())
    assert verdict(tmp_path / "log", now=game.now) == 2


def test_a_seed_that_can_be_read_is_revealed_whatever_the_operators_say(game: PotTable) -> None:
    void(game.chain, now=game.now, seed_lost=True)
    assert len(game.records[-1]["seed"]) == 64
