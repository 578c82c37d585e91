"""Payments in the API: what players and operators see."""

from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from audit.core.note import leaf_hash
from audit.queries.records import record_entry
from cashier.core.payment import ENDED, Payment, Status
from cashier.queries.blocks import DepositBlockRow
from cashier.queries.payments import PaymentNotFound
from kernel.instants import rfc3339
from kernel.money import amount_document
from rest.fields import MoneyInput, MoneyOutput, Receipt, StrictSerializer, StrictText

STATUSES: Final = [status.value for status in Status]
_ID: Final = {"type": "string", "pattern": "^[0-9a-f]{32}$"}


class PaymentInput(StrictSerializer):
    """How much, and by which of the provider's methods."""

    amount = MoneyInput()
    method = StrictText(min_length=1, max_length=40)

    class Meta:
        """The schema's name for it."""

        ref_name = "NewPayment"


@extend_schema_field(_ID)
class _Id(serializers.CharField):
    pass


class PaymentOutput(serializers.Serializer[Any]):
    """A payment as its player sees it."""

    id = _Id()
    amount = MoneyOutput()
    method = serializers.CharField()
    status = serializers.ChoiceField(STATUSES)
    reason = serializers.CharField(allow_null=True, help_text="Why, as a code; null if an operator decided.")
    requested_at = serializers.DateTimeField()
    decided_at = serializers.DateTimeField(allow_null=True, help_text="When it was settled, refused or cancelled.")
    receipts = Receipt(many=True, help_text="One for each record that moves its money.")

    class Meta:
        """The schema's name for it."""

        ref_name = "Payment"


class PaymentPage(serializers.Serializer[Any]):
    """A page of payments, the newest first."""

    items = PaymentOutput(many=True)
    next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

    class Meta:
        """The schema's name for it."""

        ref_name = "Payments"


def present_payment(payment: Payment) -> dict[str, object]:
    """Write a payment for its player."""
    cause = payment.cause
    # A reason in the words of the staff is not shown to the player.
    has_public_reason = not cause.actor.startswith("operator:")
    return {
        **present_request(payment),
        "reason": (cause.reason or None) if has_public_reason else None,
        "receipts": [_receipt(payment, entry.seq) for entry in payment.history if entry.seq is not None],
    }


def present_request(payment: Payment) -> dict[str, object]:
    """Write the members that players and operators see."""
    newest = payment.history[-1]
    return {
        "id": payment.id.hex,
        "amount": amount_document(payment.amount_minor, payment.currency),
        "method": payment.method,
        "status": payment.status.value,
        "requested_at": rfc3339(payment.history[0].at_ms),
        "decided_at": rfc3339(newest.at_ms) if newest.status in ENDED else None,
    }


def present_block(block: DepositBlockRow) -> dict[str, object]:
    """Write the last block on a player's deposits."""
    lifted_at = None if block.lifted_ms is None else rfc3339(block.lifted_ms)
    return {"blocked_at": rfc3339(block.blocked_ms), "lifted_at": lifted_at}


def parse_payment_id(text: str) -> UUID:
    """Read a payment's id.

    Raises:
        PaymentNotFound: not 32 hex digits.
    """
    try:
        parsed = UUID(hex=text)
    except ValueError:
        parsed = None
    if parsed is None or parsed.hex != text:
        raise PaymentNotFound("Nothing was changed. A payment's id is 32 hex digits.")
    return parsed


def _receipt(payment: Payment, seq: int) -> dict[str, object]:
    entry = record_entry(payment.chain, seq)
    return {"seq": seq, "leaf": leaf_hash(entry).hex(), "note": entry}
