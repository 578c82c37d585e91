"""Hands and games of a live table: those that it has finished, and one with its outcome and the records that say so."""

from typing import Any, Final

from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from web.console.api_words import said
from web.console.cards import cards_text
from web.console.interface import ProblemAnswered
from web.console.listing import Cell, Column, Listing, Text, asked, listing
from web.console.running_hand import running_hand_page
from web.console.thing import Link, Section, list_page, thing_page
from web.console.visit import Visit, console_page
from web.console.wording import NOTHING, amount, instant

_NOT_FINISHED: Final = "hand-not-found"
_NEWEST: Final = "10"
"""How many finished hands stand on the page of their table."""


@require_safe
@console_page
def hands_page(visit: Visit, table_id: str) -> HttpResponseBase:
    """List the hands and games that a table has finished, the newest first."""
    found = visit.interface.get(f"/tables/{table_id}/hands", **asked(visit))
    shown = _hands(visit, table_id, found["items"], following=found["next"])
    return list_page(visit, shown, links=[Link(f"/console/tables/{table_id}", _("Table"))])


def newest_hands(visit: Visit, table_id: str) -> Listing:
    """Return the beginning of the list of a table's finished hands."""
    found = visit.interface.get(f"/tables/{table_id}/hands", limit=_NEWEST)
    return _hands(visit, table_id, found["items"], is_whole=False)


def _hands(
    visit: Visit, table_id: str, hands: list[dict[str, Any]], *, following: str | None = None, is_whole: bool = True
) -> Listing:
    return listing(
        visit,
        name="hands",
        caption=_("Finished hands and games"),
        columns=[
            *(Column(_("Hand or game")), Column(_("Begun")), Column(_("Ended"))),
            *(Column(_("Outcome")), Column(_("Seats"), is_number=True), Column(_("Cards"))),
        ],
        rows=[
            [
                Cell(str(hand["epoch"]), link=f"/console/tables/{table_id}/hands/{hand['epoch']}"),
                Cell(instant(hand["seated_at"])),
                Cell(instant(hand["ended_at"])),
                Cell(said(hand["ended_by"])),
                Cell(str(len(hand["results"]))),
                Cell(cards_text(hand["cards"])),
            ]
            for hand in hands
        ],
        empty=_("A hand or a game stands here once it has ended."),
        following=following,
        is_whole=is_whole,
    )


@require_safe
@console_page
def hand_page(visit: Visit, table_id: str, epoch: str) -> HttpResponseBase:
    """Show a finished hand as everybody may see it, or the one that runs as its table says."""
    try:
        hand = visit.interface.get(f"/tables/{table_id}/hands/{epoch}")
    except ProblemAnswered as problem:
        if problem.code != _NOT_FINISHED:
            raise
        table = visit.interface.get(f"/ops/tables/{table_id}")
        if str(table["epoch"]) != epoch or table["announcement"] is None:
            raise
        return running_hand_page(visit, table)
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
