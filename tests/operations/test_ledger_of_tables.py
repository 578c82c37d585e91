"""The ledger of games around a pot: chips are in no account of the player's, and what was bet of them again is told."""

import pytest

from tests import table_records, world
from tests.operations.test_soundness import tampered
from tests.world import NOW, SeatedPlayer
from wallet.queries.balances import balance
from wallet.queries.journals import bets_made_again, broken_balances
from wallet.queries.totals import hours
from wallet.soundness import faults

# Committed: rows are changed by another connection, the owner's.
pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

HOUR_MS = 3_600_000


@pytest.fixture
def player() -> SeatedPlayer:
    world.open_house()
    return world.seat_player()


def test_a_game_counts_its_buy_in_or_its_raises_as_staked_and_fsck_accepts_what_was_bet_again(
    player: SeatedPlayer,
) -> None:
    before = balance(player.chain)
    first = table_records.sit(player.chain, 5_000)
    seated = balance(player.chain)
    assert seated.cash_minor == before.cash_minor - 5_000
    assert seated.totals.since(before.totals) == (0, 5_000, 0)
    # Raises of 12,000 with a buy-in of 5,000: 7,000 were won before they were bet.
    table_records.leave(player.chain, first, returned_minor=9_000, rake_minor=200, beyond_minor=7_000)
    second = table_records.sit(player.chain, 1_000)
    lost = table_records.leave(player.chain, second, returned_minor=0)

    after = balance(player.chain)
    assert after.cash_minor == before.cash_minor + 9_000 - 5_000 - 1_000
    assert after.totals.since(before.totals) == (0, 12_000 + 1_000, 16_000)
    assert after.totals.loss_minor == 5_000 - 9_000 + 1_000
    assert list(bets_made_again()) == [
        (player.chain, second.tip.seq - 1, 7_000),
        (player.chain, lost.tip.seq, 0),
    ]
    assert list(broken_balances()) == []
    world.assert_world_sound()


def test_a_buy_in_is_a_bet_of_its_hour(player: SeatedPlayer) -> None:
    table_records.sit(player.chain, 5_000)
    now_ms = int(NOW.timestamp() * 1000)

    (hour,) = hours(player.chain, from_ms=now_ms - HOUR_MS, to_ms=now_ms + HOUR_MS)

    assert (hour.bets, hour.staked_minor) == (1, 5_000)


@pytest.mark.parametrize(
    "change",
    [
        "staked_minor = staked_minor + 1 WHERE kind = 'leave'",
        "returned_minor = returned_minor + 1 WHERE kind = 'leave'",
        # More was returned than staked, though both grew.
        "staked_minor = staked_minor + 1, returned_minor = returned_minor + 2 WHERE kind = 'leave'",
        # 7,000 were bet again: as much less would be as if nobody had, and one more less is no game's.
        "staked_minor = staked_minor - 7001, returned_minor = returned_minor - 7001 WHERE kind = 'leave'",
        "staked_minor = staked_minor + 1, returned_minor = returned_minor + 1 WHERE kind = 'sit'",
        "deposited_minor = deposited_minor + 1 WHERE kind = 'leave'",
        "staked_minor = staked_minor - 5000 WHERE kind = 'sit'",
        "returned_minor = returned_minor - 9000 WHERE kind = 'leave'",
    ],
)
def test_any_other_gap_between_totals_and_postings_is_a_fault(player: SeatedPlayer, change: str) -> None:
    stake = table_records.sit(player.chain, 5_000)
    table_records.leave(player.chain, stake, returned_minor=9_000, beyond_minor=7_000)
    assert list(faults()) == []

    with tampered("wallet_journal", f"UPDATE wallet_journal SET {change}"):
        assert any("balances or totals" in fault for fault in faults())


def test_an_amount_bet_again_that_somebody_changed_is_told_as_it_is(player: SeatedPlayer) -> None:
    stake = table_records.sit(player.chain, 5_000)
    left = table_records.leave(player.chain, stake, returned_minor=9_000, beyond_minor=7_000)

    change = "UPDATE wallet_journal SET staked_minor = staked_minor + 5, returned_minor = returned_minor + 5"
    with tampered("wallet_journal", f"{change} WHERE kind = 'leave'"):
        # The ledger alone cannot know it: whoever has the end of the game compares.
        assert list(bets_made_again()) == [(player.chain, left.tip.seq, 7_005)]
