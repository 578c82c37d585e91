"""What is known of payments."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from cashier.core.failures import FAILURES
from cashier.core.payment import ENDED, Direction, Payment, Status, StatusEntry
from cashier.models import StoredPayment, StoredStatusEntry
from kernel.ids import ChainId
from kernel.refusals import Kind, Refusal

_PAGE: Final = 1000


class PaymentNotFound(Refusal):
    """There is no such payment."""

    code, kind = "payment-not-found", Kind.NOT_FOUND


def payment(payment_id: UUID) -> Payment:
    """Return a payment.

    Raises:
        PaymentNotFound: no payment has this id.
    """
    return _the_one(StoredPayment.objects.filter(id=payment_id))


def get_player_payment(chain: ChainId, payment_id: UUID, direction: Direction) -> Payment:
    """Return a player's payment of this direction.

    Raises:
        PaymentNotFound: the player has none of this id, whoever else may.
    """
    return _the_one(StoredPayment.objects.filter(id=payment_id, chain=chain, direction=direction))


def payments(
    *,
    chain: ChainId | None = None,
    direction: Direction | None = None,
    status: Status | None = None,
    before: UUID | None,
    limit: int,
) -> list[Payment]:
    """Return up to `limit` payments, the newest first, requested before the one of this id (None: from the newest)."""
    wanted = {"chain": chain, "direction": direction, "status": status, "id__lt": before}
    found = StoredPayment.objects.filter(**{name: value for name, value in wanted.items() if value is not None})
    return with_entries(found.order_by("-id")[:limit])


def seen(chain: ChainId, key: str) -> tuple[Payment, bytes] | None:
    """Return the payment that a key's first request of this player made, with the hash of the request."""
    row = StoredPayment.objects.filter(chain=chain, key=key).first()
    return None if row is None else (with_entries([row])[0], bytes(row.request_digest))


def latest_ended_deposits(chain: ChainId) -> list[Payment]:
    """Return as many of a player's ended deposits as decide on a block, the one requested last first."""
    ended = StoredPayment.objects.filter(chain=chain, direction=Direction.DEPOSIT, status__in=ENDED)
    return with_entries(ended.order_by("-id")[:FAILURES])


def all_payments() -> Iterator[tuple[Payment, str]]:
    """Yield every payment, and the status that its row has; for `fsck`. Reads everything."""
    yield from iterate_payments(StoredPayment.objects.all())


def _the_one(found: QuerySet[StoredPayment]) -> Payment:
    row = found.first()
    if row is None:
        raise PaymentNotFound("Nothing was changed. There is no payment of this id.")
    return with_entries([row])[0]


def iterate_payments(found: QuerySet[StoredPayment]) -> Iterator[tuple[Payment, str]]:
    """Yield payments and the statuses of their rows, the oldest first, of however many."""
    rows = list(found.order_by("id")[:_PAGE])
    while rows:
        yield from zip(with_entries(rows), [row.status for row in rows], strict=True)
        rows = list(found.filter(id__gt=rows[-1].id).order_by("id")[:_PAGE])


def with_entries(found: Sequence[StoredPayment] | QuerySet[StoredPayment]) -> list[Payment]:
    """Return stored payments with their status entries, in the same order."""
    rows = list(found)
    stored = StoredStatusEntry.objects.filter(payment__in=[row.id for row in rows]).order_by("payment", "number")
    history = {payment_id: tuple(map(_step, group)) for payment_id, group in groupby(stored, lambda step: step.payment)}
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


def _step(row: StoredStatusEntry) -> StatusEntry:
    return StatusEntry(status=Status(row.status), at_ms=row.at_ms, actor=row.actor, reason=row.reason, seq=row.seq)
