"""A hand or a game that a live table has finished: how it ended, what each seat got, and the records that say so."""

from typing import Any

from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from web.console.api_words import said
from web.console.cards import cards_text
from web.console.listing import Cell, Column, Listing, Text, listing
from web.console.thing import Link, Section, thing_page
from web.console.visit import Visit, console_page
from web.console.wording import NOTHING, amount, instant


@require_safe
@console_page
def hand_page(visit: Visit, table_id: str, epoch: str) -> HttpResponseBase:
    """Show a finished hand as everybody may see it."""
    hand = visit.interface.get(f"/tables/{table_id}/hands/{epoch}")
    return thing_page(
        visit,
        title=_("Hand or game %(epoch)s") % {"epoch": hand["epoch"]},
        identity=f"{table_id}-{hand['epoch']}",
        tag=Cell(said(hand["ended_by"])),
        back=Link(f"/console/tables/{table_id}", _("Table")),
        sections=[
            Section(title=_("At a glance"), facts=_facts(hand)),
            Section(title=_("Outcome"), listing=_results(visit, hand)),
            Section(title=_("Records"), listing=_records(visit, hand), texts=_notes(hand)),
        ],
    )


def _facts(hand: dict[str, Any]) -> list[tuple[Text, Cell]]:
    return [
        (_("Begun"), Cell(instant(hand["seated_at"]))),
        (_("Ended"), Cell(instant(hand["ended_at"]))),
        (_("Cards"), Cell(cards_text(hand["cards"]) if hand["cards"] else NOTHING)),
        (_("Values that did not come"), Cell(_seats(hand["missing"]))),
        (_("Seed"), Cell(hand["seed"] or NOTHING, is_code=bool(hand["seed"]))),
    ]


def _seats(missing: list[int]) -> str:
    return "; ".join(_("seat %(seat)s") % {"seat": seat} for seat in missing) or NOTHING


def _results(visit: Visit, hand: dict[str, Any]) -> Listing:
    return listing(
        visit,
        name="results",
        caption=_("Outcome"),
        columns=[
            *(Column(_("Seat")), Column(_("Outcome"))),
            *(Column(_("Staked in all"), is_number=True), Column(_("Returned"), is_number=True)),
        ],
        rows=[
            [
                Cell(str(each["seat"])),
                Cell(said(each["outcome"])),
                Cell(amount(each["staked"])),
                Cell(amount(each["returned"])),
            ]
            for each in hand["results"]
        ],
        empty=_("Nothing was won or lost: all stakes went back."),
        is_whole=False,
    )


def _records(visit: Visit, hand: dict[str, Any]) -> Listing:
    return listing(
        visit,
        name="records",
        caption=_("Records"),
        columns=[Column(_("Record")), Column(_("Leaf"))],
        rows=[[Cell(str(each["seq"])), Cell(each["leaf"], is_code=True)] for each in hand["records"]],
        empty="",
        is_whole=False,
    )


def _notes(hand: dict[str, Any]) -> list[tuple[str, str]]:
    return [(_("Signed record %(number)s") % {"number": each["seq"]}, each["note"]) for each in hand["records"]]
