"""What is published of hands that were not dealt because a value did not come."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from audit.models import Event
from games.core.family import Bet
from kernel.instants import rfc3339, to_epoch_ms
from players.core.status import Status
from players.operations.set_status import reactivate, set_status
from players.tokens import session_id_of
from tables.core.burnt import DAY_MS, SittingOut, house_would_have_won_minor
from tables.core.continuation import CroupierStep
from tables.core.epoch import TableEpoch, mix
from tables.core.epoch_cards import EpochCards
from tables.core.house_hand import deal_hand
from tables.core.player_records import LateValue
from tables.core.stakes import Stake
from tables.models import MissingValue, TableStatus
from tables.operations.set_table_status import set_table_status
from tables.queries import missing_values
from tables.queries.burnt import BurntCounts, burnt_counts, burnt_hands
from tables.queries.missing_values import CountedGame, MissingCounts, game_counts, missing_max
from tables.queries.snapshots import snapshot
from tables.queries.table_list import tables_page
from tests import house_table, live_tables, world
from tests.approving import approval
from tests.core.tables.seated import RED_DOG
from tests.house_table import BET_MS, REVEAL_MS
from tests.world import NOW

if TYPE_CHECKING:
    from datetime import datetime

    from kernel.ids import ChainId
    from tests.world import SeatedPlayer

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(minutes=15)
MUCH_LATER = NOW + timedelta(minutes=30)
STAKE_MINOR = 1_000
RED_DOG_GAME = CountedGame(RED_DOG.game, test=False)
LIVE_RED_DOG = RED_DOG_GAME._asdict()


@pytest.fixture
def table() -> ChainId:
    world.open_house()
    return house_table.announced_table()


@pytest.fixture
def players() -> tuple[SeatedPlayer, SeatedPlayer]:
    return world.seat_player("ada"), world.seat_player("bob")


def burn(
    table: ChainId, silent: SeatedPlayer, other: SeatedPlayer, *, now: datetime, late: LateValue | None = None
) -> None:
    """Let a hand of two burn because one of them, in seat 0, does not reveal."""
    live_tables.stake(silent, table, 0, STAKE_MINOR, late=late, now=now)
    live_tables.stake(other, table, 1, STAKE_MINOR, now=now)
    over = now + timedelta(milliseconds=BET_MS)
    assert house_table.step(table, now=over) is CroupierStep.SEATS
    world.run_sequencer(now=over)
    live_tables.reveal(other, table, now=over)
    too_late = over + timedelta(milliseconds=REVEAL_MS)
    assert house_table.step(table, now=too_late) is CroupierStep.TABLE_ABORT
    assert house_table.end_all_stakes(now=too_late) == 2


def told(table: ChainId) -> list[Any]:
    return burnt_hands(table, before=None, limit=10).items


def owed_by(player: SeatedPlayer) -> bytes:
    """Return the leaf of the record that names a player's value as missing."""
    return bytes(MissingValue.objects.get(chain=player.chain, told_seq=None).abort_leaf)


def test_a_value_is_owed_until_it_comes_late_and_then_the_deck_is_known(
    table: ChainId, players: tuple[SeatedPlayer, SeatedPlayer]
) -> None:
    silent, other = players
    burn(table, silent, other, now=NOW)
    (hand,) = told(table)
    assert (hand["epoch"], hand["values"]) == (0, [{"seat": 0, "status": "owed", "value": None}])
    assert hand["house_would_have_won"] is None

    value = live_tables.value_of(silent, table, 0)
    live_tables.stake(silent, table, late=LateValue(abort_leaf=owed_by(silent), value=value), now=LATER)

    (hand,) = told(table)
    assert hand["values"] == [{"seat": 0, "status": "late", "value": value.hex()}]
    abort = next(record for record in house_table.records(table) if record["type"] == "table_abort")
    epoch, seed = TableEpoch(table, 0), bytes.fromhex(str(abort["seed"]))
    values = {0: value, 1: live_tables.value_of(other, table, 0)}
    cards = EpochCards(epoch=epoch, seed=seed, client=mix(epoch, values))
    stakes = [Stake(seat=seat, leaf=bytes(32), bet=Bet(STAKE_MINOR), contribution=bytes(32)) for seat in values]
    won_minor = house_would_have_won_minor(deal_hand(RED_DOG, stakes, cards))
    assert hand["house_would_have_won"] == {"amount": won_minor, "currency": "USD"}


