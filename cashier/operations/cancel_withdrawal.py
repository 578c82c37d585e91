"""Cancel a pending withdrawal, where the jurisdiction allows it.

The wish is stored before the provider is called. The money is returned only after the provider has answered that it
will not pay. The payment's history stays: a cancelled withdrawal is a marker of harm.

Source: docs/cashier.md; docs/adr/0020-payments.md.
"""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from cashier.core.payment import Direction, Payment, Status, require_pending
from cashier.operations.poll_provider import poll_provider
from cashier.operations.store_payment import new_status_entry, payment_for_update, store_status
from cashier.provider import Provider
from cashier.queries.payments import get_player_payment
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from responsible_gaming.core.jurisdiction import Jurisdiction

_CANCELLED = frozenset({Status.CANCELLING, Status.CANCELLED})


class WithdrawalNotCancellable(Refusal):
    """Withdrawals cannot be cancelled here."""

    code, kind = "withdrawal-not-cancellable", RefusalKind.FORBIDDEN


def cancel_withdrawal(
    chain: ChainId, payment_id: UUID, *, providers: Mapping[str, Provider], jurisdiction: Jurisdiction, now: datetime
) -> Payment:
    """Cancel a player's own withdrawal and return it. It is settled if the provider had already paid.

    Cancelling it again changes nothing.

    Raises:
        WithdrawalNotCancellable: the jurisdiction forbids it.
        PaymentNotFound: the player has no such withdrawal.
        PaymentNotPending: it has ended, or the provider has not answered yet.
    """
    withdrawal = get_player_payment(chain, payment_id, Direction.WITHDRAWAL)
    if not jurisdiction.withdrawal_cancellable:
        raise WithdrawalNotCancellable("Nothing was changed. What was withdrawn is on its way to you.")
    with transaction.atomic(durable=True):
        head, payment = payment_for_update(withdrawal.id)
        if payment.status not in _CANCELLED:
            require_pending(payment)
            payment = store_status(payment, new_status_entry(head, Status.CANCELLING, now=now, actor="player"))
            save_event(NewEvent(kind="withdrawal-cancelled", subject=chain, actor="player"), now=now)
    return poll_provider(payment, providers[payment.provider], jurisdiction=jurisdiction, now=now)
