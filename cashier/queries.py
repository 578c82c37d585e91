"""What is known of payments."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import QuerySet, Sum

from cashier.core.failures import FAILURES
from cashier.core.payment import ENDED, IN_MOTION, RESERVING, Direction, Payment, Status, Step
from cashier.models import DepositBlock, StoredPayment, StoredStep
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind

_PAGE: Final = 1000


class PaymentNotFound(Refusal):
    """There is no such payment."""

    code, kind = "payment-not-found", RefusalKind.NOT_FOUND


def payment(payment_id: UUID) -> Payment:
    """Return a payment.

    Raises:
        PaymentNotFound: no payment has this id.
    """
    return _the_one(StoredPayment.objects.filter(id=payment_id))


def payment_of(chain: ChainId, payment_id: UUID, direction: Direction) -> Payment:
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
    return _with_steps(found.order_by("-id")[:limit])


def seen(chain: ChainId, key: str) -> tuple[Payment, bytes] | None:
    """Return the payment that a key's first request of this player made, with the hash of the request."""
    row = StoredPayment.objects.filter(chain=chain, key=key).first()
    return None if row is None else (_with_steps([row])[0], bytes(row.request_digest))


def reserved_minor(chain: ChainId) -> int:
    """Return what all deposits of a player come to that may still be settled (minor units)."""
    waiting = StoredPayment.objects.filter(chain=chain, direction=Direction.DEPOSIT, status__in=RESERVING)
    return waiting.aggregate(total=Sum("amount_minor"))["total"] or 0


def latest_ended_deposits(chain: ChainId) -> list[Payment]:
    """Return as many of a player's ended deposits as decide on a block, the one requested last first."""
    ended = StoredPayment.objects.filter(chain=chain, direction=Direction.DEPOSIT, status__in=ENDED)
    return _with_steps(ended.order_by("-id")[:FAILURES])


def deposits_blocked(chain: ChainId) -> bool:
    """Say whether an operator has to allow this player's deposits first."""
    return DepositBlock.objects.filter(chain=chain, lifted_ms=None).exists()


def lifted_ms(chain: ChainId) -> int | None:
    """Return when an operator last allowed this player's deposits again, None for never."""
    return DepositBlock.objects.filter(chain=chain).values_list("lifted_ms", flat=True).first()


def in_motion(*, since_before_ms: int) -> Iterator[Payment]:
    """Yield every payment whose last step was taken before an instant (ms) and waits for the provider's word."""
    moving = _page_by_page(StoredPayment.objects.filter(status__in=IN_MOTION))
    yield from (found for found, _ in moving if found.steps[-1].at_ms < since_before_ms)


def payment_open(chain: ChainId) -> bool:
    """Tell whether a payment of a player has not come to its end."""
    return StoredPayment.objects.filter(chain=chain).exclude(status__in=ENDED).exists()


def deposit_block(chain: ChainId) -> tuple[int, int | None] | None:
    """Return when a player's deposits were blocked last and allowed again (ms), if they ever were blocked."""
    return DepositBlock.objects.filter(chain=chain).values_list("blocked_ms", "lifted_ms").first()


class PendingRow(NamedTuple):
    """What withdrawals of an account come to that are neither paid nor given back."""

    chain: ChainId
    currency: str
    amount_minor: int


def pending_withdrawals(*, before_ms: int) -> list[PendingRow]:
    """Return, by account, the withdrawals that were asked for before an instant (ms) and had not come to their end then."""
    sums: Counter[tuple[ChainId, str]] = Counter()
    for payment in under_way_at(before_ms, after=None):
        if payment.direction is Direction.WITHDRAWAL:
            sums[payment.chain, payment.currency] += payment.amount_minor
    return [PendingRow(*account, total_minor) for account, total_minor in sorted(sums.items())]


def all_payments() -> Iterator[tuple[Payment, str]]:
    """Yield every payment, and the status that its row has; for `fsck`. Reads everything."""
    yield from _page_by_page(StoredPayment.objects.all())


def under_way_at(time_ms: int, *, after: UUID | None) -> Iterator[Payment]:
    """Yield the payments that had not ended at an instant (ms), as they stood then: in order, after the one of this id.

    Those are looked at that have not ended by now, or only since then: what it costs does not grow with all others.
    """
    ids = _perhaps_under_way_at(time_ms, after)
    while ids:
        for found in _with_steps(StoredPayment.objects.filter(id__in=ids).order_by("id")):
            stood = tuple(step for step in found.steps if step.at_ms < time_ms)
            # Without a step it was not asked for yet.
            if stood:
                yield replace(found, steps=stood)
        ids = _perhaps_under_way_at(time_ms, ids[-1])


def _perhaps_under_way_at(time_ms: int, after: UUID | None) -> list[UUID]:
    # Status by status, as the index has them: of several at once, all payments ever made could be read for the order.
    standing = [StoredPayment.objects.filter(status=status) for status in Status if status not in ENDED]
    ended_since = StoredStep.objects.filter(at_ms__gte=time_ms, status__in=sorted(ENDED))
    if after is not None:
        standing, ended_since = (
            [found.filter(id__gt=after) for found in standing],
            ended_since.filter(payment__gt=after),
        )
    perhaps = {*ended_since.order_by("payment").values_list("payment", flat=True)[:_PAGE]}
    for found in standing:
        perhaps |= {*found.order_by("id").values_list("id", flat=True)[:_PAGE]}
    return sorted(perhaps)[:_PAGE]


def _the_one(found: QuerySet[StoredPayment]) -> Payment:
    row = found.first()
    if row is None:
        raise PaymentNotFound("Nothing was changed. There is no payment of this id.")
    return _with_steps([row])[0]


def _page_by_page(found: QuerySet[StoredPayment]) -> Iterator[tuple[Payment, str]]:
    """Yield payments and the statuses of their rows, the oldest first, of however many."""
    rows = list(found.order_by("id")[:_PAGE])
    while rows:
        yield from zip(_with_steps(rows), [row.status for row in rows], strict=True)
        rows = list(found.filter(id__gt=rows[-1].id).order_by("id")[:_PAGE])


def _with_steps(found: Sequence[StoredPayment] | QuerySet[StoredPayment]) -> list[Payment]:
    rows = list(found)
    stored = StoredStep.objects.filter(payment__in=[row.id for row in rows]).order_by("payment", "number")
    steps = {payment_id: tuple(map(_step, group)) for payment_id, group in groupby(stored, lambda step: step.payment)}
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
            steps=steps.get(row.id, ()),
        )
        for row in rows
    ]


def _step(row: StoredStep) -> Step:
    return Step(status=Status(row.status), at_ms=row.at_ms, actor=row.actor, reason=row.reason, seq=row.seq)
