"""Payments that have not ended, now or at an earlier instant."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Sum

from cashier.core.payment import ENDED, RESERVING, RESUMABLE, Direction, Payment, Status
from cashier.models import StoredPayment, StoredStatusEntry
from cashier.queries.payments import iterate_payments, with_entries
from kernel.ids import ChainId

_PAGE: Final = 1000


def reserved_minor(chain: ChainId) -> int:
    """Return what all deposits of a player come to that may still be settled (minor units)."""
    waiting = StoredPayment.objects.filter(chain=chain, direction=Direction.DEPOSIT, status__in=RESERVING)
    return waiting.aggregate(total=Sum("amount_minor"))["total"] or 0


def resumable_payments(*, since_before_ms: int) -> Iterator[Payment]:
    """Yield every payment whose last step was taken before an instant (ms) and waits for the provider's word."""
    moving = iterate_payments(StoredPayment.objects.filter(status__in=RESUMABLE))
    yield from (found for found, _ in moving if found.history[-1].at_ms < since_before_ms)


def has_open_payment(chain: ChainId) -> bool:
    """Tell whether a payment of a player has not come to its end."""
    return StoredPayment.objects.filter(chain=chain).exclude(status__in=ENDED).exists()


class PendingRow(NamedTuple):
    """What withdrawals of an account come to that are neither paid nor given back."""

    chain: ChainId
    currency: str
    amount_minor: int


def pending_withdrawals(*, before_ms: int) -> list[PendingRow]:
    """Return, by account, the withdrawals that were asked for before an instant (ms) and had not come to their end then."""
    sums: Counter[tuple[ChainId, str]] = Counter()
    for payment in payments_open_at(before_ms, after=None):
        if payment.direction is Direction.WITHDRAWAL:
            sums[payment.chain, payment.currency] += payment.amount_minor
    return [PendingRow(*account, total_minor) for account, total_minor in sorted(sums.items())]


def payments_open_at(time_ms: int, *, after: UUID | None) -> Iterator[Payment]:
    """Yield the payments that had not ended at an instant (ms), as they stood then: in order, after the one of this id.

    Those are looked at that have not ended by now, or only since then: what it costs does not grow with all others.
    """
    ids = _perhaps_under_way_at(time_ms, after)
    while ids:
        for found in with_entries(StoredPayment.objects.filter(id__in=ids).order_by("id")):
            stood = tuple(step for step in found.history if step.at_ms < time_ms)
            # Without a step it was not asked for yet.
            if stood:
                yield replace(found, history=stood)
        ids = _perhaps_under_way_at(time_ms, ids[-1])


def _perhaps_under_way_at(time_ms: int, after: UUID | None) -> list[UUID]:
    # Status by status, as the index has them: of several at once, all payments ever made could be read for the order.
    standing = [StoredPayment.objects.filter(status=status) for status in Status if status not in ENDED]
    ended_since = StoredStatusEntry.objects.filter(at_ms__gte=time_ms, status__in=sorted(ENDED))
    if after is not None:
        standing, ended_since = (
            [found.filter(id__gt=after) for found in standing],
            ended_since.filter(payment__gt=after),
        )
    perhaps = {*ended_since.order_by("payment").values_list("payment", flat=True)[:_PAGE]}
    for found in standing:
        perhaps |= {*found.order_by("id").values_list("id", flat=True)[:_PAGE]}
    return sorted(perhaps)[:_PAGE]
