"""What players and the croupier do at a table in the same moment, each over a connection of its own."""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from django.db import connection, connections, transaction

from audit.models import Event
from games.core.action import Action
from players.models import Player
from responsible_gaming.core.jurisdiction import SharedPlaceRule
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.rules.losses import LOSS_DAY
from tables.core.continuation import CroupierStep, Phase
from tables.models import Decision, PlacedStake, Table, TableStatus
from tables.operations.open_table import open_table
from tables.operations.set_table_status import set_table_status
from tables.operations.table_step import WAKE_CHANNEL
from tables.operations.void_epoch import VoidEpochRequest, void_epoch
from tables.queries.stakes import open_stake, stakes
from tables.queries.table_states import table_state
from tests import house_table, live_tables, world
from tests.approving import approval
from tests.core.tables.seated import RED_DOG
from tests.live_tables import BETTING, SECOND
from tests.operations.test_payments_at_once import at_once, code
from tests.operations.test_table_places import player_at
from tests.operations.test_table_stakes import pot_table
from tests.world import NOW, SeatedPlayer
from wallet.core.idempotency import IdempotentRequest
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernel.ids import ChainId

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

T = TypeVar("T")

LATER = NOW + BETTING
MINUTES = 180 * SECOND
TRIES = 8
"""How often a race is run, so that both may win it."""
EACH_TRY = [NOW + number * MINUTES for number in range(TRIES)]


@pytest.fixture(autouse=True)
def _house(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)


def test_a_table_is_opened_once_however_often_its_key_comes_at_once() -> None:
    key = IdempotentRequest(key="k", digest=bytes(32))
    asked = replace(house_table.table_of(RED_DOG.game), idempotency=key)
    before = Table.objects.count()

    opened = at_once([partial(open_table, asked, jurisdiction=world.DEMO, actor="operator:test", now=NOW)] * 6)

    assert len(set(opened)) == 1
    assert Table.objects.count() == before + 1


def codes(*steps: Callable[[], object]) -> list[str]:
    """Take these steps at once, and return how each ended."""
    return at_once([partial(code, step) for step in steps])


def croupier(table: ChainId, now: datetime) -> CroupierStep | None:
    return house_table.step(table, now=now)


def records_of(player: SeatedPlayer) -> list[dict[str, Any]]:
    return house_table.records(player.chain)


def six_players() -> list[SeatedPlayer]:
    return [world.seat_player(f"player{number}") for number in range(6)]


# --- Seats ----------------------------------------------------------------------------------------------------------


def test_of_six_players_who_want_one_seat_one_gets_it_and_pays() -> None:
    players, table = six_players(), house_table.announced_table()

    ends = codes(*[partial(live_tables.stake, player, table, 1) for player in players])

    assert Counter(ends) == {"done": 1, "seat-taken": 5}
    assert sum(100_000 - balance(player.chain).cash_minor for player in players) == 1_000


def test_of_one_players_stakes_at_three_tables_one_is_placed() -> None:
    ada = world.seat_player()
    tables = [house_table.announced_table() for _ in range(3)]

    ends = codes(*[partial(live_tables.stake, ada, table) for table in tables])

    assert Counter(ends) == {"done": 1, "stake-open": 2}
    assert balance(ada.chain).in_play_minor == 1_000


def test_of_a_round_alone_and_a_stake_at_a_table_one_begins() -> None:
    ada, table = world.seat_player(), house_table.announced_table()

    ends = codes(partial(live_tables.stake, ada, table), partial(world.deal, ada))

    # A round that needs no decision is over before the stake is placed: then both are.
    assert ends[0] == "done" or "round-open" in ends
    assert ends[1] == "done" or "stake-open" in ends
    assert "done" in ends


def test_one_person_with_two_accounts_gets_one_seat() -> None:
    ada, bob = world.seat_player(), world.seat_player("bob")
    table = house_table.announced_table()
    same = Player.objects.get(chain=ada.chain).person_digest
    Player.objects.filter(chain=ada.chain).update(person_digest=None)
    Player.objects.filter(chain=bob.chain).update(person_digest=same)
    eve = world.seat_player("eve")

    ends = codes(*[partial(live_tables.stake, player, table, seat) for seat, player in enumerate((bob, eve, ada))])
    assert ends == ["done"] * 3, "a person without a digest is told by the chain"


