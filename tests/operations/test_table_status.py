"""Tables that operators open, pause, close and invite to."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from audit.models import Event
from games.operations.payout_floor import ReturnBelowMinimum
from games.queries.sheets import GameNotFound
from kernel.money import UnknownCurrency
from responsible_gaming.core.jurisdictions import NEW_JERSEY
from tables.core.continuation import CroupierStep, Phase
from tables.core.definition import TableOutsideRules
from tables.models import TableStatus
from tables.operations.end_betting import end_betting
from tables.operations.end_stake import end_stake
from tables.operations.invite import AlreadyInvited, InvitationNotFound, invite, take_invitation_back
from tables.operations.open_table import REVEAL_MIN_MS, NotATableGame, open_table
from tables.operations.set_table_status import TableStatusUnchanged, set_table_status
from tables.operations.stake_preconditions import TableClosed
from tables.queries.table_states import TableNotFound, table_state
from tests import house_table, world
from tests.core.tables.seated import MONTANA_3_CARD, POT
from tests.house_table import (
    BETTING_OVER,
    REVEALING_OVER,
    announced_table,
    begin_epoch,
    end_all_stakes,
    kinds,
    place,
    step,
    table_of,
)
from tests.world import NOW
from wallet.core.ledger import CurrencyMismatch

if TYPE_CHECKING:
    from responsible_gaming.core.jurisdiction import Jurisdiction
    from tests.world import SeatedPlayer


pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _house(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)


@pytest.fixture
def players() -> list[SeatedPlayer]:
    return [world.seat_player(name) for name in ("ada", "bob")]


def test_a_table_begins_with_its_definition_and_the_commitment_of_its_first_epoch() -> None:
    table = announced_table()

    assert kinds(table) == ["table", "commit"]
    state = table_state(table)
    assert (state.epoch, state.phase, state.stakes) == (0, Phase.BETTING, ())
    opened = Event.objects.get(kind="table-opened")
    assert (opened.actor, opened.after["table"], opened.after["seats"]) == ("operator:test", table.hex, 3)


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"game": "no-such-game"}, GameNotFound),
        ({"game": world.GAME}, NotATableGame),
        ({"currency": "CHF"}, UnknownCurrency),
        ({"game": "pot-red-dog", "currency": "EUR"}, CurrencyMismatch),
        ({"seats": 8}, TableOutsideRules),
        ({"stake_max_minor": 10**9}, TableOutsideRules),
    ],
)
def test_no_table_is_opened_outside_its_rules(changes: dict[str, object], refusal: type[Exception]) -> None:
    asked = table_of()
    wrong = type(asked)(**{**{name: getattr(asked, name) for name in asked.__slots__}, **changes})
    before = world.everything_stored()

    with pytest.raises(refusal):
        open_table(wrong, jurisdiction=world.DEMO, actor="operator:test", now=NOW)

    assert world.everything_stored() == before


@pytest.mark.parametrize("test", [False, True])
@pytest.mark.parametrize(
    ("jurisdiction", "longest_ms"), [(world.DEMO, 3_600_000), (NEW_JERSEY, 1_800_000)], ids=["demo", "new-jersey"]
)
def test_no_game_around_a_pot_lasts_longer_than_the_time_between_reality_checks(
    jurisdiction: Jurisdiction, longest_ms: int, *, test: bool
) -> None:
    asked = replace(table_of(POT.game, stakes=(POT.stake_min_minor, POT.stake_max_minor)), test=test)
    most = replace(asked, clock=replace(asked.clock, game_ms=longest_ms))
    too_long = replace(asked, clock=replace(asked.clock, game_ms=longest_ms + 1))

    with pytest.raises(TableOutsideRules) as refused:
        open_table(too_long, jurisdiction=jurisdiction, actor="operator:test", now=NOW)

    assert refused.value.members == {"member": "game_seconds"}
    opened = open_table(most, jurisdiction=jurisdiction, actor="operator:test", now=NOW)
    assert table_state(opened).table.definition.clock == most.clock


@pytest.mark.parametrize(("allowed_ms", "refused_ms"), [(REVEAL_MIN_MS, REVEAL_MIN_MS - 1), (60_000, 60_001)])
def test_a_table_waits_for_values_for_five_seconds_at_least_and_a_minute_at_most(
    allowed_ms: int, refused_ms: int
) -> None:
    asked = table_of()

    with pytest.raises(TableOutsideRules) as refused:
        open_table(
            replace(asked, clock=replace(asked.clock, reveal_ms=refused_ms)),
            jurisdiction=world.DEMO,
            actor="operator:test",
            now=NOW,
        )

    assert refused.value.members == {"member": "revealing_seconds"}
    allowed = replace(asked, clock=replace(asked.clock, reveal_ms=allowed_ms))
    opened = open_table(allowed, jurisdiction=world.DEMO, actor="operator:test", now=NOW)
    assert table_state(opened).table.definition.clock == allowed.clock


def test_a_game_that_returns_too_little_is_dealt_to_test_accounts_alone() -> None:
    asked = replace(table_of(), game=MONTANA_3_CARD.game)
    before = world.everything_stored()

    with pytest.raises(ReturnBelowMinimum):
        open_table(asked, jurisdiction=world.DEMO, actor="operator:test", now=NOW)

    assert world.everything_stored() == before
    opened = open_table(replace(asked, test=True), jurisdiction=world.DEMO, actor="operator:test", now=NOW)
    assert table_state(opened).table.definition.sheet == MONTANA_3_CARD


@pytest.mark.parametrize("status", [TableStatus.PAUSED, TableStatus.CLOSED])
@pytest.mark.clause("F40")
def test_a_table_that_is_paused_or_closed_finishes_its_hand_and_gives_waiting_stakes_back(
    players: list[SeatedPlayer], status: TableStatus
) -> None:
    table = announced_table()
    playing = place(players[0], table, 0)
    now = begin_epoch(playing, now=BETTING_OVER)
    set_table_status(table, status, reason="a test", actor="operator:test", now=now)
    later = now + timedelta(seconds=21)
    step(table, now=later)
    assert end_all_stakes(now=later) == 1
    assert kinds(table)[-1] == "hand_end"

    # The request that places it has read the table as it was open.
    waiting = place(players[1], table, 1, now=later)
    assert step(table, now=later + timedelta(hours=1)) is None
    assert end_all_stakes(now=later) == 1

    assert kinds(waiting.player.chain)[-1] == "void"
    told = Event.objects.get(kind="stake-given-back")
    assert told.subject == waiting.player.chain, "whose hand was finished was given nothing back"
    event = Event.objects.get(kind="table-status-set")
    assert (event.before["status"], event.after["status"]) == ("open", status.value)


def test_a_pause_that_comes_first_keeps_the_betting_from_ending(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    place(players[0], table, 0)
    read_before = table_state(table)
    set_table_status(table, TableStatus.PAUSED, reason="a test", actor="operator:test", now=NOW)

    assert not end_betting(read_before, now=BETTING_OVER)
    assert step(table, now=BETTING_OVER) is None
    set_table_status(table, TableStatus.OPEN, reason="a test", actor="operator:test", now=NOW)
    assert step(table, now=BETTING_OVER) is CroupierStep.SEATS

    step(table, now=REVEALING_OVER)
    end_all_stakes(now=REVEALING_OVER)


def test_a_stake_is_not_given_back_at_a_table_that_was_reopened_in_time(players: list[SeatedPlayer]) -> None:
    table = announced_table()
    placed = place(players[0], table, 0)

    assert not end_stake(placed.player.chain, placed.seq, now=NOW)

    step(table, now=BETTING_OVER)
    step(table, now=REVEALING_OVER)
    end_all_stakes(now=REVEALING_OVER)


def test_a_table_of_another_engine_gives_waiting_stakes_back(
    players: list[SeatedPlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = announced_table()
    placed = place(players[0], table, 0)
    for module in ("tables.queries.table_states", "tables.queries.stakes_to_end"):
        monkeypatch.setattr(f"{module}.engine_sha256", lambda: "0" * 64)

    assert step(table, now=BETTING_OVER) is None
    assert end_all_stakes(now=BETTING_OVER) == 1

    assert kinds(placed.player.chain)[-1] == "void"


def test_a_table_is_closed_for_good() -> None:
    table = announced_table()
    with pytest.raises(TableStatusUnchanged):
        set_table_status(table, TableStatus.OPEN, reason="a test", actor="operator:test", now=NOW)
    set_table_status(table, TableStatus.CLOSED, reason="a test", actor="operator:test", now=NOW)

    with pytest.raises(TableClosed):
        set_table_status(table, TableStatus.OPEN, reason="a test", actor="operator:test", now=NOW)
    with pytest.raises(TableNotFound):
        set_table_status(world.seat_player().chain, TableStatus.PAUSED, reason="", actor="operator:test", now=NOW)


def test_invitations_are_given_and_taken_back_with_events(players: list[SeatedPlayer]) -> None:
    table, player = announced_table(), players[0].chain
    invite(table, player, reason="a test", actor="operator:test", now=NOW)
    with pytest.raises(AlreadyInvited):
        invite(table, player, reason="a test", actor="operator:test", now=NOW)
    take_invitation_back(table, player, reason="a test", actor="operator:test", now=NOW)
    with pytest.raises(InvitationNotFound):
        take_invitation_back(table, player, reason="a test", actor="operator:test", now=NOW)

    events = Event.objects.filter(kind__startswith="table-invit").order_by("id").values_list("kind", "subject")
    assert list(events) == [("table-invited", player), ("table-invitation-taken-back", player)]
