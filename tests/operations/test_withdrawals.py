"""Money leaves when it is asked for, comes back if it was not paid out, and can always be had."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from audit.core.note import leaf_hash
from audit.core.records import parse_entry
from audit.queries.events import event_times
from audit.queries.records import entries
from cashier.core.payment import Direction, Payment, PaymentNotPending, ProviderOutcome, Status
from cashier.operations.apply_answer import apply_answer
from cashier.operations.cancel_withdrawal import WithdrawalNotCancellable, cancel_withdrawal
from cashier.operations.real_account import NoMoneyOnTestAccount
from cashier.operations.resume_payments import REQUEST_MAX_DURATION_MS, resume_payments
from cashier.operations.review_payment import ReviewDecision
from cashier.provider import Answer
from cashier.queries.payments import PaymentNotFound, get_payment as stored, list_payments
from players.core.pin import MAX_PIN_FAILURES
from players.core.status import Status as PlayerStatus
from players.operations.set_pin import PinLocked, PinNotSet, WrongPin
from players.operations.set_status import set_status
from players.queries.accounts import player
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.operations.exclude import exclude
from tests import world
from tests.bank import Bank, Killed
from tests.reports.asking import opened_for_tests
from tests.world import DEMO, NOW
from wallet.core.ledger import Account, Balance, InsufficientFunds, Posting
from wallet.queries.balances import balance
from wallet.queries.journals import statement

if TYPE_CHECKING:
    from cashier.provider import Provider
    from kernel.ids import ChainId
    from responsible_gaming.core.jurisdiction import Jurisdiction

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(milliseconds=REQUEST_MAX_DURATION_MS + 1)


@pytest.fixture
def ada() -> ChainId:
    """Have the house open, and a player with a PIN and 10.00."""
    world.open_house()
    chain = world.sign_up()
    world.give_pin(chain)
    world.make_deposit(chain, 1000)
    return chain


def cancelled(payment: Payment, *, provider: Provider = world.INSTANT, jurisdiction: Jurisdiction = DEMO) -> Payment:
    providers = {provider.name: provider}
    return cancel_withdrawal(payment.chain, payment.id, providers=providers, jurisdiction=jurisdiction, now=NOW)


@pytest.mark.parametrize("direction", ["deposit", "withdrawal"])
def test_a_test_account_neither_deposits_nor_withdraws(direction: str) -> None:
    world.open_house()
    chain = opened_for_tests("house", now=world.NOW)
    world.fund(chain, 1000)
    world.give_pin(chain)
    before = world.everything_stored()

    with pytest.raises(NoMoneyOnTestAccount):
        world.make_deposit(chain, 400) if direction == "deposit" else world.make_withdrawal(chain, 400)

    assert world.everything_stored() == before


# --- What comes of it ---------------------------------------------------------------------------------------


@pytest.mark.clause("F01")
def test_a_withdrawal_leaves_cash_with_its_record_and_stands_on_the_statement(ada: ChainId) -> None:
    payment = world.make_withdrawal(ada, 400)
    (line, _) = statement(ada, before_seq=None, limit=10)
    (entry,) = entries(ada, from_seq=line.seq, to_seq=line.seq + 1)
    record = parse_entry(entry)

    assert [step.status for step in payment.history] == [Status.REQUESTED, Status.SETTLED]
    assert balance(ada) == Balance(600, 0)
    assert (record["kind"], record["moves"], record["bal"]) == (
        "withdrawal",
        [["cash", -400], ["withdrawal", 400]],
        [1000, 600],
    )
    assert line.postings == (Posting(Account.CASH, Account.WITHDRAWAL, 400),)
    assert (line.kind, line.reference, line.seq) == ("withdrawal", payment.id.hex, payment.history[0].seq)


def test_a_withdrawal_that_the_provider_refuses_comes_back_as_an_adjustment_that_names_it(ada: ChainId) -> None:
    payment = world.make_withdrawal(ada, 400, method="card-declined")
    (line, *_) = statement(ada, before_seq=None, limit=10)
    requested = payment.history[0].seq
    assert requested is not None
    withdrawal, returned = (entries(ada, from_seq=seq, to_seq=seq + 1)[0] for seq in (requested, line.seq))
    record = parse_entry(returned)

    assert (record["cause"], record["of"]) == ("returned", leaf_hash(withdrawal).hex())
    assert (payment.status, payment.cause.reason) == (Status.REFUSED, "card-declined")
    assert (line.kind, line.reference) == ("adjustment", f"withdrawal-refused:{payment.id.hex}")
    assert line.postings == (Posting(Account.ADJUSTMENT, Account.CASH, 400),)
    assert balance(ada) == Balance(1000, 0)
    assert balance(ada).totals.deposited_minor == 1000


def test_what_is_being_withdrawn_cannot_be_played_with() -> None:
    world.open_house()
    player_ = world.seat_player(amount_minor=1000)
    world.give_pin(player_.chain)
    world.make_withdrawal(player_.chain, 600, method="bank-transfer")

    with pytest.raises(InsufficientFunds):
        world.deal(player_)


def test_what_is_staked_in_an_open_round_cannot_be_withdrawn() -> None:
    world.open_house()
    player_ = world.seat_player(amount_minor=100_000)
    world.give_pin(player_.chain)
    view = world.deal_open_round(player_)
    free_minor = balance(player_.chain).cash_minor

    with pytest.raises(InsufficientFunds):
        world.make_withdrawal(player_.chain, free_minor + 1)
    world.make_withdrawal(player_.chain, free_minor)

    assert balance(player_.chain) == Balance(0, world.STAKE_MINOR)
    world.decide(player_, view)


@pytest.mark.clause("F02")
@pytest.mark.parametrize("method", ["card", "card-declined", "bank-transfer"])
def test_a_repeated_withdrawal_gets_the_first_answer_and_moves_nothing(ada: ChainId, method: str) -> None:
    asked = world.fresh_request()
    first = world.make_withdrawal(ada, 400, method=method, asked=asked)
    if first.status is Status.PENDING:
        cancelled(first)
    before = world.everything_stored()

    assert world.make_withdrawal(ada, 400, method=method, asked=asked) == first
    assert world.everything_stored() == before


# --- The PIN ------------------------------------------------------------------------------------------------


@pytest.mark.clause("F23")
def test_a_withdrawal_needs_the_pin_and_wrong_ones_are_counted_though_nothing_else_changes(ada: ChainId) -> None:
    for tries_left in reversed(range(MAX_PIN_FAILURES)):
        with pytest.raises(WrongPin) as refused:
            world.make_withdrawal(ada, 400, pin="9999")
        assert refused.value.members["tries_left"] == tries_left

    with pytest.raises(PinLocked):
        world.make_withdrawal(ada, 400)
    assert player(ada).pin_locked
    assert balance(ada) == Balance(1000, 0)
    assert list_payments(chain=ada, direction=Direction.WITHDRAWAL, before=None, limit=5) == []


@pytest.mark.clause("F23")
def test_nothing_is_withdrawn_before_a_pin_was_set() -> None:
    world.open_house()
    chain = world.sign_up()
    world.make_deposit(chain, 1000)

    with pytest.raises(PinNotSet):
        world.make_withdrawal(chain, 400)


# --- Whoever wants to go may --------------------------------------------------------------------------------


@pytest.mark.clause("F28")
def test_an_excluded_player_withdraws(ada: ChainId) -> None:
    exclude(ada, ExclusionKind.SELF_EXCLUSION, None, rules=world.DEMO.exclusions, now=NOW)

    assert world.make_withdrawal(ada, 1000).status is Status.SETTLED


@pytest.mark.clause("F40")
def test_an_operator_looks_at_a_suspended_players_withdrawal_before_the_provider_hears_of_it(ada: ChainId) -> None:
    bank = Bank()
    set_status(ada, PlayerStatus.SUSPENDED, reason="a test", actor="operator:ann", now=NOW)

    waiting = world.make_withdrawal(ada, 400, method="wire", provider=bank)

    assert (waiting.status, waiting.cause.reason, bank.calls) == (Status.PENDING, "account-suspended", 0)
    assert balance(ada) == Balance(600, 0)
    assert resume_payments({bank.name: bank}, jurisdiction=DEMO, clock=lambda: LATER) == 0
    assert world.review_by_hand(waiting, provider=bank).status is Status.SETTLED
    assert bank.outcomes == {waiting.id: ProviderOutcome.DONE}


@pytest.mark.clause("F40")
def test_a_suspended_players_withdrawal_that_an_operator_refuses_comes_back(ada: ChainId) -> None:
    set_status(ada, PlayerStatus.SUSPENDED, reason="a test", actor="operator:ann", now=NOW)
    waiting = world.make_withdrawal(ada, 400)

    refused = world.review_by_hand(waiting, decision=ReviewDecision.REFUSE)

    assert (refused.status, balance(ada)) == (Status.REFUSED, Balance(1000, 0))
    (line, *_) = statement(ada, before_seq=None, limit=1)
    assert line.actor == "operator:test"


# --- Cancelling ---------------------------------------------------------------------------------------------


def test_a_pending_withdrawal_is_cancelled_comes_back_and_stays_visible(ada: ChainId) -> None:
    ended = cancelled(world.make_withdrawal(ada, 400, method="bank-transfer"))
    (line, *_) = statement(ada, before_seq=None, limit=1)

    assert [step.status for step in ended.history] == [
        Status.REQUESTED,
        Status.PENDING,
        Status.CANCELLING,
        Status.CANCELLED,
    ]
    assert (line.reference, line.actor) == (f"withdrawal-cancelled:{ended.id.hex}", "player")
    assert balance(ada) == Balance(1000, 0)
    before = world.everything_stored()
    assert cancelled(ended) == ended
    kinds = [kind for kind, _ in event_times(ada, since=NOW, until=LATER)]
    assert kinds == ["pin-set", "withdrawal-requested", "withdrawal-cancelled", "withdrawal-returned"]
    assert world.everything_stored() == before


def test_what_was_paid_out_refused_or_belongs_to_somebody_else_is_not_cancelled(ada: ChainId) -> None:
    paid = world.make_withdrawal(ada, 400)
    refused = world.make_withdrawal(ada, 400, method="card-declined")
    waiting = world.make_withdrawal(ada, 400, method="bank-transfer")
    deposit = world.make_deposit(ada, 5, method="bank-transfer")
    before = world.everything_stored()

    for payment in (paid, refused):
        with pytest.raises(PaymentNotPending):
            cancelled(payment)
    for payment in (replace(waiting, chain=world.sign_up("bob")), deposit):
        with pytest.raises(PaymentNotFound):
            cancelled(payment)
    assert stored(waiting.id).status is Status.PENDING
    assert before["cashier_status_entry"] == world.everything_stored()["cashier_status_entry"]


def test_a_jurisdiction_may_forbid_to_cancel(ada: ChainId) -> None:
    waiting = world.make_withdrawal(ada, 400, method="bank-transfer")
    before = world.everything_stored()

    with pytest.raises(WithdrawalNotCancellable):
        cancelled(waiting, jurisdiction=replace(DEMO, withdrawal_cancellable=False))

    assert world.everything_stored() == before


def test_a_withdrawal_that_the_provider_pays_nonetheless_does_not_come_back(ada: ChainId) -> None:
    bank = Bank(begins=ProviderOutcome.UNDECIDED, cancels=False)
    waiting = world.make_withdrawal(ada, 400, method="wire", provider=bank)
    assert cancelled(waiting, provider=bank).status is Status.PENDING

    bank.outcomes[waiting.id] = ProviderOutcome.DONE

    assert cancelled(waiting, provider=bank).status is Status.SETTLED
    assert balance(ada) == Balance(600, 0)


def test_an_answer_that_was_overtaken_by_a_cancellation_changes_nothing(ada: ChainId) -> None:
    bank = Bank(begins=ProviderOutcome.UNDECIDED)
    waiting = world.make_withdrawal(ada, 400, method="wire", provider=bank)
    bank.silent = True
    assert cancelled(waiting, provider=bank).status is Status.CANCELLING
    as_requested = replace(waiting, history=waiting.history[:1])

    apply_answer(as_requested, Answer(outcome=ProviderOutcome.UNDECIDED), actor="provider", jurisdiction=DEMO, now=NOW)

    assert stored(waiting.id).status is Status.CANCELLING


@pytest.mark.clause("F17")
def test_a_cancellation_killed_after_the_provider_stopped_the_order_gives_the_money_back_once(ada: ChainId) -> None:
    bank = Bank(begins=ProviderOutcome.UNDECIDED)
    waiting = world.make_withdrawal(ada, 400, method="wire", provider=bank)
    bank.kills = True
    with pytest.raises(Killed):
        cancelled(waiting, provider=bank)
    assert (stored(waiting.id).status, balance(ada)) == (Status.CANCELLING, Balance(600, 0))

    bank.kills = False

    assert resume_payments({bank.name: bank}, jurisdiction=DEMO, clock=lambda: LATER) == 1
    assert (stored(waiting.id).status, balance(ada)) == (Status.CANCELLED, Balance(1000, 0))


@pytest.mark.clause("F17")
def test_a_withdrawal_killed_after_the_provider_paid_is_settled_and_paid_once(ada: ChainId) -> None:
    bank = Bank(kills=True)
    with pytest.raises(Killed):
        world.make_withdrawal(ada, 400, method="wire", provider=bank)
    assert balance(ada) == Balance(600, 0)
    bank.kills = False

    assert resume_payments({bank.name: bank}, jurisdiction=DEMO, clock=lambda: LATER) == 1

    (paid,) = list_payments(chain=ada, direction=Direction.WITHDRAWAL, before=None, limit=5)
    assert (paid.status, bank.outcomes, balance(ada)) == (
        Status.SETTLED,
        {paid.id: ProviderOutcome.DONE},
        Balance(600, 0),
    )