def test_a_stake_that_is_sent_twelve_times_at_once_is_placed_once_and_answered_alike() -> None:
    ada, table, asked = world.seat_player(), house_table.announced_table(), world.fresh_request()

    answers = at_once([partial(live_tables.stake, ada, table, asked=asked)] * 12)

    assert answers == [answers[0]] * 12
    assert PlacedStake.objects.count() == 1


def test_of_two_on_one_device_who_sit_down_at_once_one_sits() -> None:
    players = [
        player_at(name, device="a device that two use", address="192.0.2.1", on_device=SharedPlaceRule.REFUSED)
        for name in ("ada", "bob")
    ]
    for _ in range(TRIES):
        table = pot_table()
        ends = codes(*[partial(live_tables.stake, player, table, at, 5_000) for at, player in enumerate(players)])
        assert Counter(ends) == {"done": 1, "shared-place": 1}
        live_tables.withdraw(players[ends.index("done")], table)


# --- The end of the betting ----------------------------------------------------------------------------------------


def test_a_stake_that_comes_with_the_end_of_the_betting_is_named_or_given_back() -> None:
    ada, bob = world.seat_player(), world.seat_player("bob")
    seen = Counter[str]()
    for begun in EACH_TRY:
        table, ended = house_table.announced_table(), begun + BETTING
        live_tables.stake(ada, table, 0, now=begun)

        ends = codes(partial(croupier, table, ended), partial(live_tables.stake, bob, table, 1, now=ended))

        named = [seated.chain for seated in table_state(table).stakes]
        assert ada.chain in named
        house_table.end_all_stakes(now=ended)
        if ends[1] != "done":
            assert ends[1] == "betting-closed"
        elif bob.chain not in named:
            assert stakes(bob.chain, before_seq=None, limit=1)[0].outcome == "withdrawn"
        assert (open_stake(bob.chain) is not None) == (bob.chain in named)
        seen[ends[1]] += 1
        _finish(table, [player for player in (ada, bob) if player.chain in named], now=ended)
    assert sum(seen.values()) == TRIES


def test_a_withdrawal_that_comes_with_the_end_of_the_betting_gives_back_what_is_not_named() -> None:
    ada = world.seat_player()
    for begun in EACH_TRY:
        table, ended = house_table.announced_table(), begun + BETTING
        live_tables.stake(ada, table, now=begun)

        ends = codes(partial(croupier, table, ended), partial(live_tables.withdraw, ada, table, now=ended))

        named = table_state(table).phase is Phase.REVEALING
        assert ends[1] == ("stake-named" if named else "done")
        assert (open_stake(ada.chain) is not None) == named
        if named:
            _finish(table, [ada], now=ended)


def _finish(table: ChainId, players: list[SeatedPlayer], *, now: datetime) -> None:
    """Reveal, and play a hand to its end by the defaults."""
    world.run_sequencer(now=now)
    for player in players:
        live_tables.reveal(player, table, now=now)
    house_table.step(table, now=now)
    running = table_state(table).running
    if running is not None and running.until_ms is not None:
        assert house_table.step(table, now=_instant(running.until_ms)) is CroupierStep.HAND_END
    assert house_table.end_all_stakes(now=now) == len(players)


def _instant(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, UTC)


def test_around_a_pot_a_stake_waits_for_the_pause_that_is_being_stored() -> None:
    ada, table = world.seat_player(), pot_table()
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            set_table_status(table, TableStatus.PAUSED, reason="a test", actor="operator:test", now=NOW)
            stake = pool.submit(_alone, partial(code, partial(live_tables.stake, ada, table, 0, 5_000)))
            _until_somebody_waits()
        assert stake.result(30) == "table-paused"


def _alone(step: Callable[[], T]) -> T:
    try:
        return step()
    finally:
        connections.close_all()


def _until_somebody_waits() -> None:
    """Wait until another connection waits for a lock."""
    give_up = time.monotonic() + 30
    while time.monotonic() < give_up:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
        time.sleep(0.05)
    pytest.fail("nobody waits")


