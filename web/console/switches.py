"""Switches: what is off, since when, by whom and why; everything at once; and how they were set lately."""

from typing import Any, Final

from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from web.console.action import offered, run_action
from web.console.listing import Cell, Column, asked, listing
from web.console.switch_actions import switch_actions
from web.console.thing import Line, Link, Section, list_page
from web.console.visit import Visit, console_page
from web.console.wording import instant, members_text

SWITCHES: Final = "/console/switches"

_EVERYTHING: Final = {
    action.slug: action for action in switch_actions("everything", title_off=gettext_lazy("Switch everything off"))[:1]
}
_ONE: Final = {action.slug: action for action in switch_actions("{switch}")}


@require_safe
@console_page
def switches_page(visit: Visit) -> HttpResponseBase:
    """List what is off."""
    found = visit.interface.get("/ops/switches", **asked(visit))
    shown = listing(
        visit,
        name="switches",
        caption=_("Switches"),
        columns=[
            *(Column(_("What is off")), Column(_("Since")), Column(_("By"))),
            *(Column(_("Reason")), Column(_("Message to players")), Column(_("Action"))),
        ],
        rows=[_row(each) for each in found["items"]],
        empty=_("Everything is on. A game, a version or a table is switched off on its own page."),
        following=found["next"],
    )
    history = [Line(instant(event["occurred_at"]), _set(event)) for event in found["history"]]
    return list_page(
        visit,
        shown,
        links=[Link("/console/games", _("Games"))],
        groups=offered(visit, _EVERYTHING.values()),
        after=[Section(title=_("Set lately"), lines=history, empty=_("Nobody has set a switch yet."))],
    )


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def everything_action(visit: Visit, slug: str) -> HttpResponseBase:
    """Switch everything off."""
    if slug not in _EVERYTHING:
        raise Http404
    return run_action(visit, _EVERYTHING[slug], {}, back=SWITCHES)


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def switch_action(visit: Visit, switch: str, slug: str) -> HttpResponseBase:
    """Set a switch."""
    if slug not in _ONE:
        raise Http404
    return run_action(visit, _ONE[slug], {"switch": switch}, back=SWITCHES)


def _row(each: dict[str, Any]) -> list[Cell]:
    return [
        Cell(each["switch"], tone="bad"),
        Cell(instant(each["off_from"])),
        Cell(each["actor"]),
        Cell(each["reason"]),
        Cell(each["message"] or ""),
        Cell(_("Switch back on"), link=f"{SWITCHES}/{each['switch']}/do/switch-on"),
    ]


def _set(event: dict[str, Any]) -> str:
    return f"{event['kind']}, {event['actor']}: {members_text(event['before'], event['after'])}, “{event['reason']}”"