def test_values_that_are_lost_or_owed_are_counted_and_more_than_one_is_an_alarm(
    table: ChainId, players: tuple[SeatedPlayer, SeatedPlayer]
) -> None:
    silent, other = players
    elsewhere = house_table.announced_table()
    assert burnt_counts([table, elsewhere]) == {
        table: BurntCounts(0, 0, MissingCounts(hands=0, lost=0, owed=0), decks_known=0, house_would_have_won_minor=0),
        elsewhere: BurntCounts(
            0, 0, MissingCounts(hands=0, lost=0, owed=0), decks_known=0, house_would_have_won_minor=0
        ),
    }
    burn(table, silent, other, now=NOW)
    assert burnt_counts([table])[table] == BurntCounts(
        1, 0, MissingCounts(hands=1, lost=0, owed=1), decks_known=0, house_would_have_won_minor=0
    )
    assert not game_counts([RED_DOG_GAME])[RED_DOG_GAME].alarm

    burn(table, silent, other, now=LATER, late=LateValue(abort_leaf=owed_by(silent), value=None))

    counts = burnt_counts([table])[table]
    assert counts == BurntCounts(
        2, 0, MissingCounts(hands=2, lost=1, owed=1), decks_known=0, house_would_have_won_minor=0
    )
    assert of_game() == MissingCounts(hands=2, lost=1, owed=1)
    assert of_game().alarm
    assert missing_max() == 2
    assert [hand["epoch"] for hand in told(table)] == [1, 0]
    assert [hand["values"][0]["status"] for hand in told(table)] == ["owed", "lost"]

    value = live_tables.value_of(silent, table, 1)
    live_tables.stake(silent, table, late=LateValue(abort_leaf=owed_by(silent), value=value), now=MUCH_LATER)
    counts = burnt_counts([table])[table]
    # The deck of the first hand stays unknown: its value is lost.
    (won, lost) = (hand["house_would_have_won"] for hand in told(table))
    assert lost is None
    won_minor = won["amount"]
    assert counts == BurntCounts(
        2, 1, MissingCounts(hands=2, lost=1, owed=0), decks_known=1, house_would_have_won_minor=won_minor
    )
    assert not of_game().alarm
    assert missing_max() == 1


def test_the_hand_that_brings_missing_values_above_one_in_a_thousand_is_an_event_of_its_own(
    table: ChainId, players: tuple[SeatedPlayer, SeatedPlayer]
) -> None:
    silent, other = players
    burn(table, silent, other, now=NOW)
    assert alarms() == []

    burn(table, silent, other, now=LATER, late=LateValue(abort_leaf=owed_by(silent), value=None))
    newest = {"hands": 2, "lost": 1, "owed": 1}
    raised = {**LIVE_RED_DOG, "table": table.hex, "epoch": 1, "of_game": newest, "of_table": newest}
    assert alarms() == [raised]

    # The alarm stands: it is not raised with each further hand.
    burn(table, silent, other, now=MUCH_LATER, late=LateValue(abort_leaf=owed_by(silent), value=None))
    assert of_game().alarm
    assert alarms() == [raised]


def test_values_missing_at_several_tables_of_a_game_are_counted_together_closed_ones_too(
    table: ChainId, players: tuple[SeatedPlayer, SeatedPlayer]
) -> None:
    ada, bob = players
    burn(table, ada, bob, now=NOW)
    close(table)
    assert (alarms(), missing_max()) == ([], 1)

    elsewhere = house_table.announced_table(now=LATER)
    burn(elsewhere, bob, world.seat_player("cyd"), now=LATER)

    assert of_game() == MissingCounts(hands=2, lost=0, owed=2)
    (raised,) = alarms()
    assert raised == {
        **LIVE_RED_DOG,
        "table": elsewhere.hex,
        "epoch": 0,
        "of_game": {"hands": 2, "lost": 0, "owed": 2},
        "of_table": {"hands": 1, "lost": 0, "owed": 1},
    }
    assert missing_max() == 2


def test_what_the_house_would_have_won_is_summed_by_table_and_told_where_players_choose_one(
    table: ChainId, players: tuple[SeatedPlayer, SeatedPlayer]
) -> None:
    silent, other = players
    burn(table, silent, other, now=NOW)
    late = [live_tables.value_of(silent, table, 0)]
    burn(table, silent, other, now=LATER, late=LateValue(abort_leaf=owed_by(silent), value=late[0]))
    late.append(live_tables.value_of(silent, table, 1))
    live_tables.stake(silent, table, late=LateValue(abort_leaf=owed_by(silent), value=late[1]), now=MUCH_LATER)

    each = [hand["house_would_have_won"]["amount"] for hand in told(table)]
    counted = {"hands": 2, "burnt": 2, "late": 2, "lost": 0, "owed": 0, "decks_known": 2}
    summed = counted | {"house_would_have_won": {"amount": sum(each), "currency": "USD"}}

    assert len(each) == 2
    assert [item["burnt_hands"] for item in tables_page(after=None, limit=10).items] == [summed]
    assert "burnt_hands" not in snapshot(table, None), "whoever watches a table reads that each second"


