"""Save the events of payments: that money was asked for, and that a deposit or a withdrawal is large.

Call these functions in the transaction that posts the money.

Source: GLI-19 2.8.8(n); regulation F39; docs/alerts.md.
"""

from datetime import datetime

from audit.operations.save_event import NewEvent, save_event, save_events
from cashier.core.payment import Payment
from responsible_gaming.core.jurisdiction import Jurisdiction


def save_large_deposit(payment: Payment, *, jurisdiction: Jurisdiction, now: datetime) -> None:
    """Save the event of a deposit that was posted, if it is large."""
    if payment.amount_minor >= _threshold_minor(payment, jurisdiction):
        save_event(_event("deposit-large", payment, jurisdiction), now=now)


def save_withdrawal_events(payment: Payment, *, jurisdiction: Jurisdiction, now: datetime) -> None:
    """Save the event of a withdrawal whose money was taken from the player's cash, and one more if it is large."""
    events = [
        NewEvent(
            kind="withdrawal-requested",
            actor="player",
            subject=payment.chain,
            after={"payment": payment.id.hex, "amount_minor": payment.amount_minor},
        )
    ]
    if payment.amount_minor >= _threshold_minor(payment, jurisdiction):
        events.append(_event("withdrawal-large", payment, jurisdiction))
    save_events(events, now=now)


def _event(kind: str, payment: Payment, jurisdiction: Jurisdiction) -> NewEvent:
    after = {
        "payment": payment.id.hex,
        "amount_minor": payment.amount_minor,
        "threshold_minor": _threshold_minor(payment, jurisdiction),
    }
    return NewEvent(kind=kind, actor="platform", subject=payment.chain, after=after)


def _threshold_minor(payment: Payment, jurisdiction: Jurisdiction) -> int:
    return jurisdiction.amounts_in(payment.currency).large_payment_minor
