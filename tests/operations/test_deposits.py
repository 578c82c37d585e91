"""Money from outside comes in once, within the limits, and what a crash leaves is taken up."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from audit.core.records import parse_entry
from audit.queries.chains import load_head
from audit.queries.events import events
from audit.queries.records import entries
from cashier.core.payment import PaymentNotPending, ProviderOutcome, Status
from cashier.operations.apply_answer import apply_answer
from cashier.operations.block_deposits import DepositsBlocked, DepositsNotBlocked, unblock_deposits
from cashier.operations.deposit import deposit
from cashier.operations.resume_payments import REQUEST_MAX_DURATION_MS, resume_payments
from cashier.operations.review_payment import ReviewDecision
from cashier.provider import Answer, MethodNotOffered
from cashier.queries.payments import PaymentNotFound, get_payment as stored, list_payments
from kernel.money import Money
from players.core.eligibility import PlayerSuspended
from players.core.status import Status as PlayerStatus
from players.operations.set_status import set_status
from players.queries.accounts import player
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.limits.excluded import PlayerExcluded
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.rules.deposits import DepositLimitExceeded, MissingDepositLimit
from responsible_gaming.operations.exclude import exclude
from tests import world
from tests.approving import ANN_AND_BEN, approval
from tests.bank import Bank, Killed
from tests.world import DEMO, NOW
from wallet.core.idempotency import ReusedIdempotencyKey
from wallet.core.ledger import Account, Balance, BalanceTooLarge, CurrencyMismatch, InsufficientFunds, Posting
from wallet.operations.adjust_balance import FUNDED_MAX_MINOR
from wallet.queries.balances import balance
from wallet.queries.journals import statement

if TYPE_CHECKING:
    from kernel.ids import ChainId

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(milliseconds=REQUEST_MAX_DURATION_MS + 1)
DAY_LIMIT = Limits(current={"deposit_day": 1000}, window_rule=DEMO.window_rule)


@pytest.fixture
def ada() -> ChainId:
    world.open_house()
    return world.sign_up()


def banks(bank: Bank) -> dict[str, Bank]:
    return {bank.name: bank}


# --- What comes of it ---------------------------------------------------------------------------------------


@pytest.mark.clause("F01")
def test_a_deposit_that_settles_is_in_cash_with_its_record_and_on_the_statement(ada: ChainId) -> None:
    payment = world.make_deposit(ada, 1000)
    (line,) = statement(ada, before_seq=None, limit=10)
    (entry,) = entries(ada, from_seq=line.seq, to_seq=line.seq + 1)
    record = parse_entry(entry)

    assert [step.status for step in payment.history] == [Status.REQUESTED, Status.SETTLED]
    assert balance(ada) == Balance(1000, 0)
    assert balance(ada).totals.deposited_minor == 1000
    assert (record["kind"], record["moves"], record["bal"]) == (
        "deposit",
        [["cash", 1000], ["deposit", -1000]],
        [0, 1000],
    )
    assert line.postings == (Posting(Account.DEPOSIT, Account.CASH, 1000),)
    assert (line.kind, line.reference, line.seq) == ("deposit", payment.id.hex, payment.history[-1].seq)


def test_a_deposit_that_the_provider_refuses_moves_nothing_and_says_why(ada: ChainId) -> None:
    payment = world.make_deposit(ada, 1000, method="card-declined")

    assert (payment.status, payment.cause.reason) == (Status.REFUSED, "card-declined")
    assert statement(ada, before_seq=None, limit=10) == []


@pytest.mark.clause("F26")
def test_what_is_not_settled_cannot_be_played_with() -> None:
    world.open_house()
    player = world.seat_player(amount_minor=0)
    payment = world.make_deposit(player.chain, 1000, method="bank-transfer")
    assert payment.status is Status.PENDING
    with pytest.raises(InsufficientFunds):
        world.deal(player)

    world.review_by_hand(payment)

    assert world.play_round(player).staked_minor == world.STAKE_MINOR


@pytest.mark.clause("F02")
@pytest.mark.parametrize("method", ["card", "card-declined", "bank-transfer"])
def test_a_repeated_deposit_gets_the_first_answer_and_moves_nothing(ada: ChainId, method: str) -> None:
    asked = world.fresh_request()
    first = world.make_deposit(ada, 1000, method=method, asked=asked)
    if first.status is Status.PENDING:
        world.review_by_hand(first)
    before = world.everything_stored()

    assert world.make_deposit(ada, 1000, method=method, asked=asked) == first
    assert world.everything_stored() == before


@pytest.mark.clause("F02")
def test_a_key_with_other_words_is_refused_and_another_players_key_is_not(ada: ChainId) -> None:
    asked = world.fresh_request()
    world.make_deposit(ada, 1000, asked=asked)

    with pytest.raises(ReusedIdempotencyKey):
        world.make_deposit(ada, 1000, asked=replace(asked, digest=bytes(32)))
    assert world.make_deposit(world.sign_up("bob"), 5, asked=asked).status is Status.SETTLED


# --- What is refused ----------------------------------------------------------------------------------------


def test_a_method_or_a_currency_that_is_not_the_accounts_is_refused(ada: ChainId) -> None:
    before = world.everything_stored()
    with pytest.raises(MethodNotOffered):
        world.make_deposit(ada, 1000, method="cash")
    wanted = replace(world.payment_request(ada, 1000, "card"), currency="EUR")
    with pytest.raises(CurrencyMismatch):
        deposit(wanted, world.INSTANT, jurisdiction=DEMO, now=NOW)
    assert world.everything_stored() == before


@pytest.mark.clause("F26")
def test_a_deposit_limit_counts_what_waits_as_if_it_were_settled(ada: ChainId) -> None:
    world.set_limits(ada, DAY_LIMIT)
    waiting = world.make_deposit(ada, 600, method="bank-transfer")
    before = world.everything_stored()

    with pytest.raises(DepositLimitExceeded) as refused:
        world.make_deposit(ada, 401)
    assert refused.value.members["remaining"] == Money(400, "USD")
    assert world.everything_stored() == before
    # 600 + 400 is the limit itself.
    assert world.make_deposit(ada, 400).status is Status.SETTLED
    assert world.review_by_hand(waiting).status is Status.SETTLED
    assert balance(ada).totals.deposited_minor == 1000


@pytest.mark.clause("F26")
def test_a_deposit_that_was_refused_gives_its_room_back(ada: ChainId) -> None:
    world.set_limits(ada, DAY_LIMIT)
    waiting = world.make_deposit(ada, 1000, method="bank-transfer")
    world.review_by_hand(waiting, decision=ReviewDecision.REFUSE)

    assert world.make_deposit(ada, 1000).status is Status.SETTLED


@pytest.mark.clause("F26")
def test_a_deposit_that_waited_into_the_next_day_counts_there(ada: ChainId) -> None:
    world.set_limits(ada, DAY_LIMIT)
    waiting = world.make_deposit(ada, 600, method="bank-transfer")
    tomorrow = NOW + timedelta(days=1)

    with pytest.raises(DepositLimitExceeded):
        world.make_deposit(ada, 401, now=tomorrow)
    world.review_by_hand(waiting, now=tomorrow)
    with pytest.raises(DepositLimitExceeded):
        world.make_deposit(ada, 401, now=tomorrow)


@pytest.mark.clause("F26")
def test_what_was_withdrawn_does_not_make_room_for_deposits(ada: ChainId) -> None:
    world.give_pin(ada)
    world.set_limits(ada, DAY_LIMIT)
    world.make_deposit(ada, 1000)
    world.make_withdrawal(ada, 1000)

    with pytest.raises(DepositLimitExceeded):
        world.make_deposit(ada, 1)


@pytest.mark.clause("F26")
def test_a_jurisdiction_may_want_a_deposit_limit_first(ada: ChainId) -> None:
    strict = replace(DEMO, deposit_limit_first=True)
    with pytest.raises(MissingDepositLimit):
        world.make_deposit(ada, 1, jurisdiction=strict)

    world.set_limits(ada, DAY_LIMIT)

    assert world.make_deposit(ada, 1, jurisdiction=strict).status is Status.SETTLED


@pytest.mark.clause("F28")
def test_an_excluded_player_deposits_nothing(ada: ChainId) -> None:
    exclude(ada, ExclusionKind.TIME_OUT, 1, rules=world.DEMO.exclusions, now=NOW)
    before = world.everything_stored()

    with pytest.raises(PlayerExcluded):
        world.make_deposit(ada, 1)

    assert world.everything_stored() == before


@pytest.mark.clause("F28")
def test_a_clock_that_went_back_admits_nobody_who_is_excluded(ada: ChainId) -> None:
    exclude(ada, ExclusionKind.TIME_OUT, 1, rules=world.DEMO.exclusions, now=NOW)

    with pytest.raises(PlayerExcluded):
        world.make_deposit(ada, 1, now=NOW - timedelta(days=1))


@pytest.mark.clause("F40")
def test_a_suspended_player_deposits_nothing(ada: ChainId) -> None:
    set_status(ada, PlayerStatus.SUSPENDED, reason="a test", actor="operator:ann", now=NOW)

    with pytest.raises(PlayerSuspended):
        world.make_deposit(ada, 1)


def test_an_account_is_funded_to_the_cap_by_what_came_in_and_what_may_still_come(ada: ChainId) -> None:
    world.fund(ada, FUNDED_MAX_MINOR - 10)
    world.make_deposit(ada, 6, method="bank-transfer")
    with pytest.raises(BalanceTooLarge):
        world.make_deposit(ada, 5)

    assert world.make_deposit(ada, 4).status is Status.SETTLED


# --- What changes while it waits ----------------------------------------------------------------------------


@pytest.mark.clause("F28")
def test_a_deposit_that_comes_in_after_an_exclusion_is_given_back(ada: ChainId) -> None:
    bank = Bank(begins=ProviderOutcome.UNDECIDED)
    waiting = world.make_deposit(ada, 1000, method="wire", provider=bank)
    exclude(ada, ExclusionKind.TIME_OUT, 1, rules=world.DEMO.exclusions, now=NOW)

    ended = world.review_by_hand(waiting, provider=bank)

    assert [step.status for step in ended.history] == [
        Status.REQUESTED,
        Status.PENDING,
        Status.CANCELLING,
        Status.REFUSED,
    ]
    assert (ended.cause.reason, bank.outcomes[waiting.id]) == ("player-excluded", ProviderOutcome.NOT_DONE)
    assert balance(ada) == Balance()


@pytest.mark.clause("F27")
def test_a_deposit_that_comes_in_after_its_limit_was_tightened_is_given_back(ada: ChainId) -> None:
    world.set_limits(ada, DAY_LIMIT)
    waiting = [world.make_deposit(ada, amount_minor, method="bank-transfer") for amount_minor in (500, 400)]
    world.set_limits(ada, replace(DAY_LIMIT, current={"deposit_day": 500}))

    ended = [world.review_by_hand(payment) for payment in waiting]

    # 500 is the limit itself; 400 more is past it.
    assert [payment.status for payment in ended] == [Status.SETTLED, Status.REFUSED]
    assert ended[1].cause.reason == "deposit-limit-exceeded"
    assert balance(ada) == Balance(500, 0)


@pytest.mark.clause("F28")
def test_money_that_cannot_be_given_back_yet_is_asked_back_until_it_is(ada: ChainId) -> None:
    bank = Bank(begins=ProviderOutcome.UNDECIDED, cancels=False)
    waiting = world.make_deposit(ada, 1000, method="wire", provider=bank)
    exclude(ada, ExclusionKind.TIME_OUT, 1, rules=world.DEMO.exclusions, now=NOW)
    assert world.review_by_hand(waiting, provider=bank).status is Status.CANCELLING
    assert resume_payments(banks(bank), jurisdiction=DEMO, clock=lambda: LATER) == 0

    bank.cancels = True

    assert resume_payments(banks(bank), jurisdiction=DEMO, clock=lambda: LATER) == 1
    assert stored(waiting.id).status is Status.REFUSED
    assert balance(ada) == Balance()


# --- Crashes ------------------------------------------------------------------------------------------------


@pytest.mark.clause("F17")
def test_a_deposit_killed_after_the_provider_took_the_money_is_settled_once(ada: ChainId) -> None:
    bank = Bank(kills=True)
    with pytest.raises(Killed):
        world.make_deposit(ada, 1000, method="wire", provider=bank)
    (left,) = list_payments(chain=ada, before=None, limit=5)
    assert (left.status, bank.outcomes[left.id], balance(ada)) == (Status.REQUESTED, ProviderOutcome.DONE, Balance())

    bank.kills = False

    assert (
        resume_payments(
            banks(bank), jurisdiction=DEMO, clock=lambda: NOW + timedelta(milliseconds=REQUEST_MAX_DURATION_MS)
        )
        == 0
    )
    assert resume_payments(banks(bank), jurisdiction=DEMO, clock=lambda: LATER) == 1
    assert resume_payments(banks(bank), jurisdiction=DEMO, clock=lambda: LATER) == 0
    assert balance(ada) == Balance(1000, 0)


@pytest.mark.clause("F02")
@pytest.mark.clause("F17")
def test_the_repeated_request_takes_up_what_a_crash_left(ada: ChainId) -> None:
    bank, asked = Bank(kills=True), world.fresh_request()
    with pytest.raises(Killed):
        world.make_deposit(ada, 1000, method="wire", provider=bank, asked=asked)
    bank.kills = False

    assert world.make_deposit(ada, 1000, method="wire", provider=bank, asked=asked).status is Status.SETTLED
    assert balance(ada) == Balance(1000, 0)


def test_a_silent_provider_leaves_a_request_that_is_taken_up_later(ada: ChainId) -> None:
    bank = Bank(silent=True)
    waiting = world.make_deposit(ada, 1000, method="wire", provider=bank)
    assert waiting.status is Status.REQUESTED

    bank.silent = False
    resume_payments(banks(bank), jurisdiction=DEMO, clock=lambda: LATER)

    assert stored(waiting.id).status is Status.SETTLED


@pytest.mark.clause("F26")
def test_what_waits_for_a_silent_provider_takes_up_room_too(ada: ChainId) -> None:
    world.set_limits(ada, DAY_LIMIT)
    world.make_deposit(ada, 1000, method="wire", provider=Bank(silent=True))

    with pytest.raises(DepositLimitExceeded):
        world.make_deposit(ada, 1)


def test_one_payment_that_cannot_be_brought_on_does_not_keep_the_others(ada: ChainId) -> None:
    broken, sound = Bank(name="broken", silent=True), Bank(silent=True)
    world.make_deposit(ada, 1, method="wire", provider=broken)
    waiting = world.make_deposit(ada, 2, method="wire", provider=sound)
    broken.silent, broken.kills, sound.silent = False, True, False

    with pytest.raises(ExceptionGroup):
        resume_payments(banks(broken) | banks(sound), jurisdiction=DEMO, clock=lambda: LATER)

    assert stored(waiting.id).status is Status.SETTLED


def test_an_answer_to_what_was_asked_before_changes_nothing(ada: ChainId) -> None:
    seen = world.make_deposit(ada, 1000, method="bank-transfer")
    world.review_by_hand(seen, decision=ReviewDecision.REFUSE)
    before = world.everything_stored()

    apply_answer(seen, Answer(outcome=ProviderOutcome.DONE), actor="provider", jurisdiction=DEMO, now=NOW)

    assert world.everything_stored() == before


# --- Operators, and failures --------------------------------------------------------------------------------


@pytest.mark.clause("F34")
def test_what_two_operators_settle_is_kept_with_their_names_and_the_reason(ada: ChainId) -> None:
    waiting = world.make_deposit(ada, 1000, method="bank-transfer")
    ended = world.review_by_hand(waiting)
    (event, *_) = events(subject=ada, before=None, limit=5)

    assert (ended.history[-1].actor, ended.history[-1].reason) == (ANN_AND_BEN, "a test")
    assert (event.kind, event.actor, event.reason) == ("payment-decided", ANN_AND_BEN, "a test")
    assert (event.before["status"], event.after["status"]) == ("pending", "settled")


def test_what_was_decided_is_not_decided_again(ada: ChainId) -> None:
    settled = world.make_deposit(ada, 1000)
    before = world.everything_stored()

    for decision in ReviewDecision:
        with pytest.raises(PaymentNotPending):
            world.review_by_hand(settled, decision=decision)
    with pytest.raises(PaymentNotFound):
        world.review_by_hand(replace(settled, id=ada))

    assert world.everything_stored() == before


@pytest.mark.clause("F55")
def test_five_failed_deposits_in_a_row_block_more_until_two_operators_allow_them(ada: ChainId) -> None:
    for _ in range(5):
        world.make_deposit(ada, 1000, method="card-declined")
    with pytest.raises(DepositsBlocked):
        world.make_deposit(ada, 1000)
    with pytest.raises(DepositsBlocked):
        world.make_deposit(ada, 1000, now=NOW + timedelta(days=9))

    unblock_deposits(ada, by=approval(), now=NOW)

    assert world.make_deposit(ada, 1000, method="card-declined").status is Status.REFUSED
    assert world.make_deposit(ada, 1000).status is Status.SETTLED
    assert [event.kind for event in events(subject=ada, before=None, limit=5)] == [
        "deposits-unblocked",
        "deposits-blocked",
    ]
    with pytest.raises(DepositsNotBlocked):
        unblock_deposits(ada, by=approval(), now=NOW)


@pytest.mark.clause("F55")
def test_five_failed_deposits_again_after_the_block_was_lifted_suspend_the_account(ada: ChainId) -> None:
    for _ in range(5):
        world.make_deposit(ada, 1000, method="card-declined")
    assert player(ada).status == PlayerStatus.ACTIVE, "the first block suspends nobody"
    unblock_deposits(ada, by=approval(), now=NOW)
    later = NOW + timedelta(days=30)

    for _ in range(4):
        world.make_deposit(ada, 1000, method="card-declined", now=later)
    assert player(ada).status == PlayerStatus.ACTIVE
    version = load_head(ada).version
    world.make_deposit(ada, 1000, method="card-declined", now=later)

    assert player(ada).status == PlayerStatus.SUSPENDED
    assert load_head(ada).version > version, "a bet that is being decided reads again"
    suspended, blocked = events(subject=ada, before=None, limit=2)
    assert (blocked.kind, suspended.kind, suspended.actor) == ("deposits-blocked", "player-status", "platform")
    assert (suspended.before, suspended.after) == ({"status": "active"}, {"status": "suspended"})
    assert suspended.reason == "deposits failed in a row again"
    with pytest.raises(DepositsBlocked):
        world.make_deposit(ada, 1000, now=later)


@pytest.mark.clause("F55")
def test_an_account_that_is_suspended_already_keeps_its_status_when_its_deposits_are_blocked_again(
    ada: ChainId,
) -> None:
    for _ in range(5):
        world.make_deposit(ada, 1000, method="card-declined")
    unblock_deposits(ada, by=approval(), now=NOW)
    later = NOW + timedelta(days=30)
    for _ in range(4):
        world.make_deposit(ada, 1000, method="card-declined", now=later)
    waiting = world.make_deposit(ada, 1000, method="bank-transfer", now=later)
    set_status(ada, PlayerStatus.SUSPENDED, reason="a test", actor="operator:ann", now=later)

    refused = Answer(outcome=ProviderOutcome.NOT_DONE, reason="no-cover")
    apply_answer(stored(waiting.id), refused, actor="provider", jurisdiction=DEMO, now=later)

    assert player(ada).status == PlayerStatus.SUSPENDED
    assert [event.kind for event in events(subject=ada, before=None, limit=2)] == ["deposits-blocked", "player-status"]


@pytest.mark.clause("F55")
def test_a_blocked_player_withdraws_and_what_was_pending_comes_in(ada: ChainId) -> None:
    world.give_pin(ada)
    waiting = world.make_deposit(ada, 1000, method="bank-transfer")
    for _ in range(5):
        world.make_deposit(ada, 1000, method="card-declined")

    assert world.review_by_hand(waiting).status is Status.SETTLED
    assert world.make_withdrawal(ada, 1000).status is Status.SETTLED
