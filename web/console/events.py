"""Significant events: what was changed, by whom and why, filtered."""

from typing import Any, Final

from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, pgettext
from django.views.decorators.http import require_safe

from web.console.api_words import said
from web.console.listing import Cell, Column, Filter, asked, interval_filters, listing
from web.console.thing import list_page
from web.console.visit import Visit, console_page
from web.console.wording import NOTHING, instant, members_text, short_id

_SEVERITIES: Final = ("info", "notice", "warning", "alarm")
_TONES: Final = {"warning": "warn", "alarm": "bad"}


@require_safe
@console_page
def events_page(visit: Visit) -> HttpResponseBase:
    """List events, the newest first."""
    found = visit.interface.get("/ops/events", **asked(visit))
    shown = listing(
        visit,
        name="events",
        caption=_("Events"),
        columns=[
            *(Column(_("At")), Column(_("Kind")), Column(_("Severity")), Column(_("Player"))),
            *(Column(_("Actor")), Column(_("Before, after, reason"))),
        ],
        rows=[_row(event) for event in found["items"]],
        empty=_("What is changed, and who looked at what, stands here. Nothing of it can be changed."),
        filters=[
            Filter("kind", _("Kind, such as player-status")),
            Filter(
                "severity",
                _("Severity"),
                "select",
                [("", pgettext("filter", "any")), *((each, said(each)) for each in _SEVERITIES)],
            ),
            Filter("player_id", _("Player’s id")),
            *interval_filters(),
        ],
        following=found["next"],
    )
    return list_page(visit, shown, note=_("Newest first. Nothing here can be changed."))


def _row(event: dict[str, Any]) -> list[Cell]:
    player = event["player_id"]
    return [
        Cell(instant(event["occurred_at"])),
        Cell(event["kind"]),
        Cell(said(event["severity"]), tone=_TONES.get(event["severity"], "")),
        Cell(short_id(player), link=f"/console/players/{player}") if player else Cell(NOTHING),
        Cell(event["actor"]),
        Cell(members_text(event["before"], event["after"]), quiet=f"“{event['reason']}”" if event["reason"] else ""),
    ]
