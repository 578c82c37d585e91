"""Large wagers, wins and payments are events at the moment, in the transaction of the money."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from audit.queries.events import events
from games.operations.expire import expire_rounds
from games.operations.large_rounds import large_amounts
from tables.core.continuation import CroupierStep
from tests import house_table, world
from tests.amounts import with_amounts
from tests.world import DEMO, NOW

if TYPE_CHECKING:
    from pytest_django.fixtures import Settings

    from kernel.ids import ChainId
    from tests.world import SeatedPlayer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.clause("F39")]

LARGE: Final = ("round-large-wager", "round-large-win", "deposit-large", "withdrawal-large")


def thresholds(settings: Settings, **members: int) -> None:
    settings.REDDOG_JURISDICTION = with_amounts(settings.REDDOG_JURISDICTION, **members)


def large_events(chain: ChainId) -> list[tuple[str, dict[str, Any]]]:
    found = events(subject=chain, before=None, limit=200, kinds=LARGE)
    return [(event.kind, dict(event.after)) for event in reversed(found)]


@pytest.fixture
def player() -> SeatedPlayer:
    world.open_house(now=NOW)
    return world.seat_player(amount_minor=1_000_000, now=NOW)


@pytest.mark.parametrize(
    ("staked_minor", "returned_minor", "expected"),
    [
        (99_999, 199_998, None),
        (100_000, 0, (100_000, None)),
        (50_000, 150_000, (None, 100_000)),
        (50_000, 149_999, None),
        (100_000, 200_000, (100_000, 100_000)),
    ],
)
def test_a_stake_or_a_win_is_large_from_the_threshold_on(
    settings: Settings, staked_minor: int, returned_minor: int, expected: tuple[int | None, int | None] | None
) -> None:
    thresholds(settings, large_round_minor=100_000)

    large = large_amounts(staked_minor, returned_minor, "USD")

    assert (None if large is None else large[:2]) == expected


def test_a_large_wager_is_an_event_of_the_step_that_settles_the_round(settings: Settings, player: SeatedPlayer) -> None:
    thresholds(settings, large_round_minor=world.STAKE_MINOR)

    ended = []
    for _ in range(8):
        view = world.deal(player, now=NOW)
        assert view.outcome is not None or str(view.round_id) not in str(large_events(player.chain)), "it is still open"
        ended.append(view if view.outcome is not None else world.decide(player, view, now=NOW))

    wagers = [after for kind, after in large_events(player.chain) if kind == "round-large-wager"]
    assert [after["round"] for after in wagers] == [str(view.round_id) for view in ended]
    assert all(after["amount_minor"] >= world.STAKE_MINOR == after["threshold_minor"] for after in wagers)
    world.assert_world_sound()


def test_a_round_that_is_not_large_writes_one_statement_and_no_event(settings: Settings, player: SeatedPlayer) -> None:
    thresholds(settings, large_round_minor=10_000_000)
    world.play_round(player, now=NOW)

    with CaptureQueriesContext(connection) as captured:
        view = world.deal(player, now=NOW)
    if view.outcome is None:
        world.decide(player, view, now=NOW)

    assert [query["sql"].partition(" ")[0] for query in captured.captured_queries].count("WITH") <= 2
    assert not [query for query in captured.captured_queries if "audit_event" in query["sql"]]
    assert large_events(player.chain) == []


def test_a_round_that_a_time_out_ends_is_large_too(settings: Settings, player: SeatedPlayer) -> None:
    thresholds(settings, large_round_minor=world.STAKE_MINOR)
    view = world.deal(player, now=NOW)
    while view.outcome is not None:
        view = world.deal(player, now=NOW)
    before = len(large_events(player.chain))

    assert expire_rounds(clock=lambda: NOW + timedelta(days=1)) == 1

    kinds = [(kind, after["round"]) for kind, after in large_events(player.chain)[before:]]
    assert ("round-large-wager", str(view.round_id)) in kinds


@pytest.mark.parametrize(("amount_minor", "count"), [(5_000, 1), (4_999, 0)])
def test_a_large_deposit_and_a_large_withdrawal_are_events_of_their_postings(amount_minor: int, count: int) -> None:
    jurisdiction = with_amounts(DEMO, large_payment_minor=5_000)
    world.open_house(now=NOW)
    ada = world.sign_up(now=NOW)
    world.give_pin(ada)

    world.make_deposit(ada, amount_minor, jurisdiction=jurisdiction, now=NOW)
    assert [kind for kind, _ in large_events(ada)] == ["deposit-large"] * count
    world.make_withdrawal(ada, amount_minor, jurisdiction=jurisdiction, now=NOW)

    assert [kind for kind, _ in large_events(ada)] == ["deposit-large", "withdrawal-large"][: 2 * count]
    assert {after["amount_minor"] for _, after in large_events(ada)} <= {amount_minor}
    (requested,) = events(subject=ada, before=None, limit=9, kinds=["withdrawal-requested"])
    assert requested.after["amount_minor"] == amount_minor


def test_a_large_stake_at_a_table_is_an_event_of_its_end_and_one_given_back_is_none(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    house_table.open_house_with_tables(monkeypatch)
    player = world.seat_player("ada", 1_000_000, now=NOW)
    table = house_table.announced_table()
    thresholds(settings, large_round_minor=500)

    placed = house_table.place(player, table, 0, now=NOW)
    now = house_table.begin_epoch(placed, now=house_table.BETTING_OVER)
    while house_table.end_all_stakes(now=now) == 0:
        now += timedelta(seconds=21)
        assert house_table.step(table, now=now) is CroupierStep.HAND_END

    found = events(subject=player.chain, before=None, limit=9, kinds=("table-large-wager", "table-large-win"))
    settled = house_table.records(player.chain)[-1]
    pay: Any = settled["pay"]
    amounts = {"table-large-wager": pay["staked"], "table-large-win": pay["returned"] - pay["staked"]}
    expected = {kind: amount for kind, amount in amounts.items() if amount >= 500}
    assert {event.kind: event.after["amount_minor"] for event in found} == expected
    assert "table-large-wager" in expected, "the stake alone is as much"
    assert {event.after["table"] for event in found} == {table.hex}
