"""Regulators' reports: what is on its way, what is filed, one with its files and deliveries."""

from typing import Any, Final

from django.http import Http404, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, pgettext
from django.views.decorators.http import require_http_methods, require_safe

from web.console.action import offered, run_action
from web.console.api_words import said
from web.console.listing import Cell, Column, Filter, Listing, asked, interval_filters, listing
from web.console.navigation import OPERATORS
from web.console.report_actions import DELIVER, ORDER, REPORTS, order_action, order_again_action
from web.console.report_orders import orders_listing
from web.console.thing import Line, Link, Section, list_page, thing_page
from web.console.visit import Visit, console_page
from web.console.wording import NOTHING, count_text, instant

_FORMATS: Final = ("csv", "json", "xlsx", "parquet", "pdf", "note")
_TONES: Final = {"failed": "bad", "waiting": "warn"}
_ON_THEIR_WAY: Final = ("failed", "running", "waiting")


@require_safe
@console_page
def reports_page(visit: Visit) -> HttpResponseBase:
    """List filed reports; on the first page what is on its way comes before."""
    query = asked(visit)
    found = visit.interface.get("/ops/reports", **query)
    definitions = visit.interface.get("/ops/reports/definitions")["items"]
    shown = listing(
        visit,
        name="reports",
        caption=_("Reports"),
        columns=[
            *(Column(_("Report")), Column(_("Gaming days")), Column(_("Revision"), is_number=True)),
            *(Column(_("Log size"), is_number=True), Column(_("Filed")), Column(_("State"))),
        ],
        rows=[_row(filing) for filing in found["items"]],
        empty=_("A report stands here once it is filed. The schedule orders those of each day that is over."),
        filters=[
            Filter(
                "report",
                _("Report"),
                "select",
                [("", pgettext("filter", "any")), *((each["report"], each["report"]) for each in definitions)],
            ),
            *interval_filters(),
        ],
        following=found["next"],
    )
    return list_page(
        visit,
        shown,
        links=[
            Link(f"{REPORTS}/orders", _("Orders")),
            Link(f"{REPORTS}/definitions", _("What the columns mean")),
            Link(ORDER, _("Order a report")),
        ],
        before=[] if query else _on_their_way(visit),
    )


@require_safe
@console_page
def definitions_page(visit: Visit) -> HttpResponseBase:
    """List the reports that there are, with the meaning of every column."""
    found = visit.interface.get("/ops/reports/definitions")["items"]
    return thing_page(
        visit,
        title=_("What the columns mean"),
        back=Link(REPORTS, _("Reports")),
        sections=[
            Section(
                title=each["title"],
                note=f"{each['report']} v{each['version']}. {each['regulation']}. "
                + (_("The log proves its figures.") if each["from_log"] else _("The log proves its files alone.")),
                lines=[Line(column["name"], column["meaning"]) for column in each["columns"]],
            )
            for each in found
        ],
    )


@require_safe
@console_page
def filing_page(visit: Visit, filing_id: str) -> HttpResponseBase:
    """Show a filed report."""
    filing = visit.interface.get(f"/ops/reports/{filing_id}")
    return thing_page(
        visit,
        title=filing["report"],
        identity=filing["id"],
        tag=_state(filing),
        back=Link(REPORTS, _("Reports")),
        sections=[
            Section(title=_("At a glance"), facts=_facts(filing)),
            Section(
                title=_("Files"),
                note=_("Each download is kept as an event."),
                listing=_files(visit, filing),
            ),
            Section(title=_("Deliveries"), listing=_deliveries(visit, filing)),
            Section(title=_("Signed record"), texts=[(_("The record that has the files’ digests"), filing["note"])]),
        ],
        groups=offered(visit, [order_again_action(filing)]),
    )


@require_safe
@console_page
def report_file(visit: Visit, filing_id: str, file_format: str) -> HttpResponseBase:
    """Hand a file over as it was filed."""
    if file_format not in _FORMATS:
        raise Http404
    file = visit.interface.stream(f"/ops/reports/{filing_id}/files/{file_format}")
    passed_on = {name: file.headers[name] for name in ("Content-Type", "Content-Disposition", "Content-Length")}
    return StreamingHttpResponse(file, headers=passed_on)


@require_safe
@console_page
def which_report(visit: Visit) -> HttpResponseBase:
    """List the reports that can be ordered. Each has filters of its own, so each has its own form."""
    return thing_page(
        visit,
        title=_("Order a report"),
        back=Link(REPORTS, _("Reports")),
        sections=[Section(title=_("Which report"), listing=_orderable(visit))],
    )


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def order_report(visit: Visit, report: str) -> HttpResponseBase:
    """Order a report."""
    definitions = visit.interface.get("/ops/reports/definitions")["items"]
    definition = next((each for each in definitions if each["report"] == report), None)
    if definition is None:
        raise Http404
    return run_action(visit, order_action(definition), {}, back=ORDER)


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def order_again(visit: Visit, filing_id: str) -> HttpResponseBase:
    """Order the report of a filing again."""
    filing = visit.interface.get(f"/ops/reports/{filing_id}")
    return run_action(visit, order_again_action(filing), {}, back=f"{REPORTS}/{filing_id}")


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def deliver_again(visit: Visit, filing_id: str, destination: str) -> HttpResponseBase:
    """Deliver a filed report again."""
    parts = {"filing_id": filing_id, "destination": destination}
    return run_action(visit, DELIVER, parts, back=f"{REPORTS}/{filing_id}")


