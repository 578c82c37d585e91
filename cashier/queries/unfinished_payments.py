"""Payments that have not ended, now or at an earlier instant."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, Sum

from cashier.core.payment import ENDED, RESERVING, RESUMABLE, Direction, Payment, Status
from cashier.models import StoredPayment, StoredStatusEntry
from cashier.queries.payments import iterate_payments, with_history
from kernel.ids import ChainId

_PAGE: Final = 1000


def reserved_minor(chain: ChainId) -> int:
    """Return the sum of a player's deposits that may still be settled, in minor units."""
    rows = StoredPayment.objects.filter(chain=chain, direction=Direction.DEPOSIT, status__in=RESERVING)
    return rows.aggregate(total=Sum("amount_minor"))["total"] or 0


def resumable_payments(*, unchanged_since_ms: int) -> Iterator[Payment]:
    """Yield every resumable payment whose status is older than an instant."""
    payments = iterate_payments(StoredPayment.objects.filter(status__in=RESUMABLE))
    yield from (payment for payment, _ in payments if payment.history[-1].at_ms < unchanged_since_ms)


def has_open_payment(chain: ChainId) -> bool:
    """Return whether a player has a payment that has not ended."""
    return StoredPayment.objects.filter(chain=chain).exclude(status__in=ENDED).exists()


class UnpaidRow(NamedTuple):
    """An account's withdrawals that are neither paid nor given back, of one status."""

    chain: ChainId
    currency: str
    status: Status
    amount_minor: int
    """Their sum."""


def unpaid_withdrawals(*, before_ms: int) -> list[UnpaidRow]:
    """Return, by account and status, the withdrawals asked for before an instant that had not ended by then."""
    sums: Counter[tuple[ChainId, str, Status]] = Counter()
    for payment in payments_open_at(before_ms, after=None):
        if payment.direction is Direction.WITHDRAWAL:
            sums[payment.chain, payment.currency, payment.status] += payment.amount_minor
    return [UnpaidRow(*key, total_minor) for key, total_minor in sorted(sums.items())]


def payments_open_at(time_ms: int, *, after: UUID | None) -> Iterator[Payment]:
    """Yield the payments that had not ended at an instant, with their history up to then, in the order of their ids.

    It starts after the payment `after` (None: with the first). It reads only the payments that are open now or have
    ended since the instant, so the cost does not grow with the number of all payments.
    """
    ids = _candidate_ids(time_ms, after)
    while ids:
        for payment in with_history(StoredPayment.objects.filter(id__in=ids).order_by("id")):
            history = tuple(entry for entry in payment.history if entry.at_ms < time_ms)
            # Without an entry, the payment was requested later.
            if history:
                yield replace(payment, history=history)
        ids = _candidate_ids(time_ms, ids[-1])


def _candidate_ids(time_ms: int, after: UUID | None) -> list[UUID]:
    # One query for each status, as in the index. One query over several could read all payments to sort them.
    open_rows = [StoredPayment.objects.filter(status=status) for status in Status if status not in ENDED]
    requested = StoredStatusEntry.objects.filter(payment=OuterRef("payment"), number=0, at_ms__lt=time_ms)
    ended_rows = StoredStatusEntry.objects.filter(Exists(requested), at_ms__gte=time_ms, status__in=sorted(ENDED))
    if after is not None:
        open_rows = [rows.filter(id__gt=after) for rows in open_rows]
        ended_rows = ended_rows.filter(payment__gt=after)
    ids = {*ended_rows.order_by("payment").values_list("payment", flat=True)[:_PAGE]}
    for rows in open_rows:
        ids |= {*rows.order_by("id").values_list("id", flat=True)[:_PAGE]}
    return sorted(ids)[:_PAGE]
