"""Games: those on offer, and one with its rules, its exact return and its switches."""

import json
from typing import Any, Final

from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from web.console.action import Action, offered, run_action
from web.console.api_words import said
from web.console.field import Field
from web.console.listing import Cell, Column, asked, listing
from web.console.navigation import ADMINISTRATORS
from web.console.switch_actions import switch_actions
from web.console.thing import Link, Section, list_page, thing_page
from web.console.visit import Visit, console_page
from web.console.wording import amount

GAMES: Final = "/console/games"

PUBLISH: Final = Action(
    slug="authorise-publication",
    title=gettext_lazy("Let a release publish its rules"),
    follows=gettext_lazy(
        "`publish_rules` and `install` may publish what has this digest, for seven days. `publish_rules --dry-run` of the"
        " release prints it."
    ),
    act="authorise-publication",
    fields=(Field(name="sha256", label=gettext_lazy("Digest (SHA-256)"), length_max=64),),
    roles=frozenset({ADMINISTRATORS}),
    group=gettext_lazy("Rules"),
)
VOID: Final = Action(
    slug="void-version",
    title=gettext_lazy("Void this version's open rounds"),
    follows=gettext_lazy(
        "Switch the version off first. The stakes of the rounds that the proposal shows go back, and each record names the reason and both people."
    ),
    act="void-version",
    fixed={"version": "{game}@{version}"},
    group=gettext_lazy("Open rounds"),
    is_grave=True,
)
_LIST_ACTIONS: Final = {PUBLISH.slug: PUBLISH}
_ACTIONS: Final = {
    action.slug: action
    for action in (
        *switch_actions("game:{game}"),
        *switch_actions(
            "version:{game}@{version}",
            slug="-version",
            title_off=gettext_lazy("Switch this version off"),
            title_on=gettext_lazy("Switch this version back on"),
        ),
        VOID,
    )
}


@require_safe
@console_page
def games_page(visit: Visit) -> HttpResponseBase:
    """List the games on offer."""
    found = visit.interface.get("/games", **asked(visit))
    shown = listing(
        visit,
        name="games",
        caption=_("Games"),
        columns=[
            *(Column(_("Game")), Column(_("Version"), is_number=True), Column(_("Played"))),
            *(Column(_("Stakes"), is_number=True), Column(_("Exact RTP of all stakes, %"), is_number=True)),
            Column(_("State")),
        ],
        rows=[_row(game) for game in found["items"]],
        empty=_("A game stands here once a release has published its rules."),
        following=found["next"],
    )
    return list_page(
        visit,
        shown,
        note=_("A release brings rules, and two administrators let it publish them."),
        links=[Link("/console/figures", _("Figures")), Link("/console/switches", _("Switches"))],
        groups=offered(visit, _LIST_ACTIONS.values()),
    )


@require_safe
@console_page
def game_page(visit: Visit, game: str) -> HttpResponseBase:
    """Show a game."""
    found = visit.interface.get(f"/games/{game}")
    sheet = json.dumps(found["sheet"], indent=1, ensure_ascii=False, sort_keys=True)
    return thing_page(
        visit,
        title=found["game"],
        identity=found["rules"],
        tag=_state(found),
        back=Link(GAMES, _("Games")),
        sections=[
            Section(title=_("At a glance"), facts=_facts(found)),
            Section(title=_("Exact return"), facts=[_return(each) for each in found["rtp"]]),
            Section(title=_("Rules"), texts=[(_("Rule sheet"), sheet)]),
        ],
        groups=offered(visit, _ACTIONS.values()),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def games_action(visit: Visit, slug: str) -> HttpResponseBase:
    """Do something about the rules of all games."""
    if slug not in _LIST_ACTIONS:
        raise Http404
    return run_action(visit, _LIST_ACTIONS[slug], {}, back=GAMES)


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def game_action(visit: Visit, game: str, slug: str) -> HttpResponseBase:
    """Set a switch of a game."""
    if slug not in _ACTIONS:
        raise Http404
    version = str(visit.interface.get(f"/games/{game}")["version"])
    return run_action(visit, _ACTIONS[slug], {"game": game, "version": version}, back=f"{GAMES}/{game}")


def _state(game: dict[str, Any]) -> Cell:
    return Cell(_("on"), tone="ok") if game["available"] else Cell(_("switched off"), tone="bad")


def _row(game: dict[str, Any]) -> list[Cell]:
    totals = [each["percent"] for each in game["rtp"] if each["basis"] == "total-staked"]
    return [
        Cell(game["game"], link=f"{GAMES}/{game['game']}"),
        Cell(str(game["version"])),
        Cell(said(game["played"])),
        Cell(f"{amount(game['stake_min'])}–{amount(game['stake_max'])}"),
        Cell(", ".join(totals)),
        Cell(_("on")) if game["available"] else _state(game),
    ]


def _facts(game: dict[str, Any]) -> list[tuple[str, Cell]]:
    return [
        (_("Version"), Cell(str(game["version"]))),
        (_("Played"), Cell(said(game["played"]))),
        (_("Seats"), Cell(str(game["seats"]))),
        (_("Stakes"), Cell(f"{amount(game['stake_min'])}–{amount(game['stake_max'])}")),
        (_("Largest wager"), Cell(amount(game["wager_max"]))),
    ]


def _return(each: dict[str, Any]) -> tuple[str, Cell]:
    return str(said(each["basis"])), Cell(f"{each['percent']} %", quiet=f"{each['fraction']}, {said(each['strategy'])}")
