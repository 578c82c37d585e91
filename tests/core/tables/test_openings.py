"""Values that are revealed, owed, or missing, and what stands in players' chains."""

from typing import Any, Final

import pytest

from audit.core.shuffle import shuffle_used, stream
from games.core.family import Bet
from tables.core.beacon_rounds import BeaconValue
from tables.core.epoch import ContributionMismatch, mix, require_opens, with_beacon
from tables.core.money import (
    OpenSit,
    chips_missing_minor,
    in_play_missing_minor,
    table_accounts_missing_minor,
)
from tables.core.opening import abort_fields, open_epoch, void_fields
from tables.core.player_records import (
    LateValue,
    Movement,
    StakeOrder,
    leave_fields,
    leave_postings,
    refund_postings,
    settle_fields,
    stake_fields,
    stake_postings,
    void_fields as player_void_fields,
)
from tables.core.room import room_minor, totals_of_leaving
from tables.core.stakes import Replaced, commit_fields, seats_fields, stakes_from_record
from tests.core.tables.seated import MONTANA, POT, RED_DOG, bets, epoch_of, seed_of, stakes_of, table, value_of
from wallet.core.ledger import Account, Balance, Posting, Totals, apply_postings

SEATS: Final = (0, 3, 6)
STAKES: Final = stakes_of(4, bets(SEATS, 1000))
VALUES: Final = {seat: value_of(seat, number=4) for seat in SEATS}
LEAF: Final = bytes([7]) * 32
SESSION: Final = bytes.fromhex("5e" * 32)


def test_a_value_opens_the_stake_of_its_own_seat_and_epoch_alone() -> None:
    epoch, contributed = epoch_of(4), STAKES[0].contribution

    require_opens(epoch, seat=0, contributed=contributed, value=VALUES[0])
    for other_epoch, seat, value in (
        (epoch, 3, VALUES[0]),
        (epoch_of(5), 0, VALUES[0]),
        (epoch, 0, VALUES[3]),
        (epoch, 0, VALUES[0][:31]),
        (epoch, 0, VALUES[0] + b"\0"),
        (epoch, 0, b""),
    ):
        with pytest.raises(ContributionMismatch):
            require_opens(other_epoch, seat=seat, contributed=contributed, value=value)


def test_a_beacon_changes_the_client_seed_and_is_recorded() -> None:
    beacon = BeaconValue(source="drand", round=77, value=bytes(range(32)))

    plain = open_epoch(epoch_of(4), STAKES, VALUES, covered_size=9)
    beaconed = open_epoch(epoch_of(4), STAKES, VALUES, covered_size=9, beacon=beacon)

    assert plain.client == mix(epoch_of(4), VALUES)
    assert beaconed.client == with_beacon(plain.client, bytes(range(32))) != plain.client
    assert "beacon" not in plain.fields
    assert beaconed.fields["beacon"] == {"src": "drand", "round": 77, "value": bytes(range(32)).hex()}


def test_an_epoch_without_every_value_is_not_opened_and_with_every_value_not_aborted() -> None:
    some = {seat: VALUES[seat] for seat in (0, 6)}

    with pytest.raises(AssertionError):
        open_epoch(epoch_of(4), STAKES, some, covered_size=9)
    with pytest.raises(AssertionError):
        abort_fields(epoch_of(4), STAKES, VALUES, seed=seed_of(4), covered=True)
    with pytest.raises(AssertionError):
        open_epoch(epoch_of(4), STAKES, {**VALUES, 3: VALUES[0]}, covered_size=9)


@pytest.mark.parametrize(("covered", "reason"), [(True, "no_reveal"), (False, "not_covered")])
def test_an_abort_names_who_is_missing_and_what_came(*, covered: bool, reason: str) -> None:
    some = {6: VALUES[6], 0: VALUES[0]}

    fields: Any = abort_fields(epoch_of(4), STAKES, some, seed=seed_of(4), covered=covered)

    assert (fields["reason"], fields["missing"]) == (reason, [3])
    assert [reveal["seat"] for reveal in fields["reveals"]] == [0, 6]
    assert "by" not in fields


