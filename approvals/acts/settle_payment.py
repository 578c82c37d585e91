"""Settle a pending payment by hand."""

from datetime import datetime
from uuid import UUID

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.fields import HexId
from cashier.core.payment import Payment, require_pending
from cashier.operations.poll_provider import poll_provider
from cashier.operations.review_payment import settle_payment
from cashier.operations.store_payment import payment_for_update
from cashier.providers import PROVIDERS
from cashier.queries.payments import get_payment
from kernel.ids import ChainId
from rest.fields import StrictSerializer
from staff.core.approval import Approval


class _Arguments(StrictSerializer):
    """Which payment."""

    payment_id = HexId()

    class Meta:
        ref_name = "SettlePaymentArguments"


def _subject(arguments: Arguments) -> ChainId:
    return get_payment(_payment_id(arguments)).chain


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    _, payment = payment_for_update(_payment_id(arguments))
    require_pending(payment)
    return {
        "player_id": payment.chain.hex,
        "direction": payment.direction.value,
        "amount": {"amount": payment.amount_minor, "currency": payment.currency},
        "method": payment.method,
        "provider": payment.provider,
        "reference": payment.reference,
        "status": payment.status.value,
        "status_entries": len(payment.history),
    }


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:
    payment = settle_payment(_payment_id(arguments), by=by, jurisdiction=context.jurisdiction, now=now)
    return Applied(outcome={"status": payment.status.value})


def _afterwards(arguments: Arguments, context: ActContext, now: datetime) -> None:
    payment: Payment = get_payment(_payment_id(arguments))
    poll_provider(payment, PROVIDERS[payment.provider], jurisdiction=context.jurisdiction, now=now)


def _payment_id(arguments: Arguments) -> UUID:
    return UUID(hex=arguments["payment_id"])


SETTLE_PAYMENT = StaffAct(
    name="settle-payment",
    does="Settle a pending deposit or withdrawal by hand: who settles vouches that the money moved outside.",
    endpoint="PUT ops/payments/<str:payment_id>/review",
    arguments=_Arguments,
    subject=_subject,
    view=_view,
    apply=_apply,
    afterwards=_afterwards,
)
