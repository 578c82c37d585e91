"""The house's steps at a table, one after the other, and what a crash or a rival between two of them leaves."""

from __future__ import annotations

import contextlib
import io
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from audit.clock import database_now
from audit.models import Epoch as SeedEpoch
from audit.operations.integrate import integrate, sign_newest
from audit.queries.chains import load_head
from games.core.action import Action
from kernel.instants import to_epoch_ms
from players.operations.log_in import log_out
from tables.core.continuation import CroupierStep, Phase
from tables.core.epoch import TableEpoch
from tables.models import BegunEpoch, Fate, MissingValue, PlacedStake, Reveal, TableStatus
from tables.operations.announce import TableNotIdle, renew_table_commitment
from tables.operations.attend_table import attend_table
from tables.operations.burn_epoch import burn_epoch
from tables.operations.deal_epoch import deal_epoch
from tables.operations.end_betting import end_betting
from tables.operations.end_hand import end_hand
from tables.operations.end_stake import end_stake
from tables.operations.set_table_status import set_table_status
from tables.queries import dealt_epoch
from tables.queries.dealt_epoch import SeedUnreadable, house_hand
from tables.queries.stakes_to_end import due_stakes
from tables.queries.table_states import table_state
from tests import house_table, world
from tests.core.tables.seated import MONTANA, POT
from tests.house_table import (
    BET_MS,
    BETTING_OVER,
    REVEAL_MS,
    REVEALING_OVER,
    act,
    announced_table,
    begin_epoch,
    end_all_stakes,
    kinds,
    place,
    records,
    reveal,
    step,
    table_of,
)
from tests.operations.test_void_epoch import verdict
from tests.world import NOW
from wallet.models import StoredJournal
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from kernel.ids import ChainId
    from tables.queries.table_states import TableState
    from tests.world import SeatedPlayer


pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _house(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)


@pytest.fixture
def players() -> list[SeatedPlayer]:
    return [world.seat_player(name) for name in ("ada", "bob")]


def dealt_until(table: ChainId, *players: SeatedPlayer, asks: bool) -> tuple[list[house_table.Placed], datetime]:
    """Play hands in which everybody is silent until one asks for decisions, or asks for none."""
    now = NOW
    for _ in range(40):
        placed = [place(player, table, seat, now=now) for seat, player in enumerate(players)]
        now = begin_epoch(*placed, now=now + timedelta(milliseconds=BET_MS))
        if (table_state(table).phase is Phase.PLAYING) is asks:
            return placed, now
        now += timedelta(seconds=21)
        step(table, now=now)
        end_all_stakes(now=now)
    raise AssertionError("hands of both kinds come in 40")


