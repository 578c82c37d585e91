"""Write orders, filings and deliveries for the API."""

import re
from typing import Any, Final
from uuid import UUID

from rest_framework import serializers

from kernel.instants import rfc3339, to_epoch_ms
from kernel.refusals import Refusal
from reports.core.revision import RevisionReason
from reports.core.statuses import DeliveryStatus, OrderStatus
from reports.queries.deliveries import DeliveryRow
from reports.queries.filings import FileRow, FilingNotFound, FilingRow
from reports.queries.orders import OrderNotFound, OrderRow

_ID: Final = re.compile(r"[0-9a-f]{32}")

ORDER_STATUSES: Final = [status.value for status in OrderStatus]
REVISION_REASONS: Final = [reason.value for reason in RevisionReason]
DELIVERY_STATUSES: Final = [status.value for status in DeliveryStatus]


class Order(serializers.Serializer[Any]):
    """An order of a report, and its progress."""

    id = serializers.CharField(help_text="32 hex digits; the filed report has the same.")
    report = serializers.CharField(help_text="As in the list of definitions.")
    first_day = serializers.DateField(help_text="The first gaming day.")
    until_day = serializers.DateField(help_text="The day after the last gaming day.")
    zone = serializers.CharField(help_text="The time zone of the gaming days.")
    starts = serializers.CharField(
        help_text="The hour at which they begin there: `06:00`, or `00:00, from 2026-11-22 06:00` where it changes."
    )
    filters = serializers.DictField(child=serializers.CharField())
    revision = serializers.IntegerField()
    status = serializers.ChoiceField(ORDER_STATUSES)
    requested_at = serializers.DateTimeField()
    actor = serializers.CharField()
    next_attempt_at = serializers.DateTimeField(help_text="When the next attempt is due, of an order that is waiting.")
    attempts = serializers.IntegerField(help_text="How many attempts failed.")
    problem = serializers.CharField(help_text="What the order waits for, or why the last attempt failed.")
    pages = serializers.IntegerField(help_text="How many pages of rows are stored.")
    rows = serializers.IntegerField(help_text="How many rows these have.")

    class Meta:
        """The schema's name for it."""

        ref_name = "ReportOrder"


class File(serializers.Serializer[Any]):
    """A file of a filed report."""

    format = serializers.CharField()
    name = serializers.CharField()
    sha256 = serializers.CharField(help_text="64 hex digits, as in the log.")
    size = serializers.IntegerField(help_text="Bytes.")

    class Meta:
        """The schema's name for it."""

        ref_name = "ReportFile"


class Delivery(serializers.Serializer[Any]):
    """The delivery of a filed report to a destination."""

    destination = serializers.CharField()
    status = serializers.ChoiceField(DELIVERY_STATUSES)
    attempts = serializers.IntegerField()
    next_attempt_at = serializers.DateTimeField()
    delivered_at = serializers.DateTimeField(allow_null=True)
    problem = serializers.CharField()
    receipt = serializers.DictField(allow_null=True, help_text="What the destination answered.")

    class Meta:
        """The schema's name for it."""

        ref_name = "ReportDelivery"


class RevisionChange(serializers.Serializer[Any]):
    """Why a report was filed again, and how many of its rows changed; a row that changed is added and removed."""

    reason = serializers.ChoiceField(REVISION_REASONS)
    rows_added = serializers.IntegerField(help_text="How many rows the revision before does not have.")
    rows_removed = serializers.IntegerField(help_text="How many rows of the revision before are no longer there.")

    class Meta:
        """The schema's name for it."""

        ref_name = "ReportRevised"