def test_whatever_a_player_does_wakes_those_who_wait_for_the_table() -> None:
    ada, bob, table = world.seat_player(), world.seat_player("bob"), house_table.announced_table()
    assert woken_by(partial(live_tables.stake, ada, table)) == [table.hex]
    assert woken_by(partial(live_tables.withdraw, ada, table)) == [table.hex]
    live_tables.stake(ada, table)
    live_tables.end_betting(table, now=LATER)
    assert woken_by(partial(live_tables.reveal, ada, table, now=LATER)) == [table.hex]

    table, until = asked_hand([bob])
    assert woken_by(partial(live_tables.act, bob, table, Action.STAND, now=until)) == [table.hex]


def woken_by(step: Callable[[], object]) -> list[str]:
    """Listen as the croupier does, let another connection take a step, and return what it told."""
    connection.ensure_connection()
    session = connection.connection
    session.execute(f"LISTEN {WAKE_CHANNEL}")
    with ThreadPoolExecutor(1) as pool:
        pool.submit(_alone, step).result(30)
    told = [notify.payload for notify in session.notifies(timeout=5, stop_after=1)]
    session.execute(f"UNLISTEN {WAKE_CHANNEL}")
    return told


# --- Values ---------------------------------------------------------------------------------------------------------


def test_a_value_that_comes_with_the_abort_saves_the_epoch_or_is_owed() -> None:
    for number, begun in enumerate(EACH_TRY):
        over, overdue = begun + BETTING, begun + BETTING + 60 * SECOND
        ada, table = world.seat_player(f"player{number}", now=begun), house_table.announced_table(now=begun)
        live_tables.stake(ada, table, now=begun)
        live_tables.end_betting(table, now=over)

        ends = codes(partial(croupier, table, overdue), partial(live_tables.reveal, ada, table, epoch=0, now=overdue))

        state = table_state(table)
        burnt = state.phase is Phase.BETTING and "table_abort" in house_table.kinds(table)
        assert ends[1] == ("not-revealing" if burnt else "done")
        if burnt:
            house_table.end_all_stakes(now=overdue)
            assert balance(ada.chain).cash_minor == 100_000


def test_of_two_tables_of_a_game_that_burn_at_once_the_second_one_counts_the_firsts_value() -> None:
    over, overdue = NOW + BETTING, NOW + BETTING + 60 * SECOND
    tables = [house_table.announced_table() for _ in range(2)]
    for table, name in zip(tables, ("ada", "bob"), strict=True):
        live_tables.stake(world.seat_player(name), table)
        live_tables.end_betting(table, now=over)

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            assert croupier(tables[0], overdue) is CroupierStep.TABLE_ABORT
            burning = pool.submit(_alone, partial(croupier, tables[1], overdue))
            _until_somebody_waits()
        assert burning.result(30) is CroupierStep.TABLE_ABORT

    (raised,) = Event.objects.filter(kind="table-values-missing").values_list("after", flat=True)
    assert (raised["table"], raised["of_game"]) == (tables[1].hex, {"hands": 2, "lost": 0, "owed": 2})


def test_of_two_seats_with_one_value_one_reveals() -> None:
    players = [world.seat_player(name) for name in ("ada", "bob")]
    table, same = house_table.announced_table(), bytes(range(32))
    for seat, player in enumerate(players):
        live_tables.stake(player, table, seat, value=same)
    live_tables.end_betting(table, now=LATER)

    ends = codes(*[partial(live_tables.reveal, player, table, value=same, now=LATER) for player in players])

    assert Counter(ends) == {"done": 1, "reused-value": 1}


# --- Decisions ------------------------------------------------------------------------------------------------------


def asked_hand(players: list[SeatedPlayer], *, now: datetime = NOW) -> tuple[ChainId, datetime]:
    """Open tables until one deals a hand that asks these players; return it, and the deadline."""
    while True:
        table = house_table.announced_table(house_table.table_of(seats=len(players)))
        for seat, player in enumerate(players):
            live_tables.stake(player, table, seat, now=now)
        now += BETTING
        live_tables.deal(*players, table=table, now=now)
        running = table_state(table).running
        if running is not None and running.until_ms is not None:
            return table, _instant(running.until_ms)
        house_table.end_all_stakes(now=now)


