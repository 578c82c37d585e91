"""Orders of reports: all of them, one with its progress, and its end before it is filed."""

from typing import Any, Final

from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, pgettext
from django.views.decorators.http import require_http_methods, require_safe

from web.console.action import offered, run_action
from web.console.api_words import said
from web.console.listing import Cell, Column, Filter, Listing, asked, listing
from web.console.report_actions import CANCEL, REPORTS, order_again_action
from web.console.thing import Link, Section, list_page, thing_page
from web.console.visit import Visit, console_page
from web.console.wording import NOTHING, count_text, instant

ORDERS: Final = f"{REPORTS}/orders"
_STATUSES: Final = ("waiting", "running", "filed", "unchanged", "failed", "cancelled")
_TONES: Final = {"failed": "bad", "waiting": "warn", "running": "info", "cancelled": "warn"}


@require_safe
@console_page
def orders_page(visit: Visit) -> HttpResponseBase:
    """List orders, the newest first."""
    found = visit.interface.get("/ops/reports/orders", **asked(visit))
    shown = orders_listing(visit, found["items"], found["next"])
    return list_page(visit, shown, links=[Link(REPORTS, _("Reports"))])


@require_safe
@console_page
def order_page(visit: Visit, order_id: str) -> HttpResponseBase:
    """Show an order and how far it is."""
    order = visit.interface.get(f"/ops/reports/orders/{order_id}")
    again = [order_again_action(order)] if order["status"] in {"failed", "cancelled"} else []
    return thing_page(
        visit,
        title=_("Order of %(report)s") % {"report": order["report"]},
        identity=order["id"],
        tag=Cell(said(order["status"]), tone=_TONES.get(order["status"], "ok")),
        back=Link(ORDERS, _("Orders")),
        sections=[Section(title=_("Progress"), facts=_facts(order))],
        groups=offered(visit, [CANCEL, *again], state=order["status"]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def order_action(visit: Visit, order_id: str, slug: str) -> HttpResponseBase:
    """Cancel an order, or order again what failed."""
    back = f"{ORDERS}/{order_id}"
    if slug == CANCEL.slug:
        return run_action(visit, CANCEL, {"order_id": order_id}, back=back)
    again = order_again_action(visit.interface.get(f"/ops/reports/orders/{order_id}"))
    if slug != again.slug:
        raise Http404
    return run_action(visit, again, {}, back=back)


def orders_listing(
    visit: Visit, orders: list[dict[str, Any]], following: str | None, *, is_whole: bool = True
) -> Listing:
    """Return a page of orders."""
    return listing(
        visit,
        name="report-orders",
        caption=_("Orders of reports"),
        columns=[
            *(Column(_("Report")), Column(_("First day")), Column(_("Until")), Column(_("State"))),
            *(Column(_("Pages"), is_number=True), Column(_("Rows"), is_number=True)),
            *(Column(_("Problem")), Column(_("Ordered"))),
        ],
        rows=[_row(order) for order in orders],
        empty=_("An order stands here once somebody, or the schedule, has made it."),
        filters=[
            Filter(
                "status",
                _("State"),
                "select",
                [("", pgettext("filter", "any")), *((each, said(each)) for each in _STATUSES)],
            )
        ]
        if is_whole
        else (),
        following=following,
        is_whole=is_whole,
    )


def _row(order: dict[str, Any]) -> list[Cell]:
    return [
        Cell(order["report"], link=f"{ORDERS}/{order['id']}"),
        Cell(order["first_day"]),
        Cell(order["until_day"]),
        Cell(said(order["status"]), tone=_TONES.get(order["status"], "")),
        Cell(count_text(order["pages"])),
        Cell(count_text(order["rows"])),
        Cell(_problem(order)),
        Cell(instant(order["requested_at"]), quiet=order["actor"]),
    ]


def _problem(order: dict[str, Any]) -> str:
    if not order["attempts"]:
        return order["problem"] or NOTHING
    return _("%(count)s attempts: %(problem)s") % {"count": order["attempts"], "problem": order["problem"] or NOTHING}


def _facts(order: dict[str, Any]) -> list[tuple[str, Cell]]:
    filters = ", ".join(f"{name} {text}" for name, text in order["filters"].items())
    filed = (
        [(_("Filed"), Cell(_("to the report"), link=f"{REPORTS}/{order['id']}"))] if order["status"] == "filed" else []
    )
    waits = [(_("Next attempt"), Cell(instant(order["next_attempt_at"])))] if order["status"] == "waiting" else []
    return [
        *filed,
        (_("Report"), Cell(order["report"])),
        (_("First gaming day"), Cell(order["first_day"], quiet=order["zone"])),
        (_("Day after the last one"), Cell(order["until_day"])),
        (_("Filters"), Cell(filters or NOTHING)),
        (_("Revision"), Cell(str(order["revision"]))),
        (_("Pages ready"), Cell(count_text(order["pages"]))),
        (_("Rows ready"), Cell(count_text(order["rows"]))),
        (_("Problem"), Cell(_problem(order))),
        *waits,
        (_("Ordered"), Cell(instant(order["requested_at"]), quiet=order["actor"])),
    ]
