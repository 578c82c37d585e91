"""A hand or a game that a table has not ended: who sits in it, what is staked, and what it waits for."""

from typing import Any

from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, pgettext

from web.console.api_words import said
from web.console.cards import cards_text
from web.console.listing import Cell, Column, Listing, Text, listing
from web.console.thing import Link, Section, thing_page
from web.console.visit import Visit
from web.console.wording import NOTHING, amount, instant


def running_hand_page(visit: Visit, table: dict[str, Any]) -> HttpResponseBase:
    """Show the hand that a table of the interface's has announced and not ended. It shows no card that is secret."""
    return thing_page(
        visit,
        title=_("Hand or game %(epoch)s") % {"epoch": table["epoch"]},
        identity=f"{table['id']}-{table['epoch']}",
        tag=Cell(said(table["phase"]), tone="warn"),
        back=Link(f"/console/tables/{table['id']}", _("Table")),
        sections=[
            Section(
                title=_("At a glance"),
                note=_("It has not ended. Its outcome, its seed and its records stand here once it has."),
                facts=_facts(table),
            ),
            Section(title=_("Players"), listing=_players(visit, table)),
        ],
    )


def _facts(table: dict[str, Any]) -> list[tuple[Text, Cell]]:
    dealt, pot = table["hand"], table["pot_game"]
    dealt_at = (dealt or pot or {"dealt_at": None})["dealt_at"]
    return [
        (_("Due"), Cell(instant(table["due_at"]))),
        (_("Dealt"), Cell(instant(dealt_at))),
        (_("Cards"), Cell(_cards(table))),
        *([(_("Pot"), Cell(amount(pot["pot"])))] if pot else []),
        (_("Commitment"), Cell(table["announcement"]["commitment"], is_code=True)),
        (_("Newest record"), Cell(str(table["seq"]))),
    ]


def _cards(table: dict[str, Any]) -> str:
    """Return the cards that everybody sees: of a game around a pot, those before whom its turn is."""
    if table["hand"]:
        return cards_text(table["hand"]["cards"])
    turn = table["pot_game"]["turn"] if table["pot_game"] else None
    return cards_text(turn["cards"]) if turn else NOTHING


def _players(visit: Visit, table: dict[str, Any]) -> Listing:
    seats = {seat["seat"]: seat for seat in table["seats"]}
    return listing(
        visit,
        name="players",
        caption=_("Players"),
        columns=[
            *(Column(_("Player")), Column(_("Seat"), is_number=True), Column(_("Staked"), is_number=True)),
            *(Column(_("Placed")), Column(_("Value")), Column(_("Decision"))),
        ],
        rows=[_player(row, seats.get(row["seat"])) for row in table["players"] if row["epoch"] == table["epoch"]],
        empty=_("Nobody sits here."),
        is_whole=False,
    )


def _player(row: dict[str, Any], seat: dict[str, Any] | None) -> list[Cell]:
    # Whoever got up has no part in the hand, though another may sit there now.
    part = None if row["unseated"] else seat
    return [
        Cell(row["username"], link=f"/console/players/{row['player_id']}"),
        Cell(str(row["seat"])),
        Cell(amount(row["staked"])),
        Cell(instant(row["placed_at"]), quiet=_("got up") if row["unseated"] else ""),
        Cell(NOTHING if part is None else _told(part)),
        Cell(NOTHING if part is None or part["decision"] is None else said(part["decision"]["action"])),
    ]


def _told(seat: dict[str, Any]) -> str:
    return pgettext("value", "told") if seat["revealed"] else pgettext("value", "awaited")
