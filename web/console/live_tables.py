"""Live tables: all of them, one with its players and money, invitations, pairs and burnt hands."""

from typing import Any, Final

from django.conf import settings
from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, pgettext
from django.views.decorators.http import require_http_methods, require_safe

from web.console.action import ActionGroup, offered, run_action
from web.console.api_words import said
from web.console.cards import cards_text
from web.console.hands import newest_hands
from web.console.listing import Cell, Column, Filter, Listing, Text, asked, listing
from web.console.table_actions import OPEN_TABLE, TABLE_ACTIONS, UNINVITE, open_table_action
from web.console.thing import Link, Section, list_page, thing_page
from web.console.visit import Visit, console_page
from web.console.wording import NOTHING, amount, instant, short_id

TABLES: Final = "/console/tables"
_TONES: Final = {"paused": "warn", "closed": "bad"}


@require_safe
@console_page
def tables_page(visit: Visit) -> HttpResponseBase:
    """List all tables, and those whose hands were burnt."""
    found = visit.interface.get("/ops/tables", **asked(visit))
    shown = listing(
        visit,
        name="tables",
        caption=_("Live tables"),
        columns=[
            *(Column(_("Table")), Column(_("Game")), Column(_("State")), Column(_("Now"))),
            *(Column(_("Seats"), is_number=True), Column(_("Stakes"), is_number=True), Column(_("Opened"))),
        ],
        rows=[_row(table) for table in found["items"]],
        empty=_("A table stands here once an operator opens it. Its first betting begins within a second."),
        filters=[
            Filter(
                "status",
                _("State"),
                "select",
                [("", pgettext("filter", "any")), *((each, said(each)) for each in ("open", "paused", "closed"))],
            ),
            Filter("game", _("Game")),
        ],
        following=found["next"],
    )
    groups: list[ActionGroup] = offered(visit, [OPEN_TABLE])
    return list_page(visit, shown, groups=groups, after=[_burnt_counts(visit)])


