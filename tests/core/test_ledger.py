"""What the ledger decides."""

from itertools import permutations

import pytest
from hypothesis import given, strategies as st

from kernel.money import MAX_MINOR, Money
from tables.core.player_records import leave_postings
from tables.core.room import totals_of_leaving
from wallet.core.idempotency import (
    MalformedIdempotencyKey,
    MissingIdempotencyKey,
    ReusedIdempotencyKey,
    identify_request,
    require_same_request,
)
from wallet.core.ledger import (
    Account,
    Balance,
    BalanceTooLarge,
    InsufficientFunds,
    Posting,
    apply_postings,
    net_moves,
)

amounts = st.integers(1, 10_000) | st.just(MAX_MINOR)
postings = st.builds(
    lambda pair, amount: Posting(pair[0], pair[1], amount), st.sampled_from(list(permutations(Account, 2))), amounts
)


def usd(cash_minor: int = 0, in_play_minor: int = 0) -> Balance:
    return Balance(cash_minor, in_play_minor, currency="USD")


@pytest.mark.clause("F01")
@given(st.lists(postings))
def test_money_is_conserved(posted: list[Posting]) -> None:
    assert sum(delta for _, delta in net_moves(posted)) == 0


@pytest.mark.clause("F01")
@given(st.integers(0, 5000), st.lists(postings.filter(lambda posting: posting.from_account is not Account.IN_PLAY)))
def test_a_balance_is_what_was_before_and_the_sum_of_the_postings(cash_minor: int, posted: list[Posting]) -> None:
    before = usd(cash_minor)
    try:
        after = apply_postings(before, posted)
    except (InsufficientFunds, BalanceTooLarge):
        return
    moved = dict(net_moves(posted))

    assert after.cash_minor == cash_minor + moved.get("cash", 0)
    assert after.in_play_minor == moved.get("in_play", 0)


@pytest.mark.clause("F03")
@given(st.integers(0, 5000), st.lists(postings.filter(lambda posting: posting.from_account is not Account.IN_PLAY)))
def test_a_player_never_owes_money(cash_minor: int, posted: list[Posting]) -> None:
    try:
        after = apply_postings(usd(cash_minor), posted)
    except (InsufficientFunds, BalanceTooLarge):
        return

    assert 0 <= after.cash_minor <= MAX_MINOR
    assert 0 <= after.in_play_minor <= MAX_MINOR


COUNTED = {
    "deposited": {("deposit", "cash")},
    "staked": {("cash", "table"), *((account, "in_play") for account in Account if account != "in_play")},
    "returned": {("in_play", "cash"), ("house", "cash"), ("table", "cash")},
}