def test_a_void_has_two_operators_and_lacks_only_a_seed_that_was_lost() -> None:
    fields = void_fields(epoch_of(4), by=("ada", "ben"), text="wrong dealer", ev="ab" * 32, seed=seed_of(4))

    assert fields["by"] == ["ada", "ben"]
    assert (fields["missing"], fields["reveals"], fields["reason"]) == ([], [], "void")
    lost = void_fields(epoch_of(4), by=("ada", "ben"), text="the key is gone", ev="ab" * 32, seed=None)
    assert fields.keys() - lost.keys() == {"seed"}
    with pytest.raises(AssertionError):
        void_fields(epoch_of(4), by=("ada", "ada"), text="alone", ev="ab" * 32, seed=None)


def test_a_replaced_commitment_says_why() -> None:
    assert commit_fields(3, committed=LEAF) == {"epoch": 3, "n": 1, "commit": LEAF.hex()}
    replaced = commit_fields(3, committed=LEAF, replaced=Replaced(reason="seed lost", ev="ab" * 32))
    assert (replaced["reason"], replaced["ev"]) == ("seed lost", "ab" * 32)


def test_seats_are_ascending_enough_and_read_back() -> None:
    placed = stakes_of(4, {1: Bet(1000, 500), 4: Bet(2000)})
    fields = seats_fields(table(MONTANA), 4, placed, next_commitment=LEAF)

    assert stakes_from_record(table(MONTANA), fields) == placed
    around_pot = table(POT)
    sits = stakes_of(4, bets([1, 4], 20_000), rooms_minor={4: 900})
    record: Any = seats_fields(around_pot, 4, sits, next_commitment=LEAF)
    assert [member["buy_in"] for member in record["seats"]] == [20_000, 20_000]
    assert stakes_from_record(around_pot, record, {4: 900}) == sits
    for wrong in ((), sits[:1], sits[::-1], (sits[0], sits[0])):
        with pytest.raises(AssertionError):
            seats_fields(around_pot, 4, wrong, next_commitment=LEAF)


def move(postings: list[Posting], *, cash_minor: int, in_play_minor: int = 0) -> Movement:
    before = Balance(cash_minor, in_play_minor, currency="USD")
    return Movement(postings=postings, before=before, after=apply_postings(before, postings))


def test_a_buy_in_and_leaving_move_chips_through_the_account_of_tables() -> None:
    around_pot, bet = table(POT), Bet(20_000)
    order = StakeOrder(
        table_leaf=LEAF,
        epoch=4,
        seat=3,
        bet=bet,
        contribution=STAKES[1].contribution,
        session_reference=SESSION,
        late=LateValue(abort_leaf=LEAF, value=VALUES[3]),
        room_minor=700,
    )
    sit = stake_fields(
        around_pot,
        order,
        move(stake_postings(around_pot, bet), cash_minor=50_000),
        limits_leaf=LEAF,
        request_digest=bytes(32),
    )

    assert sit["moves"] == [["cash", -20_000], ["table", 20_000]]
    assert (sit["buy_in"], sit["room"], sit["bal"]) == (20_000, 700, [50_000, 30_000])
    assert sit["late"] == {"abort": LEAF.hex(), "r": VALUES[3].hex()}
    assert (sit["req"], sit["sess"]) == ("00" * 32, "5e" * 32)
    leaving = move(leave_postings(returned_minor=26_000, rake_minor=500), cash_minor=30_000)
    leave = leave_fields(stake_leaf=LEAF, end_leaf=LEAF, buy_in_minor=20_000, returned_minor=26_000, movement=leaving)
    assert leave["moves"] == [["cash", 26_000], ["house", 500], ["table", -26_500]]
    assert leave["pay"] == {"staked": 20_000, "returned": 26_000}
    broke = move(leave_postings(returned_minor=0, rake_minor=0), cash_minor=30_000)
    assert broke.fields() == {"moves": [], "bal": [30_000, 30_000]}


