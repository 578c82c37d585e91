"""Cases of suspicious money: all of them, and one that somebody takes and closes."""

from typing import Any, Final

from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, gettext_lazy, pgettext
from django.views.decorators.http import require_http_methods, require_safe

from web.console.action import Action, offered, run_action
from web.console.api_words import said
from web.console.field import Field
from web.console.listing import Cell, Column, Filter, asked, listing
from web.console.thing import Link, Section, list_page, thing_page
from web.console.visit import Visit, console_page
from web.console.wording import NOTHING, amount, instant, short_id

CASES: Final = "/console/cases"
_OPEN: Final = frozenset({"open"})
_GROUP: Final = gettext_lazy("This case")

_ALL: Final = (
    Action(
        slug="assign",
        title=gettext_lazy("Give it to somebody"),
        follows=gettext_lazy("The case is that person’s from now on."),
        method="PUT",
        path="/ops/cases/{case_id}/assignment",
        fields=(Field(name="assigned_to", label=gettext_lazy("User name"), length_max=30),),
        reason="none",
        group=_GROUP,
        states=_OPEN,
    ),
    Action(
        slug="close",
        title=gettext_lazy("Close the case, for good"),
        follows=gettext_lazy("Nobody opens it again. What one person did alone, another one closes."),
        path="/ops/cases/{case_id}/closing",
        fields=(
            Field(
                name="outcome",
                label=gettext_lazy("Outcome"),
                kind="select",
                choices=(
                    ("unfounded", gettext_lazy("unfounded")),
                    ("reported", gettext_lazy("reported to the authority")),
                ),
            ),
        ),
        group=_GROUP,
        states=_OPEN,
        is_grave=True,
    ),
)
_ACTIONS: Final = {action.slug: action for action in _ALL}


@require_safe
@console_page
def cases_page(visit: Visit) -> HttpResponseBase:
    """List cases, the newest first."""
    found = visit.interface.get("/ops/cases", **asked(visit))
    shown = listing(
        visit,
        name="cases",
        caption=_("Cases"),
        columns=[
            *(Column(_("Opened")), Column(_("Rule")), Column(_("Player")), Column(_("Gaming day"))),
            *(Column(_("Amounts")), Column(_("Assigned to")), Column(_("State"))),
        ],
        rows=[_row(case) for case in found["items"]],
        empty=_("Patterns of suspicious money, and what one person did alone, become cases."),
        filters=[
            Filter(
                "status",
                _("State"),
                "select",
                [("", pgettext("filter", "any")), ("open", said("open")), ("closed", said("closed"))],
            ),
            Filter("player_id", _("Player’s id")),
        ],
        following=found["next"],
    )
    return list_page(visit, shown)


@require_safe
@console_page
def case_page(visit: Visit, case_id: str) -> HttpResponseBase:
    """Show a case."""
    case = visit.interface.get(f"/ops/cases/{case_id}")
    return thing_page(
        visit,
        title=_("Case: %(rule)s") % {"rule": case["rule"]},
        identity=case["id"],
        tag=Cell(said(case["status"]), tone="warn" if case["status"] == "open" else ""),
        back=Link(CASES, _("Cases")),
        sections=[
            Section(title=_("At a glance"), note=case["reason"], facts=_facts(case)),
            Section(
                title=_("Amounts"),
                facts=[
                    (each["name"], Cell(amount(each["amount"]), quiet=each["amount"]["currency"]))
                    for each in case["amounts"]
                ],
                empty=_("The case is about no amount."),
            ),
        ],
        groups=offered(visit, _ALL, state=case["status"]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def case_action(visit: Visit, case_id: str, slug: str) -> HttpResponseBase:
    """Do something about a case."""
    if slug not in _ACTIONS:
        raise Http404
    return run_action(visit, _ACTIONS[slug], {"case_id": case_id}, back=f"{CASES}/{case_id}")


def _row(case: dict[str, Any]) -> list[Cell]:
    return [
        Cell(instant(case["opened_at"])),
        Cell(case["rule"], link=f"{CASES}/{case['id']}"),
        Cell(short_id(case["player_id"]), link=f"/console/players/{case['player_id']}"),
        Cell(case["gaming_day"]),
        Cell("; ".join(f"{each['name']} {amount(each['amount'])}" for each in case["amounts"]) or NOTHING),
        Cell(case["assigned_to"] or NOTHING),
        Cell(
            said(case["status"]),
            tone="warn" if case["status"] == "open" else "",
            quiet=said(case["outcome"]),
        ),
    ]


def _facts(case: dict[str, Any]) -> list[tuple[str, Cell]]:
    player = case["player_id"]
    closing = [
        (_("Closed"), Cell(instant(case["closed_at"]), quiet=case["actor"] or "")),
        (_("Outcome"), Cell(said(case["outcome"]), quiet=case["closing_reason"] or "")),
    ]
    return [
        (_("Player"), Cell(short_id(player), link=f"/console/players/{player}")),
        (_("Gaming day"), Cell(case["gaming_day"])),
        (_("Opened"), Cell(instant(case["opened_at"]))),
        (_("Assigned to"), Cell(case["assigned_to"] or _("nobody yet"))),
        *(closing if case["closed_at"] else []),
    ]