@pytest.mark.clause("F01")
@given(st.lists(postings.filter(lambda posting: posting.from_account is not Account.IN_PLAY)))
def test_totals_are_the_sums_of_the_postings_that_they_count(posted: list[Posting]) -> None:
    try:
        after = apply_postings(usd(MAX_MINOR // 2), posted)
    except (InsufficientFunds, BalanceTooLarge):
        return

    sums = {
        name: sum(each.amount_minor for each in posted if (each.from_account, each.to_account) in pairs)
        for name, pairs in COUNTED.items()
    }
    assert after.totals == (sums["deposited"], sums["staked"], sums["returned"])


@given(st.lists(st.tuples(st.integers(1, 5_000), st.integers(0, 20_000), st.integers(0, 20_000), st.integers(0, 500))))
def test_a_game_around_a_pot_adds_its_buy_in_or_its_raises_to_what_was_staked_and_its_net_to_the_loss(
    games: list[tuple[int, int, int, int]],
) -> None:
    money = usd(10**9)
    for buy_in_minor, raised_minor, returned_minor, rake_minor in games:
        before = money
        chips = leave_postings(returned_minor=returned_minor, rake_minor=rake_minor)
        told = totals_of_leaving(buy_in_minor=buy_in_minor, raised_minor=raised_minor, returned_minor=returned_minor)

        sat = apply_postings(money, [Posting(Account.CASH, Account.TABLE, buy_in_minor)])
        left = apply_postings(sat, chips)
        money = left.with_bets_again(told.staked_minor)

        assert money == left
        assert money.totals.since(sat.totals) == told
        game = money.totals.since(before.totals)
        assert game.staked_minor == max(buy_in_minor, raised_minor)
        assert game.loss_minor == buy_in_minor - returned_minor == before.cash_minor - money.cash_minor


def test_totals_never_fall() -> None:
    with pytest.raises(AssertionError):
        usd(500).with_bets_again(-1)


def test_winnings_cannot_pay_for_their_own_stake() -> None:
    stake, win = Posting(Account.CASH, Account.IN_PLAY, 500), Posting(Account.HOUSE, Account.CASH, 5000)

    assert apply_postings(Balance(500, 0), [stake, win]) == Balance(5000, 500)
    with pytest.raises(InsufficientFunds):
        apply_postings(usd(499), [stake, win])


def test_the_last_minor_unit_may_be_spent_and_the_next_not() -> None:
    spent = Posting(Account.CASH, Account.HOUSE, 500)

    assert apply_postings(Balance(500, 0), [spent]) == Balance(0, 0)
    with pytest.raises(InsufficientFunds) as refused:
        apply_postings(usd(499, 7), [spent])
    assert refused.value.members == {"available": Money(499, "USD"), "required": Money(500, "USD")}
    assert refused.value.detail == "Nothing was taken. $4.99 is available, $5.00 is needed."


@pytest.mark.parametrize("target", [Account.CASH, Account.IN_PLAY])
def test_an_account_holds_what_can_be_counted_exactly_and_no_more(target: Account) -> None:
    full = apply_postings(usd(), [Posting(Account.HOUSE, target, MAX_MINOR)])

    with pytest.raises(BalanceTooLarge):
        apply_postings(full, [Posting(Account.HOUSE, target, 1)])


def test_taking_out_of_play_what_is_not_in_play_is_a_defect() -> None:
    with pytest.raises(AssertionError):
        apply_postings(Balance(1000, 499), [Posting(Account.IN_PLAY, Account.HOUSE, 500)])


@pytest.mark.parametrize("amount_minor", [0, -1])
def test_a_posting_that_moves_nothing_is_a_defect(amount_minor: int) -> None:
    with pytest.raises(AssertionError):
        Posting(Account.CASH, Account.HOUSE, amount_minor)


def test_a_posting_to_where_it_comes_from_is_a_defect() -> None:
    with pytest.raises(AssertionError):
        Posting(Account.CASH, Account.CASH, 1)


def test_moves_are_listed_in_the_order_of_the_accounts_and_without_zeros() -> None:
    posted = [
        Posting(Account.HOUSE, Account.CASH, 700),
        Posting(Account.IN_PLAY, Account.CASH, 500),
        Posting(Account.CASH, Account.IN_PLAY, 500),
    ]

    assert net_moves(posted) == [("cash", 700), ("house", -700)]


@pytest.mark.parametrize("key", ["k", "k" * 128, "!", "~", "0e8b1a2c-5d7f-4b1e-9a3c-2f6d8e7b1c4a"])
def test_a_key_is_up_to_128_printable_characters(key: str) -> None:
    assert identify_request(key, method="POST", path="/p", body=b"").key == key


@pytest.mark.parametrize("key", ["", "k" * 129, "a b", " a", "a ", "a\tb", "a\n", "é", "\0", "\x7f"])
def test_any_other_key_is_refused(key: str) -> None:
    with pytest.raises(MalformedIdempotencyKey):
        identify_request(key, method="POST", path="/p", body=b"")


def test_a_request_without_a_key_is_refused() -> None:
    with pytest.raises(MissingIdempotencyKey):
        identify_request(None, method="POST", path="/p", body=b"")


@pytest.mark.clause("F02")
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [("PUT", "/p", b"{}"), ("POST", "/q", b"{}"), ("POST", "/p", b"{ }"), ("POST", "/p", b"")],
)
def test_a_key_belongs_to_one_method_path_and_body(method: str, path: str, body: bytes) -> None:
    first = identify_request("k", method="POST", path="/p", body=b"{}")

    require_same_request(identify_request("k", method="POST", path="/p", body=b"{}"), first.digest)
    with pytest.raises(ReusedIdempotencyKey):
        require_same_request(identify_request("k", method=method, path=path, body=body), first.digest)