@pytest.mark.clause("RD-10")
def test_a_hand_is_played_from_the_first_stake_to_the_last_settlement(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    (first, second), now = dealt_until(table, *players, asks=True)
    hand = house_hand(table_state(table))
    amount_minor = next(
        legal.cost_max_minor for legal in hand.decision_of(first.seat).legal_actions if legal.action is Action.RAISE
    )
    act(first, Action.RAISE, amount_minor, now=now)
    assert step(table, now=now + timedelta(seconds=20) - timedelta(milliseconds=1)) is None
    over = now + timedelta(seconds=20)
    assert step(table, now=over) is CroupierStep.HAND_END
    assert end_all_stakes(now=over) == 2

    end = records(table)[-1]
    assert end["type"] == "hand_end"
    acts, results = end["acts"], end["results"]
    assert isinstance(acts, list)
    assert isinstance(results, list)
    assert [(act["seat"], act["a"], act["by"]) for act in acts] == [(0, "raise", "player"), (1, "stand", "timeout")]
    for placed, result in zip((first, second), results, strict=True):
        settled = records(placed.player.chain)[-1]
        journal = StoredJournal.objects.get(chain=placed.player.chain, seq=load_head(placed.player.chain).tip.seq)
        assert (journal.kind, journal.reference) == ("settle", f"{table.hex}-{placed.epoch}")
        assert (settled["type"], settled["deal"], settled["result"]) == ("settle", placed.leaf.hex(), result["result"])
        assert settled["pay"] == {"staked": result["staked"], "returned": result["returned"]}
        assert balance(placed.player.chain).in_play_minor == 0
        assert not load_head(placed.player.chain).stake_open
    assert step(table, now=over) is None
    assert due_stakes() == []


def test_when_all_have_decided_nobody_waits_for_the_clock(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    placed, now = dealt_until(table, *players, asks=True)
    for each in placed:
        act(each, Action.STAND, 0, now=now)

    assert step(table, now=now) is CroupierStep.HAND_END

    assert end_all_stakes(now=now) == 2


def test_a_hand_that_asks_nobody_ends_in_the_step_that_deals_it(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    _, now = dealt_until(table, *players, asks=False)

    assert kinds(table)[-3:] == ["open", "hand", "hand_end"]
    assert end_all_stakes(now=now) == 2


@pytest.mark.clause("F06")
@pytest.mark.clause("MRD-13")
def test_sealed_hands_are_dealt_and_settled(players: list[SeatedPlayer]) -> None:
    table = announced_table(table_of(MONTANA.game, stakes=(MONTANA.stake_min_minor, MONTANA.stake_max_minor)))
    stake_minor = MONTANA.stake_min_minor
    placed = [place(player, table, seat, stake_minor) for seat, player in enumerate(players)]
    now = begin_epoch(*placed, now=BETTING_OVER)
    sealed = records(table)[-1]["sealed"]
    assert isinstance(sealed, list)
    assert [hand["seat"] for hand in sealed] == [0, 1]

    assert step(table, now=now + timedelta(milliseconds=MONTANA.timeout_ms)) is CroupierStep.HAND_END
    assert end_all_stakes(now=now + timedelta(minutes=1)) == 2


def test_a_game_around_a_pot_whose_seats_are_silent_ends_by_the_clock_and_chips_are_conserved(
    players: list[SeatedPlayer],
) -> None:
    table = announced_table(table_of(POT.game, stakes=(POT.stake_min_minor, POT.stake_max_minor)))
    began = []
    now = NOW
    for _ in range(2):
        placed = [place(player, table, seat, POT.stake_max_minor, now=now) for seat, player in enumerate(players)]
        now = begin_epoch(*placed, now=now + timedelta(milliseconds=BET_MS))
        began.append(order_of(records(table)[-1]))
        until = now + timedelta(milliseconds=house_table.GAME_MS)
        while now < until and table_state(table).phase is Phase.PLAYING:
            now += timedelta(seconds=20)
            assert step(table, now=now) in {CroupierStep.DEFAULT, CroupierStep.HAND_END, None}
        assert kinds(table)[-1] == "hand_end"
        assert end_all_stakes(now=now) == 2

    assert began == [[0, 1], [1, 0]]
    results = records(table)[-1]["results"]
    assert isinstance(results, list)
    assert sum(result["staked"] - result["returned"] - result["rake"] for result in results) == 0
    for player in players:
        left = records(player.chain)[-1]
        assert (left["type"], left["end"]) == ("leave", load_head(table).tip.leaf.hex())
        assert not load_head(player.chain).stake_open
    assert sum(balance(player.chain).cash_minor for player in players) == 200_000


def test_around_a_pot_nobody_waits_for_a_player_whose_session_is_over(players: list[SeatedPlayer]) -> None:
    table = announced_table(table_of(POT.game, stakes=(POT.stake_min_minor, POT.stake_max_minor)))
    placed = [place(player, table, seat, POT.stake_max_minor) for seat, player in enumerate(players)]
    now = begin_epoch(*placed, now=BETTING_OVER)
    for player in players:
        log_out(player.session_id, now=now)

    attended = attend_table(table, sessions=world.SESSIONS, clock=lambda: now)

    turns = [record for record in records(table) if record["type"] == "turn"]
    assert [(turn["a"], turn["by"]) for turn in turns[:2]] == [("away", "protection")] * 2
    assert {turn["by"] for turn in turns[2:]} == {"away"}
    assert (attended.ended, kinds(table)[-1]) == (2, "hand_end")


def test_a_buy_in_of_a_burnt_game_is_given_back(players: list[SeatedPlayer]) -> None:
    table = announced_table(table_of(POT.game, stakes=(POT.stake_min_minor, POT.stake_max_minor)))
    for seat, player in enumerate(players):
        place(player, table, seat, POT.stake_max_minor)
    step(table, now=BETTING_OVER)
    step(table, now=REVEALING_OVER)

    assert end_all_stakes(now=REVEALING_OVER) == 2

    for player in players:
        left = records(player.chain)[-1]
        assert left["pay"] == {"staked": POT.stake_max_minor, "returned": POT.stake_max_minor}
        assert balance(player.chain).cash_minor == 100_000


def test_around_a_pot_one_stake_makes_no_epoch(players: list[SeatedPlayer]) -> None:
    table = announced_table(table_of(POT.game, stakes=(POT.stake_min_minor, POT.stake_max_minor)))
    place(players[0], table, 0, POT.stake_max_minor)
    assert step(table, now=NOW + timedelta(hours=1)) is None
    set_table_status(table, TableStatus.CLOSED, reason="a test", actor="operator:test", now=NOW)

    assert end_all_stakes(now=NOW) == 1


def order_of(record: dict[str, object]) -> object:
    assert record["type"] == "hand"
    return record["order"]


def test_betting_ends_at_its_time_or_with_the_last_seat(players: list[SeatedPlayer]) -> None:
    table = announced_table(table_of(seats=2))
    place(players[0], table, 1)
    assert step(table, now=BETTING_OVER - timedelta(milliseconds=1)) is None
    place(players[1], table, 0)

    assert step(table, now=NOW) is CroupierStep.SEATS

    assert step(table, now=REVEALING_OVER - timedelta(milliseconds=BET_MS + 1)) is None
    assert step(table, now=REVEALING_OVER) is CroupierStep.TABLE_ABORT
    end_all_stakes(now=REVEALING_OVER)


def test_an_epoch_without_a_value_is_burnt_and_its_player_owes_the_value(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    silent, other = (place(player, table, seat) for seat, player in enumerate(players))
    step(table, now=BETTING_OVER)
    world.run_sequencer()
    reveal(other)

    assert step(table, now=REVEALING_OVER) is CroupierStep.TABLE_ABORT

    aborted = records(table)[-1]
    assert (aborted["reason"], aborted["missing"]) == ("no_reveal", [0])
    owed = MissingValue.objects.get()
    assert (owed.chain, owed.seat, bytes(owed.abort_leaf)) == (
        silent.player.chain,
        0,
        load_head(table).tip.leaf,
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        reveal(silent)
    assert end_all_stakes(now=REVEALING_OVER) == 2


def test_where_no_checkpoint_covers_the_seats_nobody_owes_a_value(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    for seat, player in enumerate(players):
        place(player, table, seat)
    step(table, now=BETTING_OVER)

    assert step(table, now=REVEALING_OVER) is CroupierStep.TABLE_ABORT

    assert records(table)[-1]["reason"] == "not_covered"
    assert not MissingValue.objects.exists()
    assert list(Reveal.objects.values_list("seat", "value")) == [(0, None), (1, None)]
    assert end_all_stakes(now=REVEALING_OVER) == 2
    for player in players:
        voided = records(player.chain)[-1]
        assert (voided["type"], voided["end"]) == ("void", load_head(table).tip.leaf.hex())
        assert balance(player.chain).cash_minor == 100_000


def test_a_sequencer_that_dies_before_it_publishes_makes_no_abort_untrue(
    players: list[SeatedPlayer], tmp_path: Path
) -> None:
    table = announced_table()
    silent, other = (place(player, table, seat) for seat, player in enumerate(players))
    step(table, now=BETTING_OVER)
    state = table_state(table)
    integrate()
    sign_newest(now=REVEALING_OVER)

    assert not burn_epoch(state, now=REVEALING_OVER)
    assert step(table, now=REVEALING_OVER) is None
    world.run_sequencer(now=REVEALING_OVER)
    reveal(other)
    again = REVEALING_OVER + timedelta(milliseconds=REVEAL_MS)
    assert step(table, now=again - timedelta(milliseconds=1)) is None
    assert step(table, now=again) is CroupierStep.TABLE_ABORT

    aborted = records(table)[-1]
    assert (aborted["reason"], aborted["missing"]) == ("no_reveal", [silent.seat])
    assert end_all_stakes(now=again) == 2
    assert verdict(tmp_path / "log", now=again) == 0


def test_a_stake_that_comes_too_late_is_given_back_and_its_seat_is_free(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    named = place(players[0], table, 0)
    state = table_state(table)
    late = place(players[1], table, 1)

    assert end_betting(state, now=BETTING_OVER)
    assert due_stakes() == [(late.player.chain, late.seq)]
    assert end_all_stakes(now=BETTING_OVER) == 1

    voided = records(late.player.chain)[-1]
    assert (voided["type"], "end" in voided) == ("void", False)
    stored = PlacedStake.objects.get(chain=late.player.chain)
    assert (stored.unseated, stored.end_seq) == (True, voided["seq"])
    assert dict(Fate.objects.values_list("chain", "fate")) == {
        named.player.chain: "named",
        late.player.chain: "unseated",
    }
    world.run_sequencer()
    reveal(named)
    assert step(table, now=BETTING_OVER) is CroupierStep.OPEN
    step(table, now=BETTING_OVER + timedelta(seconds=21))
    end_all_stakes(now=BETTING_OVER + timedelta(seconds=21))


def test_a_table_that_cannot_go_on_keeps_no_stake_that_is_due(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    named, state = place(players[0], table, 0), table_state(table)
    late = place(players[1], table, 1)
    assert end_betting(state, now=BETTING_OVER)
    world.run_sequencer()
    reveal(named)
    SeedEpoch.objects.filter(chain=table, epoch=0).update(sealed_seeds=bytes(64))

    with pytest.raises(SeedUnreadable):
        attend_table(table, sessions=world.SESSIONS, clock=lambda: BETTING_OVER)

    assert records(late.player.chain)[-1]["type"] == "void"
    assert load_head(named.player.chain).stake_open


def test_a_withdrawal_that_is_stored_first_keeps_its_stake_out_of_the_seats(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    gone, stays = (place(player, table, seat) for seat, player in enumerate(players))
    read_before = table_state(table)
    Fate.objects.create(chain=gone.player.chain, seq=gone.seq, fate="unseated")

    assert not end_betting(read_before, now=BETTING_OVER)
    assert kinds(table) == ["table", "commit"]
    assert end_all_stakes(now=BETTING_OVER) == 1
    assert step(table, now=BETTING_OVER) is CroupierStep.SEATS

    named = records(table)[-1]["seats"]
    assert isinstance(named, list)
    assert [seat["stake"] for seat in named] == [stays.leaf.hex()]
    step(table, now=REVEALING_OVER)
    end_all_stakes(now=REVEALING_OVER)


def test_a_value_that_comes_at_the_last_moment_keeps_its_epoch_from_being_burnt(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    placed = place(players[0], table, 0)
    step(table, now=BETTING_OVER)
    world.run_sequencer()
    read_before = table_state(table)
    reveal(placed)

    assert not burn_epoch(read_before, now=REVEALING_OVER)

    assert step(table, now=REVEALING_OVER) is CroupierStep.OPEN
    later = REVEALING_OVER + timedelta(seconds=21)
    step(table, now=later)
    assert end_all_stakes(now=later) == 1


@pytest.mark.clause("F51")
def test_a_decision_that_is_stored_first_is_played_though_the_clock_has_run_out(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    (first, _), now = dealt_until(table, *players, asks=True)
    read_before, over = table_state(table), now + timedelta(seconds=20)
    act(first, Action.STAND, 0, now=over)

    assert not end_hand(read_before, now=over)

    assert step(table, now=over) is CroupierStep.HAND_END
    acts = records(table)[-1]["acts"]
    assert isinstance(acts, list)
    assert [each["by"] for each in acts] == ["player", "timeout"]
    end_all_stakes(now=over)


@pytest.mark.clause("F51")
def test_no_default_is_taken_before_the_deadline(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    _, now = dealt_until(table, *players, asks=True)

    with pytest.raises(AssertionError, match="a default waits for the deadline"):
        end_hand(table_state(table), now=now)

    step(table, now=now + timedelta(seconds=20))
    end_all_stakes(now=now + timedelta(seconds=20))


def test_of_two_croupiers_one_takes_each_step_and_both_would_deal_the_same_cards(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    placed = [place(player, table, seat) for seat, player in enumerate(players)]
    both = table_state(table)
    assert end_betting(both, now=BETTING_OVER)
    assert not end_betting(both, now=BETTING_OVER)
    world.run_sequencer()
    reveal(*placed)
    both = table_state(table)

    lost = _killed_while_dealing(both)
    assert deal_epoch(both, now=BETTING_OVER)
    assert not deal_epoch(both, now=BETTING_OVER)

    dealt = records(table)
    assert [each.get("cards") for each in dealt] == [each.get("cards") for each in lost]
    later = BETTING_OVER + timedelta(seconds=21)
    step(table, now=later)
    assert kinds(table).count("hand_end") == 1
    assert end_all_stakes(now=later) == 2
    for each in placed:
        assert not end_stake(each.player.chain, each.seq, now=later)
        assert kinds(each.player.chain)[-1] == "settle"
        assert kinds(each.player.chain).count("settle") == 1


class _Crash(Exception):  # noqa: N818  it stands for a process that is killed
    """What ends a transaction in its middle."""


def _killed_while_dealing(state: TableState) -> list[dict[str, object]]:
    """Return the table's records as they were when the process was killed, before its step was committed."""
    written: list[dict[str, object]] = []
    with contextlib.suppress(_Crash), transaction.atomic():
        assert deal_epoch(state, now=BETTING_OVER)
        written = records(state.table.chain)
        raise _Crash
    assert records(state.table.chain) != written
    return written


def test_a_table_at_which_nothing_is_at_stake_gets_another_commitment(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    placed = place(players[0], table, 0)
    with pytest.raises(TableNotIdle, match="A stake waits"):
        renew_table_commitment(table, reason="a restored backup", now=NOW)
    assert step(table, now=BETTING_OVER) is CroupierStep.SEATS
    complained = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("renew_commitments", reason="a restored backup", stdout=io.StringIO(), stderr=complained)
    assert f"Table {table.hex}: Nothing was renewed. Epoch 0 runs" in complained.getvalue()
    world.run_sequencer(now=BETTING_OVER)
    reveal(placed, now=BETTING_OVER)
    assert step(table, now=BETTING_OVER) is CroupierStep.OPEN
    now = BETTING_OVER + timedelta(seconds=21)
    step(table, now=now)
    end_all_stakes(now=now)

    told = io.StringIO()
    call_command("renew_commitments", reason="a restored backup", stdout=told)
    assert "Renewed the commitments of 1 of 1 tables." in told.getvalue()

    renewed = records(table)[-1]
    assert (renewed["type"], renewed["epoch"], renewed["reason"]) == ("commit", 1, "a restored backup")
    now = database_now()
    again = place(players[0], table, 0, now=now)
    later = begin_epoch(again, now=now + timedelta(milliseconds=BET_MS)) + timedelta(seconds=21)
    step(table, now=later)
    assert end_all_stakes(now=later) == 1


def test_record_times_never_fall_behind_what_they_cite(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    placed = place(players[0], table, 0, now=NOW + timedelta(hours=1))
    read = table_state(table)

    assert end_betting(read, now=NOW)
    step(table, now=NOW + timedelta(hours=2))
    end_stake(placed.player.chain, placed.seq, now=NOW)

    assert BegunEpoch.objects.get().seats_ms == to_epoch_ms(NOW + timedelta(hours=1))
    assert records(placed.player.chain)[-1]["time"] == to_epoch_ms(NOW + timedelta(hours=2))


def test_a_hand_whose_cards_are_not_those_that_were_shown_is_not_played_on(
    players: list[SeatedPlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = announced_table()
    _, now = dealt_until(table, *players, asks=True)
    state = table_state(table)
    dealt = dealt_epoch.epoch_cards(TableEpoch(table, state.epoch))
    # As if the release between `hand` and `hand_end` dealt otherwise.
    monkeypatch.setattr(dealt_epoch, "epoch_cards", lambda _: replace(dealt, client=bytes(32)))
    before = kinds(table)

    with pytest.raises(AssertionError, match="the same hand"):
        step(table, now=now + timedelta(seconds=30))

    assert kinds(table) == before
