"""Payments with their history."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from cashier.core.failed_deposits import FAILURES
from cashier.core.payment import ENDED, Direction, Payment, Status, StatusEntry
from cashier.models import StoredPayment, StoredStatusEntry
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind

_PAGE: Final = 1000


class PaymentNotFound(Refusal):
    """There is no such payment."""

    code, kind = "payment-not-found", RefusalKind.NOT_FOUND


def get_payment(payment_id: UUID) -> Payment:
    """Return a payment.

    Raises:
        PaymentNotFound: no payment has this id.
    """
    return _get_first(StoredPayment.objects.filter(id=payment_id))


def get_player_payment(chain: ChainId, payment_id: UUID, direction: Direction) -> Payment:
    """Return a player's payment of this direction.

    Raises:
        PaymentNotFound: the player has none of this id, even if another player does.
    """
    return _get_first(StoredPayment.objects.filter(id=payment_id, chain=chain, direction=direction))


def list_payments(
    *,
    chain: ChainId | None = None,
    direction: Direction | None = None,
    status: Status | None = None,
    start_ms: int | None = None,
    end_ms: int | None = None,
    before: UUID | None,
    limit: int,
) -> list[Payment]:
    """Return up to `limit` payments, the newest first, requested before the payment `before` (None: from the newest).

    `chain`, `direction`, `status` and the interval [start_ms, end_ms) of the request are filters; None does not filter.
    """
    filters = {"chain": chain, "direction": direction, "status": status}
    rows = StoredPayment.objects.filter(**{name: value for name, value in filters.items() if value is not None})
    if start_ms is not None or end_ms is not None:
        ids = list(_requested_between(rows, chain, start_ms, end_ms, before)[:limit])
        payments = {payment.id: payment for payment in with_history(StoredPayment.objects.filter(id__in=ids))}
        return [payments[payment_id] for payment_id in ids]
    if before is not None:
        rows = rows.filter(id__lt=before)
    return with_history(rows.order_by("-id")[:limit])


def _requested_between(
    payments: QuerySet[StoredPayment],
    chain: ChainId | None,
    start_ms: int | None,
    end_ms: int | None,
    before: UUID | None,
) -> QuerySet[StoredStatusEntry, UUID]:
    """Return the ids of payments that were requested in [start_ms, end_ms), the newest first, by their first entries."""
    requests = StoredStatusEntry.objects.filter(Exists(payments.filter(id=OuterRef("payment"))), number=0)
    if chain is not None:
        requests = requests.filter(chain=chain)
    if start_ms is not None:
        requests = requests.filter(at_ms__gte=start_ms)
    if end_ms is not None:
        requests = requests.filter(at_ms__lt=end_ms)
    if before is not None:
        last = StoredStatusEntry.objects.filter(payment=before, number=0).first()
        if last is None:
            return requests.none().values_list("payment", flat=True)
        requests = requests.filter(Q(at_ms__lt=last.at_ms) | Q(payment__lt=before), at_ms__lte=last.at_ms)
    return requests.order_by("-at_ms", "-payment").values_list("payment", flat=True)


def find_payment_by_key(chain: ChainId, key: str) -> tuple[Payment, bytes] | None:
    """Return the payment that a player's request with this key made, and the hash of the request."""
    row = StoredPayment.objects.filter(chain=chain, key=key).first()
    return None if row is None else (with_history([row])[0], bytes(row.request_digest))


def latest_ended_deposits(chain: ChainId) -> list[Payment]:
    """Return a player's newest `FAILURES` ended deposits, the one requested last first."""
    ended = StoredPayment.objects.filter(chain=chain, direction=Direction.DEPOSIT, status__in=ENDED)
    return with_history(ended.order_by("-id")[:FAILURES])


def all_payments() -> Iterator[tuple[Payment, str]]:
    """Yield every payment and the status in its row, for `fsck`. Reads everything."""
    yield from iterate_payments(StoredPayment.objects.all())


def _get_first(rows: QuerySet[StoredPayment]) -> Payment:
    row = rows.first()
    if row is None:
        raise PaymentNotFound("Nothing was changed. There is no payment of this id.")
    return with_history([row])[0]


def iterate_payments(rows: QuerySet[StoredPayment]) -> Iterator[tuple[Payment, str]]:
    """Yield payments and the statuses in their rows, the oldest first. Reads page by page."""
    page = list(rows.order_by("id")[:_PAGE])
    while page:
        yield from zip(with_history(page), [row.status for row in page], strict=True)
        page = list(rows.filter(id__gt=page[-1].id).order_by("id")[:_PAGE])


def with_history(stored_payments: Sequence[StoredPayment] | QuerySet[StoredPayment]) -> list[Payment]:
    """Return stored payments with their history, in the same order."""
    rows = list(stored_payments)
    entries = StoredStatusEntry.objects.filter(payment__in=[row.id for row in rows]).order_by("payment", "number")
    history = {
        payment_id: tuple(map(_status_entry, group)) for payment_id, group in groupby(entries, lambda row: row.payment)
    }
    return [
        Payment(
            id=row.id,
            chain=ChainId(row.chain),
            direction=Direction(row.direction),
            amount_minor=row.amount_minor,
            currency=row.currency,
            method=row.method,
            provider=row.provider,
            reference=row.reference,
            history=history.get(row.id, ()),
        )
        for row in rows
    ]


def _status_entry(row: StoredStatusEntry) -> StatusEntry:
    return StatusEntry(status=Status(row.status), at_ms=row.at_ms, actor=row.actor, reason=row.reason, seq=row.seq)
