"""Deliver a filing to a destination, with retries until the destination gives a receipt.

A crash after the destination got the files and before the receipt is stored delivers them again. A destination accepts
the same file twice (reports/delivery).
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

import structlog
from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from kernel.refusals import Refusal, RefusalKind
from kernel.retries import retry_delay
from reports.catalogue import BY_KIND
from reports.core.file_names import NOTE
from reports.core.statuses import DeliveryStatus
from reports.delivery.backend import Parcel, Undeliverable
from reports.delivery.destinations import Destination
from reports.kept_file import FileStoreAway
from reports.models.filings import Delivery, StoredFiling
from reports.operations.advisory_lock import advisory_lock
from reports.operations.enqueue import enqueue_delivery
from reports.queries.filings import FileChanged, get_file, list_files


class DeliveryNotFound(Refusal):
    """The report has no such destination."""

    code, kind = "report-delivery-not-found", RefusalKind.NOT_FOUND


class Delivered(Refusal):
    """The report was already delivered."""

    code, kind = "report-delivered", RefusalKind.CONFLICT


ATTEMPTS_MAX: Final = 40
_PROBLEM_MAX: Final = 1000

_log = structlog.get_logger("reports.deliver")


def deliver(filing_id: UUID, destination: str, *, destinations: Sequence[Destination], now: datetime) -> None:
    """Deliver a filing, unless the delivery is done, has failed for good, or is not due yet.

    A failed attempt is retried later: forty attempts in all, or none if a retry would fail too. A significant event
    then reports it, and an operator can request another attempt.
    """
    with advisory_lock("delivery", filing_id) as acquired:
        delivery = Delivery.objects.filter(
            filing=filing_id, destination=destination, status=DeliveryStatus.WAITING
        ).first()
        if not acquired or delivery is None or now < delivery.next_attempt_at:
            return
        try:
            receipt = _find_destination(destinations, destination).deliver(_parcel(filing_id))
        except Undeliverable as failure:
            _save_failure(delivery, failure, now)
        except FileChanged as changed:
            _save_failure(delivery, Undeliverable(changed.detail, lasting=True), now)
        except FileStoreAway as away:
            _save_failure(delivery, Undeliverable(away.detail, lasting=False), now)
        except Exception as defect:  # noqa: BLE001  stored as a failure; otherwise it would be retried first for ever
            _log.exception("delivery-failed", filing=filing_id.hex, destination=destination)
            _save_failure(delivery, Undeliverable(f"A defect: {type(defect).__name__}.", lasting=False), now)
        else:
            _save_receipt(delivery, receipt, now)


def deliver_again(filing_id: UUID, destination: str, *, actor: str, now: datetime) -> None:
    """Retry a failed delivery, or one that is waiting at once.

    Raises:
        DeliveryNotFound: the filing has no such destination.
        Delivered: nothing was changed.
    """
    with transaction.atomic():
        delivery = Delivery.objects.select_for_update().filter(filing=filing_id, destination=destination).first()
        if delivery is None:
            raise DeliveryNotFound("Nothing was changed. The filing does not go to a destination of this name.")
        if delivery.status == DeliveryStatus.DELIVERED:
            raise Delivered("Nothing was changed. The destination has said that it has the report.")
        Delivery.objects.filter(pk=delivery.pk).update(
            status=DeliveryStatus.WAITING, attempts=0, next_attempt_at=now, delay_reported=False
        )
        details = {"filing": filing_id.hex, "place": destination}
        save_event(NewEvent(kind="report-delivered-again", actor=actor, after=details), now=now)
        enqueue_delivery(filing_id, destination)


def _find_destination(destinations: Sequence[Destination], name: str) -> Destination:
    for destination in destinations:
        if destination.name == name:
            return destination
    raise Undeliverable("This destination is not among those that are configured any more.", lasting=False)


def _parcel(filing_id: UUID) -> Parcel:
    filing = StoredFiling.objects.get(id=filing_id)
    files = [get_file(filing_id, name) for name in (*(row.format for row in list_files(filing_id)), NOTE)]
    # A filed report is delivered even if it has left the catalogue since.
    name = BY_KIND[filing.kind].title if filing.kind in BY_KIND else filing.kind
    title = f"{name}, {filing.first} until {filing.until}, revision {filing.revision}"
    return Parcel(
        filing=filing_id,
        title=title,
        files={each.name: each.content for each in files},
        media_types={each.name: each.media_type for each in files},
    )


def _save_receipt(delivery: Delivery, receipt: Mapping[str, object], now: datetime) -> None:
    Delivery.objects.filter(pk=delivery.pk).update(
        status=DeliveryStatus.DELIVERED, delivered_at=now, receipt=dict(receipt), problem=""
    )


def _save_failure(delivery: Delivery, failure: Undeliverable, now: datetime) -> None:
    attempts = delivery.attempts + 1
    is_final = failure.lasting or attempts >= ATTEMPTS_MAX
    _log.warning(
        "undelivered",
        filing=delivery.filing.hex,
        destination=delivery.destination,
        problem=failure.detail,
        is_final=is_final,
    )
    with transaction.atomic():
        Delivery.objects.filter(pk=delivery.pk).update(
            status=DeliveryStatus.FAILED if is_final else DeliveryStatus.WAITING,
            attempts=attempts,
            next_attempt_at=now + retry_delay(attempts),
            problem=failure.detail[:_PROBLEM_MAX],
        )
        if is_final:
            details = {"filing": delivery.filing.hex, "place": delivery.destination}
            save_event(
                NewEvent(
                    kind="report-undelivered", actor="platform", reason=failure.detail[:_PROBLEM_MAX], after=details
                ),
                now=now,
            )