def test_hands_at_other_games_and_of_test_accounts_are_counted_apart(
    table: ChainId, players: tuple[SeatedPlayer, SeatedPlayer]
) -> None:
    burn(table, *players, now=NOW)
    for_tests, other = CountedGame(RED_DOG.game, test=True), CountedGame("montana-red-dog-table", test=False)

    counts = game_counts([RED_DOG_GAME, for_tests, other])

    assert [counts[game].hands for game in (RED_DOG_GAME, for_tests, other)] == [1, 0, 0]
    assert [counts[game].missing for game in (RED_DOG_GAME, for_tests, other)] == [1, 0, 0]


def test_a_missing_value_is_counted_no_more_once_the_games_newest_hands_are_all_younger(
    table: ChainId, players: tuple[SeatedPlayer, SeatedPlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = players
    monkeypatch.setattr(missing_values, "HANDS_COUNTED", 1)
    burn(table, ada, bob, now=NOW)
    elsewhere = house_table.announced_table(now=LATER)
    burn(elsewhere, bob, world.seat_player("cyd"), now=LATER)

    assert of_game() == MissingCounts(hands=1, lost=0, owed=1)
    assert alarms() == []


def test_the_newest_hands_of_a_game_are_read_from_an_index_whatever_their_number(table: ChainId) -> None:
    """The table is small, so a plan that may scan it would."""
    assert burnt_counts([table])[table].missing.hands == 0
    with CaptureQueriesContext(connection) as queries:
        missing_max()
    read = [query["sql"] for query in queries if "tables_epoch" in query["sql"]]
    assert len(read) == 2
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off")
        for sql in read:
            cursor.execute("EXPLAIN " + sql)
            plan = "\n".join(line for (line,) in cursor.fetchall())
            assert "tables_epoch_newest_of_game" in plan
            assert not re.search(r"Seq Scan on tables_epoch|Sort Key: e", plan)


def test_a_second_account_does_not_sit_out_less_and_for_a_day_where_the_first_one_owes_the_value(
    table: ChainId, players: tuple[SeatedPlayer, SeatedPlayer]
) -> None:
    silent, other = players
    burn(table, silent, other, now=NOW)
    burnt_ms = MissingValue.objects.get(chain=silent.chain).burnt_ms
    set_status(silent.chain, Status.CLOSED, reason="asked for", actor="operator:test", now=NOW)
    chain, friend = second_account("eve", of="ada"), world.seat_player("cyd")
    day_over = NOW + timedelta(milliseconds=burnt_ms - to_epoch_ms(NOW) + DAY_MS)

    for now in (LATER, day_over - timedelta(milliseconds=1)):
        with pytest.raises(SittingOut) as refused:
            live_tables.stake(logged_in("eve", chain, now), table, 0, STAKE_MINOR, now=now)
        assert refused.value.members == {"seatable_from": rfc3339(burnt_ms + DAY_MS)}

    assert live_tables.stake(friend, table, 1, STAKE_MINOR, now=LATER).seat == 1
    assert live_tables.stake(logged_in("eve", chain, day_over), table, 0, STAKE_MINOR, now=day_over).seat == 0


def second_account(username: str, *, of: str) -> ChainId:
    """Open and fund another account of the person of a user name, whose first one is closed."""
    person = world.identity_of(of)
    chain = world.sign_up(username, given_name=person.given_name, family_name=person.family_name)
    # Whoever comes back waits until the staff has looked.
    reactivate(chain, by=approval("a test"), excluded=world.excluded_at(NOW), now=NOW)
    world.fund(chain, 100_000)
    return chain


def logged_in(username: str, chain: ChainId, now: datetime) -> SeatedPlayer:
    token = world.log_in_player(username, now=now).token
    return world.SeatedPlayer(chain=chain, session_id=session_id_of(token), token=token)


def close(table: ChainId) -> None:
    set_table_status(table, TableStatus.CLOSED, reason="a test", actor="operator:test", now=NOW)


def of_game() -> MissingCounts:
    return game_counts([RED_DOG_GAME])[RED_DOG_GAME]


def alarms() -> list[dict[str, object]]:
    return list(Event.objects.filter(kind="table-values-missing").order_by("id").values_list("after", flat=True))


def test_burnt_hands_are_told_page_by_page(table: ChainId, players: tuple[SeatedPlayer, SeatedPlayer]) -> None:
    silent, other = players
    burn(table, silent, other, now=NOW)
    burn(table, silent, other, now=LATER, late=LateValue(abort_leaf=owed_by(silent), value=None))

    first = burnt_hands(table, before=None, limit=1)
    assert ([hand["epoch"] for hand in first.items], first.next) == ([1], 1)
    second = burnt_hands(table, before=first.next, limit=1)
    assert [hand["epoch"] for hand in second.items] == [0]
    assert burnt_hands(table, before=second.next, limit=1).items == []
