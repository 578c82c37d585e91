"""How reports look to a client."""

import re
from typing import Any, Final
from uuid import UUID

from rest_framework import serializers

from kernel.instants import rfc3339, to_epoch_ms
from kernel.refusals import Refusal
from reports.core.states import DeliveryState, OrderState
from reports.operations.cancel import OrderNotFound
from reports.queries import DeliveryRow, FileRow, FilingNotFound, FilingView, OrderView

_ID: Final = re.compile(r"[0-9a-f]{32}")

STATES: Final = [state.value for state in OrderState]
DELIVERY_STATES: Final = [state.value for state in DeliveryState]


class Order(serializers.Serializer[Any]):
    """An order of a report, and how far it is."""

    id = serializers.CharField(help_text="32 hex digits; the filed report has the same.")
    report = serializers.CharField(help_text="As in the list of definitions.")
    first = serializers.DateField(help_text="The first gaming day.")
    until = serializers.DateField(help_text="The day after the last gaming day.")
    zone = serializers.CharField(help_text="On whose wall gaming days begin at 00:00.")
    filters = serializers.DictField(child=serializers.CharField())
    revision = serializers.IntegerField()
    state = serializers.ChoiceField(STATES)
    requested_at = serializers.DateTimeField()
    requested_by = serializers.CharField()
    not_before = serializers.DateTimeField(help_text="When it is tried next, of one that waits.")
    attempts = serializers.IntegerField(help_text="How often it failed.")
    problem = serializers.CharField(help_text="What it waits for, or why it failed last.")
    pages = serializers.IntegerField(help_text="How many pages of rows are ready.")
    rows = serializers.IntegerField(help_text="How many rows these hold.")

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
    """Where a filed report goes, and how that stands."""

    place = serializers.CharField()
    state = serializers.ChoiceField(DELIVERY_STATES)
    attempts = serializers.IntegerField()
    not_before = serializers.DateTimeField()
    delivered_at = serializers.DateTimeField(allow_null=True)
    problem = serializers.CharField()
    receipt = serializers.DictField(allow_null=True, help_text="What the place said when it had all.")

    class Meta:
        """The schema's name for it."""

        ref_name = "ReportDelivery"


class Filing(serializers.Serializer[Any]):
    """A filed report."""

    id = serializers.CharField()
    report = serializers.CharField()
    first = serializers.DateField()
    until = serializers.DateField()
    zone = serializers.CharField()
    filters = serializers.DictField(child=serializers.CharField())
    revision = serializers.IntegerField()
    definition = serializers.IntegerField(help_text="The version of its columns and what they mean.")
    log_size = serializers.IntegerField(help_text="Its figures are those of so many entries of the log.")
    generated_at = serializers.DateTimeField()
    activity = serializers.BooleanField(help_text="False: the report says No Activity.")
    record_seq = serializers.IntegerField(help_text="The number of its record in the system chain.")
    filed_at = serializers.DateTimeField()
    outdated = serializers.BooleanField(help_text="The log has a later entry that belongs in it: a revision follows.")

    class Meta:
        """The schema's name for it."""

        ref_name = "ReportFiling"


class WholeFiling(Filing):
    """A filed report with its files, where it goes, and its signed record."""

    files = File(many=True)
    deliveries = Delivery(many=True)
    note = serializers.CharField(help_text="The signed `filing` record, which holds every file's digest.")

    class Meta:
        """The schema's name for it."""

        ref_name = "WholeReportFiling"


def order_id_of(text: str) -> UUID:
    """Read the id of an order.

    Raises:
        OrderNotFound: not 32 hex digits.
    """
    return _read_id(text, OrderNotFound)


def filing_id_of(text: str) -> UUID:
    """Read the id of a filed report.

    Raises:
        FilingNotFound: not 32 hex digits.
    """
    return _read_id(text, FilingNotFound)


def _read_id(text: str, missing: type[Refusal]) -> UUID:
    if not _ID.fullmatch(text):
        raise missing("Nothing was done. An id is 32 hex digits in small letters, as the lists have it.")
    return UUID(hex=text)


def present_order(order: OrderView) -> dict[str, object]:
    """Write an order."""
    return {
        "id": order.id.hex,
        "report": order.kind,
        "first": order.first.isoformat(),
        "until": order.until.isoformat(),
        "zone": order.zone,
        "filters": order.filters,
        "revision": order.revision,
        "state": order.state,
        "requested_at": rfc3339(to_epoch_ms(order.requested_at)),
        "requested_by": order.requested_by,
        "not_before": rfc3339(to_epoch_ms(order.not_before)),
        "attempts": order.attempts,
        "problem": order.problem,
        "pages": order.pages,
        "rows": order.rows,
    }


def present_filing(filing: FilingView) -> dict[str, object]:
    """Write a filing without its files."""
    return {
        "id": filing.id.hex,
        "report": filing.kind,
        "first": filing.first.isoformat(),
        "until": filing.until.isoformat(),
        "zone": filing.zone,
        "filters": filing.filters,
        "revision": filing.revision,
        "definition": filing.definition,
        "log_size": filing.log_size,
        "generated_at": rfc3339(filing.generated_ms),
        "activity": not filing.idle,
        "record_seq": filing.record_seq,
        "filed_at": rfc3339(to_epoch_ms(filing.filed_at)),
        "outdated": filing.outdated,
    }


def present_file(file: FileRow) -> dict[str, object]:
    """Write what there is to know of a file."""
    return {"format": file.format, "name": file.name, "sha256": bytes(file.sha256).hex(), "size": file.size}


def present_delivery(delivery: DeliveryRow) -> dict[str, object]:
    """Write a delivery."""
    delivered_at = None if delivery.delivered_at is None else rfc3339(to_epoch_ms(delivery.delivered_at))
    return delivery._asdict() | {"not_before": rfc3339(to_epoch_ms(delivery.not_before)), "delivered_at": delivered_at}
