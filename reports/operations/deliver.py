"""Delivering a filing to a place, until the place has said that it has it.

A crash after the place got the files and before the receipt is stored delivers them once more; a place takes the same
file twice without harm (reports/delivery).
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

import structlog
from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from kernel.refusals import Refusal, RefusalKind
from reports.catalogue import BY_KIND
from reports.core.names import NOTE
from reports.core.schedule import back_off
from reports.core.states import DeliveryState
from reports.delivery.place import Parcel, Undeliverable
from reports.delivery.places import Destination
from reports.models import Delivery, StoredFiling
from reports.operations.alone import alone
from reports.operations.send import send_delivery
from reports.queries import file, files as files_of


class DeliveryNotFound(Refusal):
    """The report does not go there."""

    code, kind = "report-delivery-not-found", RefusalKind.NOT_FOUND


class Delivered(Refusal):
    """The report was delivered."""

    code, kind = "report-delivered", RefusalKind.CONFLICT


ATTEMPTS_MAX: Final = 40
_PROBLEM_MAX: Final = 1000

_log = structlog.get_logger("reports.deliver")


def deliver(filing_id: UUID, place: str, *, places: Sequence[Destination], now: datetime) -> None:
    """Deliver a filing, unless that is done, given up, or not to be tried yet.

    What fails is tried again after a while, forty times in all, or not at all where it would only fail again: then a
    significant event tells, and an operator can ask for another try.
    """
    with alone("delivery", filing_id) as undisturbed:
        waiting = Delivery.objects.filter(filing=filing_id, place=place, state=DeliveryState.WAITING).first()
        if not undisturbed or waiting is None or now < waiting.not_before:
            return
        try:
            receipt = _destination(places, place).deliver(_parcel(filing_id))
        except Undeliverable as why:
            _keep_failure(waiting, why, now)
        except Exception as defect:  # noqa: BLE001  kept like a refusal, or it would be tried first for ever
            _log.exception("delivery-failed", filing=filing_id.hex, place=place)
            _keep_failure(waiting, Undeliverable(f"A defect: {type(defect).__name__}.", lasting=False), now)
        else:
            _keep_receipt(waiting, receipt, now)


def deliver_again(filing_id: UUID, place: str, *, by: str, now: datetime) -> None:
    """Try a delivery again that was given up; one that waits is tried at once.

    Raises:
        DeliveryNotFound: the filing does not go there.
        Delivered: it is there already; nothing was changed.
    """
    with transaction.atomic():
        found = Delivery.objects.select_for_update().filter(filing=filing_id, place=place).first()
        if found is None:
            raise DeliveryNotFound("Nothing was changed. The filing does not go to a place of this name.")
        if found.state == DeliveryState.DELIVERED:
            raise Delivered("Nothing was changed. The place has said that it has the report.")
        Delivery.objects.filter(pk=found.pk).update(
            state=DeliveryState.WAITING, attempts=0, not_before=now, late_noted=False
        )
        told = {"filing": filing_id.hex, "place": place}
        save_event(NewEvent(kind="report-delivered-again", actor=by, after=told), now=now)
        send_delivery(filing_id, place)


def _destination(places: Sequence[Destination], name: str) -> Destination:
    for place in places:
        if place.name == name:
            return place
    raise Undeliverable("This place is not among those that are configured any more.", lasting=False)


def _parcel(filing_id: UUID) -> Parcel:
    filing = StoredFiling.objects.get(id=filing_id)
    files = [file(filing_id, name) for name in (*(row.format for row in files_of(filing_id)), NOTE)]
    # What was filed is delivered, though its report may have left the catalogue since.
    name = BY_KIND[filing.kind].title if filing.kind in BY_KIND else filing.kind
    title = f"{name}, {filing.first} until {filing.until}, revision {filing.revision}"
    return Parcel(
        filing=filing_id,
        title=title,
        files={each.name: each.content for each in files},
        media_types={each.name: each.media_type for each in files},
    )


def _keep_receipt(waiting: Delivery, receipt: Mapping[str, object], now: datetime) -> None:
    Delivery.objects.filter(pk=waiting.pk).update(
        state=DeliveryState.DELIVERED, delivered_at=now, receipt=dict(receipt), problem=""
    )


def _keep_failure(waiting: Delivery, why: Undeliverable, now: datetime) -> None:
    attempts = waiting.attempts + 1
    given_up = why.lasting or attempts >= ATTEMPTS_MAX
    _log.warning("undelivered", filing=waiting.filing.hex, place=waiting.place, problem=why.detail, given_up=given_up)
    with transaction.atomic():
        Delivery.objects.filter(pk=waiting.pk).update(
            state=DeliveryState.FAILED if given_up else DeliveryState.WAITING,
            attempts=attempts,
            not_before=now + back_off(attempts),
            problem=why.detail[:_PROBLEM_MAX],
        )
        if given_up:
            told = {"filing": waiting.filing.hex, "place": waiting.place}
            save_event(
                NewEvent(kind="report-undelivered", actor="platform", reason=why.detail[:_PROBLEM_MAX], after=told),
                now=now,
            )
