"""What the staff can do about reports: order one, order it again, cancel an order, deliver again."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from django.http import HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from web.console.action import Action
from web.console.field import Field
from web.console.interface import Answer
from web.console.navigation import AUDITORS, OPERATORS
from web.console.visit import Visit

REPORTS: Final = "/console/reports"
ORDER: Final = f"{REPORTS}/order"
"""Where one says which report is to be ordered."""
_READERS: Final = frozenset({OPERATORS, AUDITORS})
_THIS: Final = _("This report")
_ONLY: Final = {"game": _("Only this game"), "currency": _("Only this currency")}


def _show_order(visit: Visit, answer: Answer) -> HttpResponseBase:
    """Go to the order that was made, or that there was already."""
    del visit
    return HttpResponseRedirect(f"{REPORTS}/orders/{answer.document['id']}")


_ORDER: Final = Action(
    slug="order",
    title=_("Order a report"),
    follows=_("Whole gaming days that are over. A report that is filed already is not made again."),
    path="/ops/reports/orders",
    reason="none",
    roles=_READERS,
    group=_THIS,
    shows=_show_order,
)

CANCEL: Final = Action(
    slug="cancel",
    title=_("Cancel the order"),
    follows=_("Its pages are deleted. What the schedule asks for is not cancelled."),
    path="/ops/reports/orders/{order_id}/cancellation",
    group=_("This order"),
    states=frozenset({"waiting", "running", "failed"}),
)

DELIVER: Final = Action(
    slug="again",
    title=_("Deliver again"),
    follows=_("The files go to this destination at once, as they were filed."),
    path="/ops/reports/{filing_id}/deliveries/{destination}",
    reason="none",
)


def order_action(definition: Mapping[str, Any]) -> Action:
    """Return the action that orders this report, with the filters that it has and no others."""
    fields = (
        Field(name="first_day", label=_("First gaming day"), kind="date"),
        Field(name="until_day", label=_("Day after the last one"), kind="date"),
        *map(_filter_field, definition["filters"]),
    )
    return replace(
        _ORDER, title=f"{_ORDER.title}: {definition['report']}", fields=fields, fixed={"report": definition["report"]}
    )


def _filter_field(column: str) -> Field:
    name = f"filters.{column}"
    if column == "accounts":
        choices = [("", pgettext_lazy("filter", "any")), *((each, each) for each in ("players", "test"))]
        return Field(name=name, label=_("Only these accounts"), kind="select", choices=choices, is_required=False)
    label = _ONLY.get(column) or gettext("Only this %(column)s") % {"column": column}
    hint = _("It is kept in the log, in clear, with the filing.") if column == "account" else ""
    return Field(name=name, label=label, is_required=False, hint=hint)


def order_again_action(report: Mapping[str, Any]) -> Action:
    """Return the action that orders the report of a filing or of an order again, as it was asked."""
    members = {name: report[name] for name in ("report", "first_day", "until_day")}
    filters = {"filters": report["filters"]} if report["filters"] else {}
    return replace(
        _ORDER,
        slug="order-again",
        title=_("Order it again"),
        follows=_(
            "If something came late, a revision is made, and what was filed stays. Otherwise the answer is the filing that"
            " there is."
        ),
        fixed={**members, **filters},
    )
