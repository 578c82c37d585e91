"""Deliver a filing to a destination, with retries until the destination gives a receipt.

A crash after the destination got the files and before the receipt is stored delivers them again. A destination accepts
the same file twice (reports/delivery).
"""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
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
from reports.delivery.backend import Parcel, ParcelFile, Undeliverable
from reports.delivery.destinations import Destination
from reports.kept_file import FileStoreAway
from reports.models.filings import Delivery, StoredFiling
from reports.operations.advisory_lock import advisory_lock
from reports.operations.enqueue import enqueue_delivery
from reports.queries.filings import FileChanged, FileContent, get_file, list_files


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
            receipt = _deliver(filing_id, _find_destination(destinations, destination))
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


def _deliver(filing_id: UUID, destination: Destination) -> Mapping[str, object]:
    """Deliver the files that a destination takes, from copies in the folder of temporary files."""
    with TemporaryDirectory(prefix="reddog-delivery-") as folder:
        formats = [row.format for row in list_files(filing_id) if destination.accepts_format(row.format)]
        files = [_copied(get_file(filing_id, name), Path(folder)) for name in (*formats, NOTE)]
        filing = StoredFiling.objects.get(id=filing_id)
        # A filed report is delivered even if it has left the catalogue since.
        kind = BY_KIND[filing.kind].title if filing.kind in BY_KIND else filing.kind
        title = f"{kind}, {filing.first} until {filing.until}, revision {filing.revision}"
        return destination.deliver(
            Parcel(filing=filing_id, title=title, files={file.path.name: file for file in files})
        )


def _copied(content: FileContent, folder: Path) -> ParcelFile:
    """Copy a file to the disk, from where it is sent however often and at whatever pace the other side wants it.

    Raises:
        FileChanged: it is not the one any more that was compared.
    """
    path, digest = folder / content.name, hashlib.sha256()
    with path.open("wb") as file:
        for piece in content.pieces():
            digest.update(piece)
            file.write(piece)
    if digest.hexdigest() != content.sha256:
        raise FileChanged("Nothing was delivered. The stored file was changed while it was read.")
    return ParcelFile(path, content.media_type, content.sha256, content.size)


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
