"""Find players, look at one, and act."""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode

from django.http import Http404, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from web.console.action import offered, run_action
from web.console.api_words import said
from web.console.interface import Call, ProblemAnswered
from web.console.listing import Cell, Column, Filter, Listing, asked, export, interval_filters, is_export, listing
from web.console.navigation import OPERATORS
from web.console.player_actions import ACTIONS, LIMIT_TITLES
from web.console.player_parts import PARTS, SHOWN, part_beginning, part_page
from web.console.visit import Visit, console_page
from web.console.wording import NOTHING, amount, instant, short_id, value_text

_PLAYERS: Final = "/console/players"
_ID: Final = re.compile(r"[0-9a-f]{32}")
_STATES: Final = ("active", "suspended", "dormant", "closed")
_PART_MIN: Final = 3
"""How many characters the interface finds in the middle of a name; fewer are its beginning."""
_PERSON: Final = ("given_name", "family_name", "birth_date")
_PERSON_PROBLEMS: Final[Mapping[int, str]] = {HTTPStatus.BAD_REQUEST: "malformed", HTTPStatus.NOT_FOUND: "no_person"}
_NONE: Final[Mapping[str, Any]] = {"items": (), "next": None}
_TONES: Final = {"suspended": "bad", "excluded": "warn", "closed": "warn", "dormant": "warn"}


@require_POST
@console_page
def find_player(visit: Visit) -> HttpResponseBase:
    """Go to the player of an id or an e-mail address, or list those whose names contain the text.

    It is a form that is sent, so that no address of a page holds an e-mail address.
    """
    text = visit.request.POST.get("find", "").strip()
    if _ID.fullmatch(text.lower()):
        return HttpResponseRedirect(f"{_PLAYERS}/{text.lower()}")
    if "@" not in text:
        member = "username_prefix" if len(text) < _PART_MIN else "username_part"
        return HttpResponseRedirect(f"{_PLAYERS}?{urlencode({member: text})}" if text else _PLAYERS)
    try:
        found = visit.interface.send(Call(method="POST", path="/ops/player-searches", body={"email": text})).document
    except ProblemAnswered as problem:
        if problem.status != HTTPStatus.NOT_FOUND:
            raise
        return visit.page("players.html", _page_of(visit, _listing(visit, _NONE), nobody=text))
    return HttpResponseRedirect(f"{_PLAYERS}/{found['id']}")


@require_POST
@console_page
def find_person(visit: Visit) -> HttpResponseBase:
    """List the accounts of a person. It is a form that is sent, so that no address of a page holds a name."""
    described = {member: visit.request.POST.get(member, "").strip() for member in _PERSON}
    call = Call(method="POST", path="/ops/person-searches", body=described)
    try:
        found = visit.interface.send(call).document
    except ProblemAnswered as problem:
        if problem.status not in _PERSON_PROBLEMS:
            raise
        members = {**_page_of(visit, _listing(visit, _NONE)), _PERSON_PROBLEMS[problem.status]: True}
        return visit.page("players.html", members, status=problem.status)
    return visit.page("players.html", _page_of(visit, _listing(visit, found)))


@require_safe
@console_page
def players_page(visit: Visit) -> HttpResponseBase:
    """List players, the newest first."""
    shown = _listing(visit, visit.interface.get("/ops/players", **asked(visit)))
    return export(shown) if is_export(visit) else visit.page("players.html", _page_of(visit, shown))


@require_safe
@console_page
def player_page(visit: Visit, player_id: str) -> HttpResponseBase:
    """Show one player: state, money, limits, and the newest of all that is kept."""
    path = f"/ops/players/{player_id}"
    player = visit.interface.get(path)
    markers = visit.interface.get(f"{path}/markers")["items"]
    newest = visit.interface.get(f"{path}/statement", limit="1")["items"]
    members = {
        "title": player["username"],
        "player": player,
        "tone": _TONES.get(player["status"], ""),
        "balance": newest[0]["balance"] if newest else None,
        "limits": _limits(visit, path),
        "exclusions": visit.interface.get(f"{path}/exclusion"),
        "assessment": markers[0] if markers else None,
        "parts": [(name, part_beginning(visit, PARTS[name], player_id)) for name in SHOWN],
        "groups": offered(visit, ACTIONS.values(), state=player["status"]),
        "is_operator": OPERATORS in visit.roles,
    }
    return visit.page("player.html", members)


