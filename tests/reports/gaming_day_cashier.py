"""The gaming day at the cashier's: payments that end in every way, and adjustments."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from cashier.core.payment import ProviderOutcome, Status
from cashier.operations.cancel_withdrawal import cancel_withdrawal
from cashier.operations.review_payment import ReviewDecision
from kernel.money import MAX_MINOR
from tests import world
from tests.bank import Bank
from tests.reports.gaming_day_ground import ADA, BEA, FAE, PROFILE, Played, at
from wallet.operations.grant_play_money import GrantRequest, grant_play_money

if TYPE_CHECKING:
    from datetime import datetime

    from cashier.core.payment import Payment
    from cashier.provider import Provider
    from kernel.ids import ChainId

_MILLISECOND: Final = timedelta(milliseconds=1)
# A spreadsheet would compute it, and a careless reader split it.
_FORMULA: Final = '=1+1, says "Ann"'


def morning(played: Played) -> None:
    """Pay in and out, from nine on."""
    played.log_in("ada", "ada-day", now=at(9))
    _deposits(played)
    _withdrawals(played)
    _granted(ADA, 1_500, reason=_FORMULA, now=at(11))
    _granted(FAE, 100, reason="a test of tests", now=at(11, 1))


def _deposits(played: Played) -> None:
    """Deposit 50.00 by card and 30.00 that an operator lets through; 12.00, 20.00 and 10.00 do not arrive."""
    world.make_deposit(ADA, 5_000, jurisdiction=PROFILE, now=at(9, 5))
    declined = world.make_deposit(ADA, 1_200, method="card-declined", jurisdiction=PROFILE, now=at(9, 10))
    settled = world.make_deposit(ADA, 3_000, method="bank-transfer", jurisdiction=PROFILE, now=at(9, 15))
    pending = world.make_deposit(ADA, 2_000, method="bank-transfer", jurisdiction=PROFILE, now=at(9, 20))
    silent = Bank(silent=True)
    requested = world.make_deposit(ADA, 1_000, method="wire", provider=silent, jurisdiction=PROFILE, now=at(9, 30))
    settled = world.review_by_hand(settled, jurisdiction=PROFILE, now=at(9, 45))
    played.keep(declined, "ada-deposit-declined", Status.REFUSED)
    played.keep(settled, "ada-deposit-settled", Status.SETTLED)
    played.keep(pending, "ada-deposit-pending", Status.PENDING)
    played.keep(requested, "ada-deposit-requested", Status.REQUESTED)


def _withdrawals(played: Played) -> None:
    """Withdraw 55.00, which is paid; 27.00 and 25.00 come back; 26.00 and 14.00 are under way at the end."""
    world.make_withdrawal(BEA, 5_500, jurisdiction=PROFILE, now=at(10))
    cancelled = world.make_withdrawal(BEA, 2_700, method="bank-transfer", jurisdiction=PROFILE, now=at(10, 5))
    refused = world.make_withdrawal(BEA, 2_500, method="bank-transfer", jurisdiction=PROFILE, now=at(10, 10))
    pending = world.make_withdrawal(BEA, 2_600, method="bank-transfer", jurisdiction=PROFILE, now=at(10, 15))
    wire = Bank(begins=ProviderOutcome.UNDECIDED)
    cancelling = world.make_withdrawal(BEA, 1_400, method="wire", provider=wire, jurisdiction=PROFILE, now=at(10, 16))
    cancelled = _cancelled(cancelled, world.INSTANT, now=at(10, 20))
    refused = world.review_by_hand(refused, decision=ReviewDecision.REFUSE, jurisdiction=PROFILE, now=at(10, 30))
    wire.silent = True
    cancelling = _cancelled(cancelling, wire, now=at(10, 40))
    played.keep(cancelled, "bea-withdrawal-cancelled", Status.CANCELLED)
    played.keep(refused, "bea-withdrawal-refused", Status.REFUSED)
    played.keep(pending, "bea-withdrawal-pending", Status.PENDING)
    played.keep(cancelling, "bea-withdrawal-cancelling", Status.CANCELLING)


def midnight() -> None:
    """Grant something in the last millisecond of the day, and in the first of the next."""
    _granted(BEA, 200, reason="in time", now=at(24) - _MILLISECOND)
    _granted(BEA, 300, reason="of the next day", now=at(24))


def next_day(played: Played) -> None:
    """Pay out what was pending at midnight, which the day's reports know nothing of."""
    pending = played.payments["bea-withdrawal-pending"]
    world.review_by_hand(pending, jurisdiction=PROFILE, now=at(24, 10))
    world.make_deposit(ADA, 900, jurisdiction=PROFILE, now=at(24, 11))


def _granted(chain: ChainId, amount_minor: int, *, reason: str, now: datetime) -> None:
    asked = GrantRequest(
        chain=chain,
        amount_minor=amount_minor,
        currency="USD",
        reason=reason,
        actor="operator:ann",
        idempotency=world.fresh_request(),
    )
    grant_play_money(asked, lone_max_minor=MAX_MINOR, now=now)


def _cancelled(payment: Payment, provider: Provider, *, now: datetime) -> Payment:
    providers = {provider.name: provider}
    return cancel_withdrawal(payment.chain, payment.id, providers=providers, jurisdiction=PROFILE, now=now)