def _orderable(visit: Visit) -> Listing:
    definitions = visit.interface.get("/ops/reports/definitions")["items"]
    return listing(
        visit,
        name="orderable",
        caption=_("Which report"),
        columns=[Column(_("Report")), Column(_("Title")), Column(_("Filters"))],
        rows=[
            [
                Cell(each["report"], link=f"{ORDER}/{each['report']}"),
                Cell(each["title"]),
                Cell(", ".join(each["filters"]) or NOTHING),
            ]
            for each in definitions
        ],
        empty="",
        is_whole=False,
    )


def _on_their_way(visit: Visit) -> list[Section]:
    """Return the orders that are not filed, if there are any."""
    rows = [
        order
        for status in _ON_THEIR_WAY
        for order in visit.interface.get("/ops/reports/orders", status=status, limit="20")["items"]
    ]
    if not rows:
        return []
    return [Section(title=_("On their way"), listing=orders_listing(visit, rows, None, is_whole=False))]


def _row(filing: dict[str, Any]) -> list[Cell]:
    return [
        Cell(filing["report"], link=f"{REPORTS}/{filing['id']}"),
        Cell(_days(filing)),
        Cell(str(filing["revision"])),
        Cell(count_text(filing["log_size"])),
        Cell(instant(filing["filed_at"])),
        _state(filing) if filing["outdated"] else Cell(_state(filing).text),
    ]


def _days(report: dict[str, Any]) -> str:
    return _("%(first)s to before %(until)s") % {"first": report["first_day"], "until": report["until_day"]}


def _state(filing: dict[str, Any]) -> Cell:
    if filing["outdated"]:
        return Cell(_("a revision is due"), tone="warn")
    return Cell(_("filed") if filing["has_activity"] else _("filed: No Activity"), tone="ok")


def _facts(filing: dict[str, Any]) -> list[tuple[str, Cell]]:
    filters = ", ".join(f"{name} {text}" for name, text in filing["filters"].items())
    return [
        (_("Gaming days"), Cell(_days(filing), quiet=filing["zone"])),
        (_("Filters"), Cell(filters or NOTHING)),
        (_("Revision"), Cell(str(filing["revision"]))),
        (_("Definition"), Cell(f"v{filing['definition']}")),
        (_("Log size"), Cell(count_text(filing["log_size"]))),
        (_("Made"), Cell(instant(filing["generated_at"]))),
        (_("Filed"), Cell(instant(filing["filed_at"]))),
        (_("Record in the system chain"), Cell(str(filing["record_seq"]))),
    ]


def _files(visit: Visit, filing: dict[str, Any]) -> Listing:
    address = f"{REPORTS}/{filing['id']}/files"
    rows = [
        [
            Cell(each["format"], link=f"{address}/{each['format']}"),
            Cell(each["name"], is_code=True),
            Cell(count_text(each["size"])),
            Cell(each["sha256"], is_code=True),
        ]
        for each in filing["files"]
    ]
    return listing(
        visit,
        name="files",
        caption=_("Files"),
        columns=[Column(_("Format")), Column(_("Name")), Column(_("Bytes"), is_number=True), Column(_("SHA-256"))],
        rows=[*rows, [Cell("note", link=f"{address}/note"), Cell(_("signed record")), Cell(NOTHING), Cell(NOTHING)]],
        empty="",
        is_whole=False,
    )


def _deliveries(visit: Visit, filing: dict[str, Any]) -> Listing:
    base = f"{REPORTS}/{filing['id']}/deliveries"
    is_operator = OPERATORS in visit.roles
    return listing(
        visit,
        name="deliveries",
        caption=_("Deliveries"),
        columns=[
            *(Column(_("Destination")), Column(_("State")), Column(_("Attempts"), is_number=True)),
            *(Column(_("Delivered")), Column(_("Problem")), Column(_("Action"))),
        ],
        rows=[
            [
                Cell(each["destination"]),
                Cell(said(each["status"]), tone=_TONES.get(each["status"], "")),
                Cell(str(each["attempts"])),
                Cell(instant(each["delivered_at"])),
                Cell(each["problem"] or NOTHING),
                Cell(_("Deliver again"), link=f"{base}/{each['destination']}")
                if is_operator and each["status"] != "delivered"
                else Cell(NOTHING),
            ]
            for each in filing["deliveries"]
        ],
        empty=_("No destination takes this report."),
        is_whole=False,
    )