def test_all_seats_decide_in_the_same_millisecond() -> None:
    players = six_players()
    table, until = asked_hand(players)

    ends = codes(*[partial(live_tables.act, player, table, Action.RAISE, now=until) for player in players])

    assert ends == ["done"] * 6
    assert house_table.step(table, now=until) is CroupierStep.HAND_END
    assert house_table.end_all_stakes(now=until) == 6
    end = house_table.records(table)[-1]
    assert [act["by"] for act in end["acts"]] == ["player"] * 6  # type: ignore[attr-defined]


def test_a_decision_at_the_deadline_and_the_default_at_the_deadline_are_one_decision() -> None:
    ada = world.seat_player(amount_minor=1_000_000)
    for begun in EACH_TRY:
        table, until = asked_hand([ada], now=begun)
        at = live_tables.question(table)
        decide = partial(live_tables.act, ada, table, Action.RAISE, asked_at=at, now=until)

        ends = codes(partial(croupier, table, until), decide)

        by_player = Decision.objects.get(table=table).act_leaf is not None
        assert ends[1] in ({"done"} if by_player else {"not-deciding", "already-decided", "busy"})
        house_table.step(table, now=until)
        assert house_table.end_all_stakes(now=until) == 1
        settled = stakes(ada.chain, before_seq=None, limit=1)[0]
        assert settled.staked_minor == (2_000 if by_player else 1_000)
        assert balance(ada.chain).in_play_minor == 0


def test_no_raise_follows_a_void_that_comes_at_the_same_moment() -> None:
    # More than the attempts that other steps have: a void loses to each of them at most once.
    players = [world.seat_player(f"player{number}", amount_minor=1_000_000) for number in range(7)]
    for begun in EACH_TRY[:4]:
        table, until = asked_hand(players, now=begun)
        held = [balance(player.chain) for player in players]
        void = VoidEpochRequest(table=table, epoch=0, by=approval(by=("olga", "pete")))
        at = live_tables.question(table)
        raises = [partial(live_tables.act, player, table, Action.RAISE, asked_at=at, now=until) for player in players]

        ends = codes(*raises, partial(void_epoch, void, now=until))

        assert ends[-1] == "done"
        assert set(ends[:-1]) <= {"done", "not-deciding", "already-decided", "busy"}
        abort = house_table.records(table)[-1]
        raised = [record for player in players for record in records_of(player)[-1:] if record["type"] == "act"]
        assert len(raised) == ends[:-1].count("done")
        assert all(record["time"] <= abort["time"] for record in raised)
        assert house_table.end_all_stakes(now=until) == 7
        after = [balance(player.chain) for player in players]
        assert [each.cash_minor for each in after] == [each.cash_minor + each.in_play_minor for each in held]


def test_a_decision_that_is_sent_twelve_times_at_once_is_taken_once() -> None:
    ada = world.seat_player()
    table, until = asked_hand([ada])
    asked, at = world.fresh_request(), live_tables.question(table)

    answers = at_once([partial(live_tables.act, ada, table, Action.RAISE, asked_at=at, asked=asked, now=until)] * 12)

    assert answers == [answers[0]] * 12
    assert balance(ada.chain).in_play_minor == 2_000


def test_a_raise_keeps_to_a_loss_limit_that_is_set_while_the_clock_runs_out() -> None:
    for number in range(TRIES):
        ada = world.seat_player(f"player{number}")
        table, until = asked_hand([ada])
        at, lost_minor = live_tables.question(table), balance(ada.chain).totals.loss_minor
        tighter = Limits(current={LOSS_DAY.name: max(0, lost_minor + 999)})

        ends = codes(
            partial(live_tables.act, ada, table, Action.RAISE, asked_at=at, now=until),
            partial(world.set_limits, ada.chain, tighter, now=until),
            partial(croupier, table, until),
        )

        assert ends[1] == "done"
        kinds = [(record["type"], record.get("amt")) for record in records_of(ada)]
        if ("act", 1_000) in kinds:
            limited = max(place for place, (kind, _) in enumerate(kinds) if kind == "limits")
            assert kinds.index(("act", 1_000)) < limited, "a raise after the limit would break it"
            assert ends[0] == "done"
        else:
            assert ends[0] in {"limit-exceeded", "not-deciding", "already-decided", "busy"}
        house_table.step(table, now=until)
        assert house_table.end_all_stakes(now=until) == 1
