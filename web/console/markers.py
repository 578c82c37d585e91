"""Markers of harm: the players whom an operator should look at, the most urgent first."""

from typing import Any

from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from web.console.listing import Cell, Column, Filter, asked, listing
from web.console.thing import list_page
from web.console.visit import Visit, console_page
from web.console.wording import instant, short_id


@require_safe
@console_page
def markers_page(visit: Visit) -> HttpResponseBase:
    """List the assessments of the newest day."""
    found = visit.interface.get("/ops/markers", **asked(visit))
    shown = listing(
        visit,
        name="markers",
        caption=_("Markers of harm"),
        columns=[
            *(Column(_("Player")), Column(_("Points of 100"), is_number=True)),
            *(Column(_("What was found")), Column(_("Assessed"))),
        ],
        rows=[_row(each) for each in found["items"]],
        empty=_("A player whose play looks harmful stands here after the assessment of the night."),
        filters=[Filter("minimum", _("Points, at least"), "number")],
        following=found["next"],
    )
    return list_page(
        visit, shown, note=_("Of the newest day, the most urgent first. Points decide nothing by themselves.")
    )


def _row(each: dict[str, Any]) -> list[Cell]:
    return [
        Cell(short_id(each["player_id"]), link=f"/console/players/{each['player_id']}"),
        Cell(str(each["score"])),
        Cell(
            "; ".join(f"{finding['marker']} {finding['points']}: {finding['reason']}" for finding in each["findings"])
        ),
        Cell(instant(each["assessed_at"])),
    ]
