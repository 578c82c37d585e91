"""Money from outside comes in once, within the limits, and what a crash leaves is taken up."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from audit.core.records import read
from audit.queries import entries, events
from cashier.core.payment import PaymentNotPending, Status, Verdict
from cashier.operations.block import DepositsBlocked, DepositsNotBlocked, unblock_deposits
from cashier.operations.conclude import conclude
from cashier.operations.decide import Decision
from cashier.operations.deposit import deposit
from cashier.operations.resume import PATIENCE_MS, resume
from cashier.provider import Answer, MethodNotOffered
from cashier.queries import PaymentNotFound, payment as stored, payments
from kernel.money import Money
from players.core.eligibility import PlayerSuspended
from players.core.status import Status as PlayerStatus
from players.operations.set_status import set_status
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.limits.excluded import PlayerExcluded
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.rules.deposits import DepositLimitExceeded, DepositLimitMissing
from responsible_gaming.operations.exclude import exclude
from tests import world
from tests.bank import Bank, Killed
from tests.world import DEMO, NOW
from wallet.core.idempotency import IdempotencyKeyReused
from wallet.core.ledger import Account, Balance, BalanceTooLarge, CurrencyMismatch, InsufficientFunds, Posting
from wallet.operations.grant import FUNDED_MAX_MINOR
from wallet.queries import balance, statement

if TYPE_CHECKING:
    from kernel.ids import ChainId

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(milliseconds=PATIENCE_MS + 1)
DAY_LIMIT = Limits(current={"deposit_day": 1000}, window_rule=DEMO.window_rule)


@pytest.fixture
def ada() -> ChainId:
    world.house_opened()
    return world.player_registered()


def banks(bank: Bank) -> dict[str, Bank]:
    return {bank.name: bank}


# --- What comes of it ---------------------------------------------------------------------------------------


@pytest.mark.clause("F01")
def test_a_deposit_that_settles_is_in_cash_with_its_record_and_on_the_statement(ada: ChainId) -> None:
    payment = world.deposited(ada, 1000)
    (line,) = statement(ada, before_seq=None, limit=10)
    (entry,) = entries(ada, from_seq=line.seq, to_seq=line.seq + 1)
    record = read(entry)

    assert [step.status for step in payment.steps] == [Status.REQUESTED, Status.SETTLED]
    assert balance(ada) == Balance(1000, 0)
    assert balance(ada).totals.deposited_minor == 1000
    assert (record["kind"], record["moves"], record["bal"]) == (
        "deposit",
        [["cash", 1000], ["deposit", -1000]],
        [0, 1000],
    )
    assert line.postings == (Posting(Account.DEPOSIT, Account.CASH, 1000),)
    assert (line.kind, line.reference, line.seq) == ("deposit", payment.id.hex, payment.steps[-1].seq)


def test_a_deposit_that_the_provider_refuses_moves_nothing_and_says_why(ada: ChainId) -> None:
    payment = world.deposited(ada, 1000, method="card-declined")

    assert (payment.status, payment.cause.reason) == (Status.REFUSED, "card-declined")
    assert statement(ada, before_seq=None, limit=10) == []


@pytest.mark.clause("F26")
def test_what_is_not_settled_cannot_be_played_with() -> None:
    world.house_opened()
    player = world.seated(amount_minor=0)
    payment = world.deposited(player.chain, 1000, method="bank-transfer")
    assert payment.status is Status.PENDING
    with pytest.raises(InsufficientFunds):
        world.dealt(player)

    world.decided_by_hand(payment)

    assert world.closed_round(player).staked_minor == world.STAKE_MINOR


@pytest.mark.clause("F02")
@pytest.mark.parametrize("method", ["card", "card-declined", "bank-transfer"])
def test_a_repeated_deposit_gets_the_first_answer_and_moves_nothing(ada: ChainId, method: str) -> None:
    asked = world.fresh_request()
    first = world.deposited(ada, 1000, method=method, asked=asked)
    if first.status is Status.PENDING:
        world.decided_by_hand(first)
    before = world.everything_stored()

    assert world.deposited(ada, 1000, method=method, asked=asked) == first
    assert world.everything_stored() == before


@pytest.mark.clause("F02")
def test_a_key_with_other_words_is_refused_and_another_players_key_is_not(ada: ChainId) -> None:
    asked = world.fresh_request()
    world.deposited(ada, 1000, asked=asked)

    with pytest.raises(IdempotencyKeyReused):
        world.deposited(ada, 1000, asked=replace(asked, digest=bytes(32)))
    assert world.deposited(world.player_registered("bob"), 5, asked=asked).status is Status.SETTLED


# --- What is refused ----------------------------------------------------------------------------------------


def test_a_method_or_a_currency_that_is_not_the_accounts_is_refused(ada: ChainId) -> None:
    before = world.everything_stored()
    with pytest.raises(MethodNotOffered):
        world.deposited(ada, 1000, method="cash")
    wanted = replace(world.payment_request(ada, 1000, "card"), currency="EUR")
    with pytest.raises(CurrencyMismatch):
        deposit(wanted, world.INSTANT, jurisdiction=DEMO, now=NOW)
    assert world.everything_stored() == before


@pytest.mark.clause("F26")
def test_a_deposit_limit_counts_what_waits_as_if_it_were_settled(ada: ChainId) -> None:
    world.limited(ada, DAY_LIMIT)
    waiting = world.deposited(ada, 600, method="bank-transfer")
    before = world.everything_stored()

    with pytest.raises(DepositLimitExceeded) as refused:
        world.deposited(ada, 401)
    assert refused.value.members["remaining"] == Money(400, "USD")
    assert world.everything_stored() == before
    # 600 + 400 is the limit itself.
    assert world.deposited(ada, 400).status is Status.SETTLED
    assert world.decided_by_hand(waiting).status is Status.SETTLED
    assert balance(ada).totals.deposited_minor == 1000


@pytest.mark.clause("F26")
def test_a_deposit_that_was_refused_gives_its_room_back(ada: ChainId) -> None:
    world.limited(ada, DAY_LIMIT)
    waiting = world.deposited(ada, 1000, method="bank-transfer")
    world.decided_by_hand(waiting, decision=Decision.REFUSE)

    assert world.deposited(ada, 1000).status is Status.SETTLED


@pytest.mark.clause("F26")
def test_a_deposit_that_waited_into_the_next_day_counts_there(ada: ChainId) -> None:
    world.limited(ada, DAY_LIMIT)
    waiting = world.deposited(ada, 600, method="bank-transfer")
    tomorrow = NOW + timedelta(days=1)

    with pytest.raises(DepositLimitExceeded):
        world.deposited(ada, 401, now=tomorrow)
    world.decided_by_hand(waiting, now=tomorrow)
    with pytest.raises(DepositLimitExceeded):
        world.deposited(ada, 401, now=tomorrow)


@pytest.mark.clause("F26")
def test_what_was_withdrawn_does_not_make_room_for_deposits(ada: ChainId) -> None:
    world.pin_set(ada)
    world.limited(ada, DAY_LIMIT)
    world.deposited(ada, 1000)
    world.withdrawn(ada, 1000)

    with pytest.raises(DepositLimitExceeded):
        world.deposited(ada, 1)


@pytest.mark.clause("F26")
def test_a_jurisdiction_may_want_a_deposit_limit_first(ada: ChainId) -> None:
    strict = replace(DEMO, deposit_limit_first=True)
    with pytest.raises(DepositLimitMissing):
        world.deposited(ada, 1, jurisdiction=strict)

    world.limited(ada, DAY_LIMIT)

    assert world.deposited(ada, 1, jurisdiction=strict).status is Status.SETTLED


@pytest.mark.clause("F28")
def test_an_excluded_player_deposits_nothing(ada: ChainId) -> None:
    exclude(ada, ExclusionKind.TIME_OUT, 1, rules=world.DEMO.exclusions, now=NOW)
    before = world.everything_stored()

    with pytest.raises(PlayerExcluded):
        world.deposited(ada, 1)

    assert world.everything_stored() == before


@pytest.mark.clause("F28")
def test_a_clock_that_went_back_admits_nobody_who_is_excluded(ada: ChainId) -> None:
    exclude(ada, ExclusionKind.TIME_OUT, 1, rules=world.DEMO.exclusions, now=NOW)

    with pytest.raises(PlayerExcluded):
        world.deposited(ada, 1, now=NOW - timedelta(days=1))


@pytest.mark.clause("F40")
def test_a_suspended_player_deposits_nothing(ada: ChainId) -> None:
    set_status(ada, PlayerStatus.SUSPENDED, reason="a test", actor="operator:ann", now=NOW)

    with pytest.raises(PlayerSuspended):
        world.deposited(ada, 1)


def test_an_account_is_funded_to_the_cap_by_what_came_in_and_what_may_still_come(ada: ChainId) -> None:
    world.funded(ada, FUNDED_MAX_MINOR - 10)
    world.deposited(ada, 6, method="bank-transfer")
    with pytest.raises(BalanceTooLarge):
        world.deposited(ada, 5)

    assert world.deposited(ada, 4).status is Status.SETTLED


# --- What changes while it waits ----------------------------------------------------------------------------


@pytest.mark.clause("F28")
def test_a_deposit_that_comes_in_after_an_exclusion_is_given_back(ada: ChainId) -> None:
    bank = Bank(begins=Verdict.UNDECIDED)
    waiting = world.deposited(ada, 1000, method="wire", provider=bank)
    exclude(ada, ExclusionKind.TIME_OUT, 1, rules=world.DEMO.exclusions, now=NOW)

    ended = world.decided_by_hand(waiting, provider=bank)

    assert [step.status for step in ended.steps] == [
        Status.REQUESTED,
        Status.PENDING,
        Status.CANCELLING,
        Status.REFUSED,
    ]
    assert (ended.cause.reason, bank.orders[waiting.id]) == ("player-excluded", Verdict.NOT_DONE)
    assert balance(ada) == Balance()


@pytest.mark.clause("F27")
def test_a_deposit_that_comes_in_after_its_limit_was_tightened_is_given_back(ada: ChainId) -> None:
    world.limited(ada, DAY_LIMIT)
    waiting = [world.deposited(ada, amount_minor, method="bank-transfer") for amount_minor in (500, 400)]
    world.limited(ada, replace(DAY_LIMIT, current={"deposit_day": 500}))

    ended = [world.decided_by_hand(payment) for payment in waiting]

    # 500 is the limit itself; 400 more is past it.
    assert [payment.status for payment in ended] == [Status.SETTLED, Status.REFUSED]
    assert ended[1].cause.reason == "deposit-limit-exceeded"
    assert balance(ada) == Balance(500, 0)


@pytest.mark.clause("F28")
def test_money_that_cannot_be_given_back_yet_is_asked_back_until_it_is(ada: ChainId) -> None:
    bank = Bank(begins=Verdict.UNDECIDED, cancels=False)
    waiting = world.deposited(ada, 1000, method="wire", provider=bank)
    exclude(ada, ExclusionKind.TIME_OUT, 1, rules=world.DEMO.exclusions, now=NOW)
    assert world.decided_by_hand(waiting, provider=bank).status is Status.CANCELLING
    assert resume(banks(bank), jurisdiction=DEMO, now=LATER) == 0

    bank.cancels = True

    assert resume(banks(bank), jurisdiction=DEMO, now=LATER) == 1
    assert stored(waiting.id).status is Status.REFUSED
    assert balance(ada) == Balance()


# --- Crashes ------------------------------------------------------------------------------------------------


@pytest.mark.clause("F17")
def test_a_deposit_killed_after_the_provider_took_the_money_is_settled_once(ada: ChainId) -> None:
    bank = Bank(kills=True)
    with pytest.raises(Killed):
        world.deposited(ada, 1000, method="wire", provider=bank)
    (left,) = payments(chain=ada, before=None, limit=5)
    assert (left.status, bank.orders[left.id], balance(ada)) == (Status.REQUESTED, Verdict.DONE, Balance())

    bank.kills = False

    assert resume(banks(bank), jurisdiction=DEMO, now=NOW + timedelta(milliseconds=PATIENCE_MS)) == 0
    assert resume(banks(bank), jurisdiction=DEMO, now=LATER) == 1
    assert resume(banks(bank), jurisdiction=DEMO, now=LATER) == 0
    assert balance(ada) == Balance(1000, 0)


@pytest.mark.clause("F02")
@pytest.mark.clause("F17")
def test_the_repeated_request_takes_up_what_a_crash_left(ada: ChainId) -> None:
    bank, asked = Bank(kills=True), world.fresh_request()
    with pytest.raises(Killed):
        world.deposited(ada, 1000, method="wire", provider=bank, asked=asked)
    bank.kills = False

    assert world.deposited(ada, 1000, method="wire", provider=bank, asked=asked).status is Status.SETTLED
    assert balance(ada) == Balance(1000, 0)


def test_a_silent_provider_leaves_a_request_that_is_taken_up_later(ada: ChainId) -> None:
    bank = Bank(silent=True)
    waiting = world.deposited(ada, 1000, method="wire", provider=bank)
    assert waiting.status is Status.REQUESTED

    bank.silent = False
    resume(banks(bank), jurisdiction=DEMO, now=LATER)

    assert stored(waiting.id).status is Status.SETTLED


@pytest.mark.clause("F26")
def test_what_waits_for_a_silent_provider_takes_up_room_too(ada: ChainId) -> None:
    world.limited(ada, DAY_LIMIT)
    world.deposited(ada, 1000, method="wire", provider=Bank(silent=True))

    with pytest.raises(DepositLimitExceeded):
        world.deposited(ada, 1)


def test_one_payment_that_cannot_be_brought_on_does_not_keep_the_others(ada: ChainId) -> None:
    broken, sound = Bank(name="broken", silent=True), Bank(silent=True)
    world.deposited(ada, 1, method="wire", provider=broken)
    waiting = world.deposited(ada, 2, method="wire", provider=sound)
    broken.silent, broken.kills, sound.silent = False, True, False

    with pytest.raises(ExceptionGroup):
        resume(banks(broken) | banks(sound), jurisdiction=DEMO, now=LATER)

    assert stored(waiting.id).status is Status.SETTLED


def test_an_answer_to_what_was_asked_before_changes_nothing(ada: ChainId) -> None:
    seen = world.deposited(ada, 1000, method="bank-transfer")
    world.decided_by_hand(seen, decision=Decision.REFUSE)
    before = world.everything_stored()

    conclude(seen, Answer(verdict=Verdict.DONE), actor="provider", jurisdiction=DEMO, now=NOW)

    assert world.everything_stored() == before


# --- Operators, and failures --------------------------------------------------------------------------------


@pytest.mark.clause("F34")
def test_an_operators_decision_is_kept_with_its_reason(ada: ChainId) -> None:
    waiting = world.deposited(ada, 1000, method="bank-transfer")
    ended = world.decided_by_hand(waiting)
    (event, *_) = events(subject=ada, before=None, limit=5)

    assert (ended.steps[-1].actor, ended.steps[-1].reason) == ("operator:test", "a test")
    assert (event.kind, event.actor, event.reason) == ("payment-decided", "operator:test", "a test")
    assert (event.before["status"], event.after["status"]) == ("pending", "settled")


def test_what_was_decided_is_not_decided_again(ada: ChainId) -> None:
    settled = world.deposited(ada, 1000)
    before = world.everything_stored()

    for decision in Decision:
        with pytest.raises(PaymentNotPending):
            world.decided_by_hand(settled, decision=decision)
    with pytest.raises(PaymentNotFound):
        world.decided_by_hand(replace(settled, id=ada))

    assert world.everything_stored() == before


@pytest.mark.clause("F55")
def test_five_failed_deposits_in_a_row_block_more_until_an_operator_allows_them(ada: ChainId) -> None:
    for _ in range(5):
        world.deposited(ada, 1000, method="card-declined")
    with pytest.raises(DepositsBlocked):
        world.deposited(ada, 1000)
    with pytest.raises(DepositsBlocked):
        world.deposited(ada, 1000, now=NOW + timedelta(days=9))

    unblock_deposits(ada, reason="a test", actor="operator:ann", now=NOW)

    assert world.deposited(ada, 1000, method="card-declined").status is Status.REFUSED
    assert world.deposited(ada, 1000).status is Status.SETTLED
    assert [event.kind for event in events(subject=ada, before=None, limit=5)] == [
        "deposits-unblocked",
        "deposits-blocked",
    ]
    with pytest.raises(DepositsNotBlocked):
        unblock_deposits(ada, reason="a test", actor="operator:ann", now=NOW)


@pytest.mark.clause("F55")
def test_a_blocked_player_withdraws_and_what_was_pending_comes_in(ada: ChainId) -> None:
    world.pin_set(ada)
    waiting = world.deposited(ada, 1000, method="bank-transfer")
    for _ in range(5):
        world.deposited(ada, 1000, method="card-declined")

    assert world.decided_by_hand(waiting).status is Status.SETTLED
    assert world.withdrawn(ada, 1000).status is Status.SETTLED
