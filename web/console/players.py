"""Find players, look at one, and act."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, pgettext
from django.views.decorators.http import require_http_methods, require_safe

from web.console.action import run_action
from web.console.listing import Cell, Column, Filter, asked, export, is_export, listing
from web.console.player_actions import ACTIONS
from web.console.visit import Visit, console_page
from web.console.wording import instant, short_id


@require_safe
@console_page
def players_page(visit: Visit) -> HttpResponseBase:
    """List players, the newest first."""
    found = visit.interface.get("/ops/players", **asked(visit))
    shown = listing(
        visit,
        name="players",
        caption=_("Players"),
        columns=[
            Column(_("Player")),
            Column(_("State")),
            Column(_("Registered")),
            Column(_("Last login")),
        ],
        rows=[_row(player) for player in found["items"]],
        empty=_("Players register themselves at the table."),
        filters=_filters(),
        following=found["next"],
    )
    return export(shown) if is_export(visit) else visit.page("players.html", {"title": _("Players"), "listing": shown})


@require_safe
@console_page
def player_page(visit: Visit, player_id: str) -> HttpResponseBase:
    """Show one player."""
    player = visit.interface.get(f"/ops/players/{player_id}")
    actions = [action for action in ACTIONS.values() if not action.roles.isdisjoint(visit.roles)]
    return visit.page("player.html", {"title": player["username"], "player": player, "actions": actions})


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def player_action(visit: Visit, player_id: str, slug: str) -> HttpResponseBase:
    """Do something about a player."""
    if slug not in ACTIONS:
        raise Http404
    return run_action(visit, ACTIONS[slug], {"player_id": player_id}, back=f"/console/players/{player_id}")


def _filters() -> list[Filter]:
    return [
        Filter("username_prefix", _("Name begins with")),
        Filter(
            "status",
            _("State"),
            "select",
            [
                ("", pgettext("filter", "any")),
                *((status, status) for status in ("active", "suspended", "dormant", "closed")),
            ],
        ),
    ]


def _row(player: Mapping[str, Any]) -> list[Cell]:
    tone = {"suspended": "bad", "closed": "warn"}.get(player["status"], "")
    return [
        Cell(player["username"], link=f"/console/players/{player['id']}", quiet=short_id(player["id"])),
        Cell(player["status"], tone=tone),
        Cell(instant(player["created_at"])),
        Cell(instant(player["last_login_at"])),
    ]
