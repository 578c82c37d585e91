"""What the staff can do about reports: order one, order it again, cancel an order, deliver again."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.http import HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _

from web.console.action import Action
from web.console.field import Field
from web.console.interface import Answer
from web.console.navigation import AUDITORS, OPERATORS
from web.console.visit import Visit

REPORTS: Final = "/console/reports"
_READERS: Final = frozenset({OPERATORS, AUDITORS})
_THIS: Final = _("This report")


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
    follows=_("Its pages are deleted. The schedule does not order it again by itself."),
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


def order_action(definitions: Sequence[Mapping[str, Any]]) -> Action:
    """Return the action that orders one of the reports that there are."""
    return replace(_ORDER, fields=(*_which(definitions), *_ACCOUNTS_AND_CURRENCY))


def order_of_game_action(definitions: Sequence[Mapping[str, Any]]) -> Action:
    """Return the action that orders one game's part of a report, of those that have such parts."""
    by_game = [each for each in definitions if "game" in each["filters"]]
    return replace(
        _ORDER,
        slug="order-of-game",
        title=_("Order a report of one game"),
        fields=(*_which(by_game), Field(name="filters.game", label=_("Only this game")), *_ACCOUNTS_AND_CURRENCY),
    )


_ACCOUNTS_AND_CURRENCY: Final = (
    Field(name="filters.accounts", label=_("Only these accounts"), is_required=False, hint=_("players or test.")),
    Field(
        name="filters.currency",
        label=_("Only this currency"),
        is_required=False,
        hint=_("A report has some of these filters, or none; it says so if one is not its own."),
    ),
)


def _which(definitions: Sequence[Mapping[str, Any]]) -> tuple[Field, ...]:
    """Return the fields of one of these reports, and of its days."""
    choices = [(each["report"], f"{each['report']}: {each['title']}") for each in definitions]
    return (
        Field(name="report", label=_("Report"), kind="select", choices=choices),
        Field(name="first_day", label=_("First gaming day"), kind="date"),
        Field(name="until_day", label=_("Day after the last one"), kind="date"),
    )


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
