"""Payments that were under way in an interval, as they stood at its end."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Q

from cashier.core.payment import Payment
from cashier.models import StoredPayment, StoredStatusEntry
from cashier.queries.payments import with_history
from cashier.queries.unfinished_payments import payments_open_at

_PAGE: Final = 1000


class RequestKey(NamedTuple):
    """The key of a payment in the order of requests."""

    at_ms: int
    """When it was requested: epoch milliseconds."""
    id: UUID
    """Its id, which orders payments of the same instant."""


def request_key(payment: Payment) -> RequestKey:
    """Return the key of a payment."""
    return RequestKey(payment.history[0].at_ms, payment.id)


def payments_under_way(start_ms: int, end_ms: int, *, after: RequestKey | None) -> Iterator[Payment]:
    """Yield the payments requested before `end_ms` that had not ended before `start_ms`, in order of their keys.

    It starts after the key `after` (None: with the first). Each has its history before `end_ms`. The cost is that of the
    payments of the interval, and of one look at each that has ended since its start.
    """
    for payment in _under_way(start_ms, end_ms, after):
        yield replace(payment, history=tuple(entry for entry in payment.history if entry.at_ms < end_ms))


def _under_way(start_ms: int, end_ms: int, after: RequestKey | None) -> Iterator[Payment]:
    if after is None or after.at_ms < start_ms:
        older = sorted(_loaded([payment.id for payment in payments_open_at(start_ms, after=None)]), key=request_key)
        yield from (payment for payment in older if after is None or request_key(payment) > after)
        after = RequestKey(start_ms, UUID(int=0))
    while page := sorted(_loaded(_requested_ids(end_ms, after)), key=request_key):
        yield from page
        after = request_key(page[-1])


def _requested_ids(end_ms: int, after: RequestKey) -> list[UUID]:
    first = StoredStatusEntry.objects.filter(
        Q(at_ms__gt=after.at_ms) | Q(payment__gt=after.id), number=0, at_ms__gte=after.at_ms, at_ms__lt=end_ms
    )
    return list(first.order_by("at_ms", "payment").values_list("payment", flat=True)[:_PAGE])


def _loaded(ids: list[UUID]) -> list[Payment]:
    return with_history(StoredPayment.objects.filter(id__in=ids))