@require_safe
@console_page
def table_page(visit: Visit, table_id: str) -> HttpResponseBase:
    """Show a table."""
    path = f"/ops/tables/{table_id}"
    table = visit.interface.get(path)
    invitations = visit.interface.get(f"{path}/invitations")["items"]
    return thing_page(
        visit,
        title=_("Table of %(game)s") % {"game": table["game"]},
        identity=table["id"],
        tag=Cell(said(table["status"]), tone=_TONES.get(table["status"], "ok")),
        back=Link(TABLES, _("Live tables")),
        sections=[
            Section(title=_("At a glance"), facts=_facts(table)),
            Section(title=_("Players"), listing=_players(visit, table)),
            Section(title=_("Pairs"), listing=_pairs(visit, visit.interface.get(f"{path}/pairs")["items"])),
            Section(title=_("Invitations"), listing=_invitations(visit, table, invitations)),
            Section(
                title=_("Finished hands and games"),
                facts=[(_("All of them"), Cell(_("List"), link=f"{TABLES}/{table_id}/hands"))],
                listing=newest_hands(visit, table_id),
            ),
            Section(
                title=_("Burnt hands"),
                listing=_burnt(
                    visit, table_id, visit.interface.get(f"/tables/{table_id}/burnt-hands", limit="20")["items"]
                ),
            ),
        ],
        groups=offered(visit, TABLE_ACTIONS.values(), state=table["status"]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def open_table(visit: Visit) -> HttpResponseBase:
    """Open a table."""
    offered_here = visit.interface.get("/games")["currencies"]
    action = open_table_action(
        [each["currency"] for each in offered_here],
        game_seconds_max=settings.REDDOG_JURISDICTION.reality_check_interval_ms // 1000,
        beacon=settings.REDDOG_BEACON_URL,
    )
    return run_action(visit, action, {}, back=TABLES)


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def table_action(visit: Visit, table_id: str, slug: str) -> HttpResponseBase:
    """Do something about a table."""
    if slug not in TABLE_ACTIONS:
        raise Http404
    return run_action(visit, TABLE_ACTIONS[slug], {"table_id": table_id}, back=f"{TABLES}/{table_id}")


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def uninvite(visit: Visit, table_id: str, player_id: str) -> HttpResponseBase:
    """Take an invitation back."""
    parts = {"table_id": table_id, "player_id": player_id}
    return run_action(visit, UNINVITE, parts, back=f"{TABLES}/{table_id}")


def _row(table: dict[str, Any]) -> list[Cell]:
    return [
        Cell(short_id(table["id"]), link=f"{TABLES}/{table['id']}", quiet=_("test") if table["test"] else ""),
        Cell(table["game"]),
        Cell(said(table["status"]), tone=_TONES.get(table["status"], "")),
        _now(table),
        Cell(f"{table['seats_taken']}/{table['seats_max']}"),
        Cell(_stakes(table)),
        Cell(instant(table["opened_at"])),
    ]


def _now(table: dict[str, Any]) -> Cell:
    if table["status"] == "open" and not table["available"]:
        return Cell(_("switched off, or of older rules"), tone="warn")
    return Cell(said(table["phase"]), quiet=str(table["epoch"]))


def _current(table: dict[str, Any]) -> Cell:
    """Return the number of the table's hand, with its page once it is announced."""
    number = str(table["epoch"])
    return Cell(number, link=f"{TABLES}/{table['id']}/hands/{number}" if table["announcement"] else "")


def _stakes(table: dict[str, Any]) -> str:
    return f"{amount(table['stake_min'])}–{amount(table['stake_max'])}"


def _facts(table: dict[str, Any]) -> list[tuple[Text, Cell]]:
    hand, pot = table["hand"], table["pot_game"]
    return [
        (_("Game"), Cell(table["game"], link=f"/console/games/{table['game']}", quiet=f"v{table['rules_version']}")),
        (_("Now"), _now(table)),
        (_("Hand or game"), _current(table)),
        (_("Due"), Cell(instant(table["due_at"]))),
        *([(_("Cards"), Cell(cards_text(hand["cards"])))] if hand else []),
        *([(_("Pot"), Cell(amount(pot["pot"])))] if pot else []),
        (_("Money on the table"), Cell(amount(table["staked"]))),
        (_("Seats"), Cell(f"{table['seats_taken']}/{table['seats_max']}")),
        (_("Stakes"), Cell(_stakes(table))),
        (_("Who may sit"), Cell(said(table["admission"]))),
        (
            _("Seconds: betting, values, decision"),
            Cell(f"{table['betting_seconds']}, {table['revealing_seconds']}, {table['deciding_seconds']}"),
        ),
        (_("Newest record"), Cell(str(table["seq"]))),
        (_("Opened"), Cell(instant(table["opened_at"]))),
        (_("Leaf"), Cell(table["leaf"], is_code=True)),
    ]


def _players(visit: Visit, table: dict[str, Any]) -> Listing:
    return listing(
        visit,
        name="players",
        caption=_("Players"),
        columns=[
            *(Column(_("Player")), Column(_("Seat"), is_number=True), Column(_("Hand or game"), is_number=True)),
            *(Column(_("Staked"), is_number=True), Column(_("Placed"))),
        ],
        rows=[
            [
                Cell(row["username"], link=f"/console/players/{row['player_id']}"),
                Cell(str(row["seat"])),
                Cell(str(row["epoch"])),
                Cell(amount(row["staked"])),
                Cell(instant(row["placed_at"]), quiet=_("got up") if row["unseated"] else ""),
            ]
            for row in table["players"]
        ],
        empty=_("Nobody sits here."),
        is_whole=False,
    )


def _pairs(visit: Visit, pairs: list[dict[str, Any]]) -> Listing:
    return listing(
        visit,
        name="pairs",
        caption=_("Pairs"),
        columns=[
            *(Column(_("Who lost")), Column(_("To whom")), Column(_("Games of both"), is_number=True)),
            *(Column(_("Net"), is_number=True), Column(_("Shared"))),
            *(
                Column(_("Raises: with, without"), is_number=True),
                Column(_("Spared: with, without"), is_number=True),
            ),
        ],
        rows=[_pair(pair) for pair in pairs],
        empty=_("Around a pot, who lost to whom stands here: of the newest 1000 games."),
        is_whole=False,
    )


def _pair(pair: dict[str, Any]) -> list[Cell]:
    loser, winner = pair["partners"]
    shared = [
        *([_("device")] if pair["shared_device"] else []),
        *([_("address")] if pair["shared_address"] else []),
    ]
    return [
        Cell(short_id(loser["player_id"]), link=f"/console/players/{loser['player_id']}"),
        Cell(short_id(winner["player_id"]), link=f"/console/players/{winner['player_id']}"),
        Cell(str(pair["games"])),
        Cell(amount(pair["net"])),
        Cell(", ".join(shared), tone="warn") if shared else Cell(NOTHING),
        Cell(f"{amount(loser['raised_together'])}, {amount(loser['raised_apart'])}"),
        Cell(f"{_spared(loser, 'together')}, {_spared(loser, 'apart')}"),
    ]


def _spared(partner: dict[str, Any], where: str) -> str:
    return f"{partner[f'spared_{where}']}/{partner[f'good_hands_{where}']}"


def _invitations(visit: Visit, table: dict[str, Any], invitations: list[dict[str, Any]]) -> Listing:
    base = f"{TABLES}/{table['id']}/invitations"
    return listing(
        visit,
        name="invitations",
        caption=_("Invitations"),
        columns=[Column(_("Player")), Column(_("Action"))],
        rows=[
            [
                Cell(each["player_id"], link=f"/console/players/{each['player_id']}"),
                Cell(_("Take back"), link=f"{base}/{each['player_id']}"),
            ]
            for each in invitations
        ],
        empty=_("Everybody may sit here.") if table["admission"] == "public" else _("Nobody is invited yet."),
        is_whole=False,
    )


def _burnt(visit: Visit, table_id: str, hands: list[dict[str, Any]]) -> Listing:
    return listing(
        visit,
        name="burnt-hands",
        caption=_("Burnt hands"),
        columns=[Column(_("Burnt")), Column(_("Hand or game"), is_number=True), Column(_("Values that did not come"))],
        rows=[
            [
                Cell(instant(hand["burnt_at"])),
                Cell(str(hand["epoch"]), link=f"{TABLES}/{table_id}/hands/{hand['epoch']}"),
                Cell(
                    "; ".join(
                        _("seat %(seat)s: %(fate)s") % {"seat": each["seat"], "fate": said(each["status"])}
                        for each in hand["values"]
                    )
                ),
            ]
            for hand in hands
        ],
        empty=_("A hand is burnt when a player’s value does not come in time: nothing is dealt, stakes go back."),
        is_whole=False,
    )


def _burnt_counts(visit: Visit) -> Section:
    counts = visit.interface.get("/ops/tables/burnt-hands")["items"]
    shown = listing(
        visit,
        name="burnt-counts",
        caption=_("Burnt hands"),
        columns=[
            *(Column(_("Table")), Column(_("Newest hands"), is_number=True), Column(_("Burnt"), is_number=True)),
            *(Column(_("Late"), is_number=True), Column(_("Lost"), is_number=True), Column(_("Owed"), is_number=True)),
            *(Column(_("House would have won"), is_number=True), Column(_("State"))),
        ],
        rows=[
            [
                Cell(short_id(each["table_id"]), link=f"{TABLES}/{each['table_id']}"),
                *(Cell(str(each[name])) for name in ("hands", "burnt", "late", "lost", "owed")),
                Cell(amount(each["house_would_have_won"])),
                Cell(_("too many"), tone="bad") if each["alarm"] else Cell(_("as usual")),
            ]
            for each in counts
        ],
        empty=_("No value has been late lately."),
        is_whole=False,
    )
    return Section(title=_("Burnt hands"), listing=shown, note=_("Values that did not come, by table."))