class Filing(serializers.Serializer[Any]):
    """A filed report."""

    id = serializers.CharField()
    report = serializers.CharField()
    first_day = serializers.DateField(help_text="The first gaming day.")
    until_day = serializers.DateField(help_text="The day after the last gaming day.")
    zone = serializers.CharField()
    starts = serializers.CharField(help_text="As in an order.")
    filters = serializers.DictField(child=serializers.CharField())
    revision = serializers.IntegerField()
    revised = RevisionChange(allow_null=True, help_text="What the revision says of the one before; null for the first.")
    definition = serializers.IntegerField(help_text="The version of the report's definition.")
    log_size = serializers.IntegerField(help_text="How many entries of the log the figures include.")
    generated_at = serializers.DateTimeField()
    has_activity = serializers.BooleanField(help_text="Whether the report has rows; if not, it says No Activity.")
    record_seq = serializers.IntegerField(help_text="The number of its record in the system chain.")
    filed_at = serializers.DateTimeField()
    outdated = serializers.BooleanField(
        help_text="Whether the log has a later entry that belongs in the report: a revision follows."
    )

    class Meta:
        """The schema's name for it."""

        ref_name = "ReportFiling"


class WholeFiling(Filing):
    """A filed report with its files, its deliveries, and its signed record."""

    files = File(many=True)
    deliveries = Delivery(many=True)
    note = serializers.CharField(help_text="The signed `filing` record, which has every file's digest.")

    class Meta:
        """The schema's name for it."""

        ref_name = "WholeReportFiling"


def order_id_of(text: str) -> UUID:
    """Parse the id of an order.

    Raises:
        OrderNotFound: not 32 hex digits.
    """
    return _read_id(text, OrderNotFound)


def filing_id_of(text: str) -> UUID:
    """Parse the id of a filed report.

    Raises:
        FilingNotFound: not 32 hex digits.
    """
    return _read_id(text, FilingNotFound)


def _read_id(text: str, missing: type[Refusal]) -> UUID:
    if not _ID.fullmatch(text):
        raise missing("Nothing was done. An id is 32 hex digits in lower case, as in the lists.")
    return UUID(hex=text)


def present_order(order: OrderRow) -> dict[str, object]:
    """Return an order as JSON."""
    return {
        "id": order.id.hex,
        "report": order.kind,
        "first_day": order.first.isoformat(),
        "until_day": order.until.isoformat(),
        "zone": order.zone,
        "starts": order.starts,
        "filters": order.filters,
        "revision": order.revision,
        "status": order.status,
        "requested_at": rfc3339(to_epoch_ms(order.requested_at)),
        "actor": order.requested_by,
        "next_attempt_at": rfc3339(to_epoch_ms(order.next_attempt_at)),
        "attempts": order.attempts,
        "problem": order.problem,
        "pages": order.pages,
        "rows": order.rows,
    }


def present_filing(filing: FilingRow, *, outdated: bool) -> dict[str, object]:
    """Return a filing as JSON, without its files."""
    return {
        "id": filing.id.hex,
        "report": filing.kind,
        "first_day": filing.first.isoformat(),
        "until_day": filing.until.isoformat(),
        "zone": filing.zone,
        "starts": filing.starts,
        "filters": filing.filters,
        "revision": filing.revision,
        "revised": filing.revised,
        "definition": filing.definition,
        "log_size": filing.log_size,
        "generated_at": rfc3339(filing.generated_ms),
        "has_activity": filing.has_activity,
        "record_seq": filing.record_seq,
        "filed_at": rfc3339(to_epoch_ms(filing.filed_at)),
        "outdated": outdated,
    }


def present_file(file: FileRow) -> dict[str, object]:
    """Return a file as JSON, without its content."""
    return {"format": file.format, "name": file.name, "sha256": bytes(file.sha256).hex(), "size": file.size}


def present_delivery(delivery: DeliveryRow) -> dict[str, object]:
    """Return a delivery as JSON."""
    delivered_at = None if delivery.delivered_at is None else rfc3339(to_epoch_ms(delivery.delivered_at))
    return delivery._asdict() | {
        "next_attempt_at": rfc3339(to_epoch_ms(delivery.next_attempt_at)),
        "delivered_at": delivered_at,
    }