def test_a_stake_that_no_seats_names_comes_back_without_an_end() -> None:
    house, around_pot = table(RED_DOG), table(POT)
    back = move(refund_postings(house, 1500), cash_minor=0, in_play_minor=1500)
    assert player_void_fields(stake_leaf=LEAF, end_leaf=None, movement=back) == {
        "deal": LEAF.hex(),
        "moves": [["cash", 1500], ["in_play", -1500]],
        "bal": [0, 1500],
    }
    chips = move(refund_postings(around_pot, 20_000), cash_minor=0)
    leave = leave_fields(stake_leaf=LEAF, end_leaf=None, buy_in_minor=20_000, returned_minor=20_000, movement=chips)
    assert "end" not in leave
    assert leave["moves"] == [["cash", 20_000], ["table", -20_000]]


def test_a_lost_value_is_told_as_lost_and_a_settlement_repeats_the_side_bet() -> None:
    assert LateValue(abort_leaf=LEAF, value=None).document() == {"abort": LEAF.hex()}
    bonus = {"category": "flush", "returned": 900}
    result = {"seat": 1, "result": "win", "staked": 1100, "returned": 2900, "bonus": bonus}
    moved = move([Posting(Account.IN_PLAY, Account.CASH, 1100)], cash_minor=0, in_play_minor=1100)
    assert settle_fields(stake_leaf=LEAF, end_leaf=LEAF, result=result, movement=moved)["bonus"] == bonus


def test_against_the_house_there_is_no_room_to_tell_of() -> None:
    order = StakeOrder(
        table_leaf=LEAF,
        epoch=4,
        seat=3,
        bet=Bet(1000),
        contribution=STAKES[1].contribution,
        session_reference=SESSION,
        room_minor=700,
    )
    moved = move(stake_postings(table(RED_DOG), Bet(1000)), cash_minor=5000)
    with pytest.raises(AssertionError):
        stake_fields(table(RED_DOG), order, moved, limits_leaf=LEAF)


def test_room_is_what_the_tightest_limit_on_wagers_leaves() -> None:
    assert room_minor([]) is None
    assert room_minor([500, 200, 900]) == 200


@pytest.mark.parametrize(
    ("raised", "returned", "staked_in_all", "loss"),
    [
        (0, 20_000, 20_000, 0),
        (20_000, 0, 20_000, 20_000),
        (30_000, 45_000, 30_000, -25_000),
        (30_000, 0, 30_000, 20_000),
    ],
)
def test_a_game_counts_as_staked_with_its_raises_beyond_the_buy_in_and_as_lost_with_its_net(
    raised: int, returned: int, staked_in_all: int, loss: int
) -> None:
    added = totals_of_leaving(buy_in_minor=20_000, raised_minor=raised, returned_minor=returned)

    whole = Totals(0, 20_000 + added.staked_minor, added.returned_minor)
    assert (whole.staked_minor, whole.loss_minor) == (staked_in_all, loss)


def test_what_tables_owe_is_what_the_accounts_hold_while_some_have_left() -> None:
    """Two bought in for 200 each; one has left with 260, the other is owed 135, and 5 were raked from each."""
    held_minor = (20_000 - 26_000 - 500) + 20_000
    waiting = OpenSit(buy_in_minor=20_000, due_minor=13_000 + 500)

    assert table_accounts_missing_minor(held_minor=held_minor, sits=[waiting]) == 0
    assert table_accounts_missing_minor(held_minor=40_000, sits=[OpenSit(buy_in_minor=20_000)] * 2) == 0
    assert table_accounts_missing_minor(held_minor=held_minor - 1, sits=[waiting]) == 1
    assert in_play_missing_minor(held_minor=3000, stakes_minor=[1000, 2000]) == 0
    assert in_play_missing_minor(held_minor=3000, stakes_minor=[1000]) == -2000
    assert chips_missing_minor([500, 500], stacks_minor=[300, 600], pot_minor=50, rake_minor=40) == 10


def test_used_cards_make_the_same_pack_in_whatever_order_they_are_given() -> None:
    def source() -> Any:
        return stream(entropy=bytes(32), nonce=b"", personalization=b"")

    assert shuffle_used([9, 4, 51, 7], source()) == shuffle_used([51, 9, 7, 4], source())
    assert sorted(shuffle_used(range(30), source())) == list(range(30))