@require_safe
@console_page
def player_part(visit: Visit, player_id: str, name: str) -> HttpResponseBase:
    """List all of one kind that is kept about a player."""
    if name not in PARTS:
        raise Http404
    shown = part_page(visit, PARTS[name], player_id)
    if is_export(visit):
        return export(shown)
    player = visit.interface.get(f"/ops/players/{player_id}")
    return visit.page("player_part.html", {"title": shown.caption, "player": player, "listing": shown})


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def player_action(visit: Visit, player_id: str, slug: str) -> HttpResponseBase:
    """Do something about a player."""
    if slug not in ACTIONS:
        raise Http404
    action = ACTIONS[slug]
    asks_money = visit.request.method == "POST" and any(field.is_money for field in action.fields)
    currency = _currency(visit, player_id) if asks_money else ""
    return run_action(visit, action, {"player_id": player_id}, back=f"{_PLAYERS}/{player_id}", currency=currency)


def _currency(visit: Visit, player_id: str) -> str:
    return str(visit.interface.get(f"/ops/players/{player_id}")["currency"])


def _page_of(visit: Visit, shown: Listing, *, nobody: str = "") -> dict[str, Any]:
    return {"title": _("Players"), "listing": shown, "nobody": nobody, "is_operator": OPERATORS in visit.roles}


def _listing(visit: Visit, found: Mapping[str, Any]) -> Listing:
    return listing(
        visit,
        name="players",
        caption=_("Players"),
        columns=[Column(_("Player")), Column(_("State")), Column(_("Registered")), Column(_("Last login"))],
        rows=[_row(player) for player in found["items"]],
        empty=_(
            "Players register themselves at the table. Three letters of a name are enough; capitals do not matter."
        ),
        filters=[
            Filter("username_part", _("Name contains"), hint=_("three letters or more")),
            Filter("username_prefix", _("Name begins with")),
            Filter(
                "status",
                _("State"),
                "select",
                [("", pgettext("filter", "any")), *((state, said(state)) for state in _STATES)],
            ),
            Filter(
                "test_account",
                _("Accounts"),
                "select",
                [("", pgettext("filter", "any")), ("false", _("players’")), ("true", _("tests’"))],
            ),
            Filter(
                "dated_by",
                _("Days of"),
                "select",
                [("", _("registration")), ("last-login", _("last login"))],
            ),
            *interval_filters(),
        ],
        following=found["next"],
    )


def _row(player: Mapping[str, Any]) -> list[Cell]:
    return [
        Cell(player["username"], link=f"{_PLAYERS}/{player['id']}", quiet=short_id(player["id"])),
        Cell(
            said(player["status"]),
            tone=_TONES.get(player["status"], ""),
            quiet=_("test") if player["test_account"] else "",
        ),
        Cell(instant(player["created_at"])),
        Cell(instant(player["last_login_at"])),
    ]


def _limits(visit: Visit, path: str) -> Listing:
    """Return the limits that there are: what binds, what is used, and what waits."""
    rows = visit.interface.get(f"{path}/limits")["items"]
    return listing(
        visit,
        name="limits",
        caption=_("Limits"),
        columns=[
            *(Column(_("Limit")), Column(_("Player’s"), is_number=True), Column(_("Operator’s"), is_number=True)),
            *(Column(_("Binds"), is_number=True), Column(_("Used"), is_number=True), Column(_("Waits"))),
        ],
        rows=[_limit(row) for row in rows if row["binding_value"] is not None or row["loosening"] is not None],
        empty=_("No limit binds. The player sets limits, and the staff may set tighter ones."),
        is_whole=False,
    )


def _limit(row: Mapping[str, Any]) -> list[Cell]:
    loosening, window = row["loosening"], row["window"]
    waits = (
        ""
        if loosening is None
        else _("%(value)s, confirmable from %(instant)s")
        % {"value": _limit_text(loosening["value"]), "instant": instant(loosening["confirmable_from"])}
    )
    return [
        Cell(LIMIT_TITLES.get(row["name"], row["name"])),
        *(Cell(_limit_text(row[name])) for name in ("player_value", "operator_value", "binding_value")),
        Cell(NOTHING if window is None else amount(window["used"])),
        Cell(waits or NOTHING),
    ]


def _limit_text(value: Mapping[str, Any] | None) -> str:
    if value is not None and "seconds" in value:
        return _("%(count)s min") % {"count": value["seconds"] // 60}
    return amount(value) if value is None or "amount" in value else value_text(value)
