"""Stakes at tables: what is taken, who may place one, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection

from audit.core.records import parse_entry
from audit.operations.open_epoch import RoundStillOpen, StakeStillOpen
from games.core.family import SideBetOutOfLimits
from games.core.pot.rules import StakeNotInUnits
from games.queries.round_outcomes import PLAYED
from games.queries.rounds import history_page
from kernel.cte import Cte, with_statement
from kernel.ids import ChainId
from kernel.instants import rfc3339, to_epoch_ms
from players.core.eligibility import PlayerSuspended
from players.core.session_state import SessionLocked
from players.core.status import Status
from players.models import Player
from players.tokens import NotAuthenticated
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.limits.wager import LimitExceeded
from responsible_gaming.core.rules.losses import LOSS_DAY
from responsible_gaming.core.rules.pacing import RoundTooSoon
from responsible_gaming.core.rules.reality_check import RealityCheckDue
from responsible_gaming.core.rules.wagers import WAGER_DAY, WAGER_WEEK
from tables.core.burnt import SittingOut, ValueOwed
from tables.core.continuation import CroupierStep
from tables.core.definition import Admission
from tables.core.epoch import ContributionMismatch
from tables.core.player_records import LateValue
from tables.core.stakes import NoSuchSeat, StakeOutsideTable
from tables.models import MissingValue, TableStatus
from tables.operations.invite import invite, take_invitation_back
from tables.operations.save_stake import AlreadySeated, SeatTaken
from tables.operations.set_table_status import set_table_status
from tables.operations.stake_preconditions import (
    BettingClosed,
    NotInvited,
    TableClosed,
    TableForOthers,
    TablePaused,
)
from tables.queries.stakes import open_stake, stakes
from tables.queries.table_states import TableNotFound, table_state
from tests import house_table, live_tables, world
from tests.core.tables.seated import POT
from tests.live_tables import BETTING, SECOND
from tests.reports.making import seated_test_account
from tests.world import LONG_SESSIONS, NOW, SeatedPlayer
from wallet.core.idempotency import ReusedIdempotencyKey
from wallet.core.ledger import CurrencyMismatch, InsufficientFunds
from wallet.queries.balances import balance
from wallet.queries.journals import statement

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernel.refusals import Refusal

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _house(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)


@pytest.fixture
def ada() -> SeatedPlayer:
    return world.seat_player()


@pytest.fixture
def table() -> ChainId:
    return house_table.announced_table()


def refused(kind: type[Refusal], step: Callable[[], object]) -> dict[str, Any]:
    """Take a step that is refused, and show that it changed nothing at all."""
    before = world.everything_stored()
    with pytest.raises(kind) as caught:
        step()
    assert type(caught.value) is kind
    assert world.unchanged_since(before, caught.value)
    return caught.value.members


def pot_table(seats: int = 3, *, now: datetime = NOW) -> ChainId:
    asked = house_table.table_of(POT.game, seats=seats, stakes=(1_000, 50_000))
    return house_table.announced_table(asked, now=now)


# --- What is taken ------------------------------------------------------------------------------------------------


def test_a_stake_takes_the_money_and_stands_at_the_table(ada: SeatedPlayer, table: ChainId) -> None:
    view = live_tables.stake(ada, table, seat=2)

    after = balance(ada.chain)
    assert (after.cash_minor, after.in_play_minor, after.totals.staked_minor) == (99_000, 1_000, 1_000)
    seated = table_state(table).stake_of(ada.chain)
    assert seated is not None
    assert (seated.stake.seat, seated.stake.bet.stake_minor, seated.stake.leaf) == (2, 1_000, view.leaf)
    assert (view.staked_minor, view.returned_minor, view.outcome, view.cash_minor) == (1_000, None, None, 99_000)


def test_the_record_of_a_stake_names_the_table_and_has_no_cards(ada: SeatedPlayer, table: ChainId) -> None:
    view = live_tables.stake(ada, table, seat=1, asked=(asked := world.fresh_request()))

    ((_, receipt),) = view.receipts
    record = parse_entry(receipt.entry)
    assert record["type"] == "deal"
    assert record["table"] == table_state(table).table.leaf.hex()
    assert (record["epoch"], record["seat"], record["ante"]) == (0, 1, 1_000)
    assert record["contrib"] == view.contribution.hex()
    assert record["req"] == asked.digest.hex()
    assert record["moves"] == [["cash", -1_000], ["in_play", 1_000]]
    assert "cards" not in record
    assert "nonce" not in record


def test_a_buy_in_lies_in_the_account_of_the_table(ada: SeatedPlayer) -> None:
    table = pot_table()

    view = live_tables.stake(ada, table, stake_minor=5_000)

    after = balance(ada.chain)
    assert (after.cash_minor, after.in_play_minor, after.totals.staked_minor) == (95_000, 0, 5_000)
    record = parse_entry(view.receipts[0][1].entry)
    assert (record["type"], record["buy_in"], record["moves"]) == ("sit", 5_000, [["cash", -5_000], ["table", 5_000]])
    assert "room" not in record


def test_a_repeated_request_gets_the_first_answer(ada: SeatedPlayer, table: ChainId) -> None:
    asked = world.fresh_request()
    first = live_tables.stake(ada, table, asked=asked)
    live_tables.withdraw(ada, table)
    before = world.everything_stored()

    again = live_tables.stake(ada, table, asked=asked)

    assert again == first
    assert world.everything_stored() == before


def test_a_key_that_belongs_to_another_request_places_no_stake(ada: SeatedPlayer, table: ChainId) -> None:
    asked = world.fresh_request("one")
    live_tables.stake(ada, table, asked=asked)
    other = replace(asked, digest=bytes(32))

    refused(ReusedIdempotencyKey, partial(live_tables.stake, ada, table, asked=other))


def test_a_journal_of_a_table_refers_to_its_epoch(ada: SeatedPlayer, table: ChainId) -> None:
    live_tables.stake(ada, table)

    assert statement(ada.chain, before_seq=None, limit=1)[0].reference == f"{table.hex}-0"


def test_the_history_of_rounds_since_an_instant_knows_rounds_from_stakes(ada: SeatedPlayer, table: ChainId) -> None:
    world.play_round(ada)
    live_tables.stake(ada, table, now=NOW + SECOND)
    live_tables.withdraw(ada, table, now=NOW + SECOND)
    world.play_round(ada, now=NOW + 2 * SECOND)

    page = history_page(ada.chain, before=None, limit=10, start_ms=to_epoch_ms(NOW + SECOND))

    assert [summary.round_id.nonce for summary in page.rounds] == [2]


def test_a_stake_is_no_round_of_its_player_in_reports(ada: SeatedPlayer, table: ChainId) -> None:
    world.play_round(ada)
    # Its reference has the numbers of the round: epoch 0, and the table's only nonce is none.
    live_tables.stake(ada, table)
    journals = Cte("journals", "SELECT 1 AS index, j.* FROM wallet_journal j", ())
    sql, params = with_statement([journals, PLAYED], answer="SELECT kind FROM played ORDER BY kind")

    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        assert cursor.fetchall() == [("deal",), ("settle",)]


def test_the_history_of_stakes_begins_with_the_newest(ada: SeatedPlayer, table: ChainId) -> None:
    first = live_tables.stake(ada, table)
    live_tables.withdraw(ada, table)
    second = live_tables.stake(ada, table, seat=1)

    assert open_stake(ada.chain) == second
    newest, oldest = stakes(ada.chain, before_seq=None, limit=10)
    assert newest == second
    assert (oldest.leaf, oldest.outcome, oldest.returned_minor) == (first.leaf, "withdrawn", 1_000)
    assert stakes(ada.chain, before_seq=newest.receipts[0][0], limit=10) == [oldest]


# --- Who may place one, and where -----------------------------------------------------------------------------------


def test_a_taken_seat_is_refused(ada: SeatedPlayer, table: ChainId) -> None:
    live_tables.stake(ada, table, seat=1)
    bob = world.seat_player("bob")

    assert refused(SeatTaken, partial(live_tables.stake, bob, table, seat=1)) == {"seat": 1}
    assert live_tables.stake(bob, table, seat=2).seat == 2


def test_a_seat_is_free_again_when_its_stake_was_withdrawn(ada: SeatedPlayer, table: ChainId) -> None:
    live_tables.stake(ada, table, seat=1)
    live_tables.withdraw(ada, table)

    assert live_tables.stake(world.seat_player("bob"), table, seat=1).seat == 1


def test_one_person_has_one_seat_whatever_the_accounts(ada: SeatedPlayer, table: ChainId) -> None:
    live_tables.stake(ada, table, seat=0)
    bob = world.seat_player("bob")
    # As if the person had opened a second account by a name that was corrected later.
    same = Player.objects.get(chain=ada.chain).person_digest
    Player.objects.filter(chain=ada.chain).update(person_digest=None)
    Player.objects.filter(chain=bob.chain).update(person_digest=same)

    refused(AlreadySeated, partial(live_tables.stake, bob, table, seat=1))


def test_a_chain_has_one_open_stake_and_no_round_beside_it(ada: SeatedPlayer, table: ChainId) -> None:
    other = house_table.announced_table(house_table.table_of(seats=5))
    live_tables.stake(ada, table)

    refused(StakeStillOpen, partial(live_tables.stake, ada, other))
    refused(StakeStillOpen, partial(world.deal, ada))


def test_an_open_round_lets_no_stake_be_placed(ada: SeatedPlayer, table: ChainId) -> None:
    view = world.deal_open_round(ada)

    assert refused(RoundStillOpen, partial(live_tables.stake, ada, table)) == {"round_id": view.round_id}


@pytest.mark.parametrize(
    ("status", "kind"), [(TableStatus.PAUSED, TablePaused), (TableStatus.CLOSED, TableClosed)], ids=str
)
def test_a_table_that_is_not_open_takes_no_stake(
    ada: SeatedPlayer, table: ChainId, status: TableStatus, kind: type[Refusal]
) -> None:
    set_table_status(table, status, reason="a test", actor="operator:test", now=NOW)

    refused(kind, partial(live_tables.stake, ada, table))


def test_an_unknown_table_takes_no_stake(ada: SeatedPlayer) -> None:
    refused(TableNotFound, partial(live_tables.stake, ada, ChainId(ada.chain), epoch=0))


def test_test_accounts_and_others_have_tables_of_their_own(ada: SeatedPlayer, table: ChainId) -> None:
    for_tests = house_table.announced_table(replace(house_table.table_of(), test=True))

    house = seated_test_account("probe", 50_000, now=NOW)

    refused(TableForOthers, partial(live_tables.stake, ada, for_tests))
    refused(TableForOthers, partial(live_tables.stake, house, table))
    assert live_tables.stake(house, for_tests).seat == 0


def test_at_a_table_by_invitation_only_the_invited_sit(ada: SeatedPlayer) -> None:
    table = house_table.announced_table(replace(house_table.table_of(), admission=Admission.INVITED))

    refused(NotInvited, partial(live_tables.stake, ada, table))
    invite(table, ada.chain, reason="a test", actor="operator:test", now=NOW)
    live_tables.stake(ada, table)
    live_tables.withdraw(ada, table)
    take_invitation_back(table, ada.chain, reason="a test", actor="operator:test", now=NOW)
    refused(NotInvited, partial(live_tables.stake, ada, table))


def test_a_contribution_for_another_epoch_is_refused(ada: SeatedPlayer, table: ChainId) -> None:
    assert refused(BettingClosed, partial(live_tables.stake, ada, table, epoch=1)) == {"epoch": 0}


def test_no_stake_is_taken_between_the_betting_and_the_end(ada: SeatedPlayer, table: ChainId) -> None:
    live_tables.stake(ada, table)
    bob = world.seat_player("bob")
    live_tables.end_betting(table, now=NOW + BETTING)

    members = refused(BettingClosed, partial(live_tables.stake, bob, table, seat=1, now=NOW + BETTING))
    assert members == {"epoch": 0, "retry_after": 1}


def test_the_account_must_be_eligible_and_the_session_awake(ada: SeatedPlayer, table: ChainId) -> None:
    refused(SessionLocked, partial(live_tables.stake, ada, table, now=NOW + timedelta(hours=2)))
    refused(NotAuthenticated, partial(live_tables.stake, ada, table, now=NOW + timedelta(days=2)))
    Player.objects.filter(chain=ada.chain).update(status=Status.SUSPENDED)
    refused(PlayerSuspended, partial(live_tables.stake, ada, table))


# --- How much -------------------------------------------------------------------------------------------------------


def test_the_tables_own_limits_and_the_rules_bind_a_stake(ada: SeatedPlayer, table: ChainId) -> None:
    refused(NoSuchSeat, partial(live_tables.stake, ada, table, seat=3))
    refused(StakeOutsideTable, partial(live_tables.stake, ada, table, stake_minor=499))
    refused(StakeOutsideTable, partial(live_tables.stake, ada, table, stake_minor=20_001))
    refused(SideBetOutOfLimits, partial(live_tables.stake, ada, table, side_bet_minor=100))
    refused(CurrencyMismatch, partial(live_tables.stake, ada, table, currency="EUR"))
    refused(StakeNotInUnits, partial(live_tables.stake, ada, pot_table(), stake_minor=1_001))


def test_a_stake_that_cannot_be_paid_is_refused(table: ChainId) -> None:
    poor = world.seat_player("poor", amount_minor=999)

    refused(InsufficientFunds, partial(live_tables.stake, poor, table))


def test_limits_bind_a_stake_as_they_bind_a_bet(ada: SeatedPlayer, table: ChainId) -> None:
    world.set_limits(ada.chain, Limits(current={LOSS_DAY.name: 999}), jurisdiction=LONG_SESSIONS)

    assert refused(LimitExceeded, partial(live_tables.stake, ada, table))["limit"] == "loss_day"
    assert live_tables.stake(ada, table, stake_minor=999).bet.stake_minor == 999


def test_a_reality_check_that_is_due_comes_before_the_next_stake(ada: SeatedPlayer, table: ChainId) -> None:
    later = NOW + timedelta(minutes=59)
    short = replace(LONG_SESSIONS, reality_check_interval_ms=60_000)

    refused(RealityCheckDue, partial(live_tables.stake, ada, table, jurisdiction=short, now=later))


def test_the_pace_of_rounds_counts_stakes_at_tables(ada: SeatedPlayer, table: ChainId) -> None:
    slow = replace(LONG_SESSIONS, game_cycle_ms=5_000)
    live_tables.stake(ada, table, jurisdiction=slow)
    live_tables.withdraw(ada, table)

    refused(RoundTooSoon, partial(live_tables.stake, ada, table, jurisdiction=slow, now=NOW + 4 * SECOND))
    refused(RoundTooSoon, partial(world.deal, ada, jurisdiction=slow, now=NOW + 4 * SECOND))
    assert live_tables.stake(ada, table, jurisdiction=slow, now=NOW + 5 * SECOND).seat == 0


def test_around_a_pot_the_room_is_what_the_least_limit_on_wagers_left_before(ada: SeatedPlayer) -> None:
    world.set_limits(
        ada.chain, Limits(current={WAGER_DAY.name: 30_000, WAGER_WEEK.name: 8_000}), jurisdiction=LONG_SESSIONS
    )
    table = pot_table()

    view = live_tables.stake(ada, table, stake_minor=5_000)

    assert view.room_minor == 8_000
    assert parse_entry(view.receipts[0][1].entry)["room"] == 8_000


# --- Values that are owed -------------------------------------------------------------------------------------------


def burn(player: SeatedPlayer, table: ChainId, *, seat: int, now: Any) -> MissingValue:
    """Let an epoch burn because this player does not reveal, and give the stake back."""
    live_tables.stake(player, table, seat=seat, now=now)
    live_tables.end_betting(table, now=now + BETTING)
    assert house_table.step(table, now=now + 3 * BETTING) is CroupierStep.TABLE_ABORT
    assert house_table.end_all_stakes(now=now + 3 * BETTING) == 1
    return MissingValue.objects.get(chain=player.chain, told_seq=None)


def test_whoever_burnt_an_epoch_tells_the_value_with_the_next_stake(ada: SeatedPlayer, table: ChainId) -> None:
    owed = burn(ada, table, seat=1, now=NOW)
    abort, later = bytes(owed.abort_leaf), NOW + timedelta(minutes=15)
    value = live_tables.value_of(ada, table, 0)

    assert refused(ValueOwed, partial(live_tables.stake, ada, table, now=later)) == {"abort": abort.hex()}
    wrong = LateValue(abort_leaf=abort, value=bytes(32))
    refused(ContributionMismatch, partial(live_tables.stake, ada, table, late=wrong, now=later))
    view = live_tables.stake(ada, table, late=LateValue(abort_leaf=abort, value=value), now=later)

    record = parse_entry(view.receipts[0][1].entry)
    assert record["late"] == {"abort": abort.hex(), "r": value.hex()}
    owed.refresh_from_db()
    assert (owed.told_seq, bytes(owed.value or b"")) == (view.receipts[0][0], value)


def test_a_value_that_is_lost_is_told_as_lost_and_then_no_more(ada: SeatedPlayer, table: ChainId) -> None:
    owed = burn(ada, table, seat=0, now=NOW)
    lost, later = LateValue(abort_leaf=bytes(owed.abort_leaf), value=None), NOW + timedelta(minutes=15)

    live_tables.stake(ada, table, late=lost, now=later)
    live_tables.withdraw(ada, table, now=later)

    refused(ValueOwed, partial(live_tables.stake, ada, table, late=lost, now=later))
    owed.refresh_from_db()
    assert owed.value is None
    live_tables.stake(ada, table, now=later)


def test_whoever_burnt_an_epoch_sits_out_ten_minutes(ada: SeatedPlayer, table: ChainId) -> None:
    owed = burn(ada, table, seat=0, now=NOW)
    lost = LateValue(abort_leaf=bytes(owed.abort_leaf), value=None)
    again = NOW + 3 * BETTING + timedelta(minutes=10)

    members = refused(
        SittingOut, partial(live_tables.stake, ada, table, late=lost, now=again - timedelta(milliseconds=1))
    )
    assert members == {"seatable_from": rfc3339(owed.burnt_ms + 600_000)}
    assert live_tables.stake(ada, table, late=lost, now=again).seat == 0


def test_a_player_who_owes_nothing_tells_no_value(ada: SeatedPlayer, table: ChainId) -> None:
    late = LateValue(abort_leaf=bytes(32), value=None)

    refused(ValueOwed, partial(live_tables.stake, ada, table, late=late))
