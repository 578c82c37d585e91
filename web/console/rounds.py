"""Rounds: those that wait for a decision, those that are stuck, and one with its replay."""

import re
from typing import Any, Final

from django.http import Http404, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, gettext_lazy, pgettext
from django.views.decorators.http import require_http_methods, require_safe

from web.console.action import Action, offered, run_action
from web.console.api_words import said
from web.console.cards import cards_text
from web.console.listing import Cell, Column, Filter, Listing, asked, interval_filters, listing
from web.console.replay import replay
from web.console.thing import Link, Section, list_page, thing_page
from web.console.visit import Visit, console_page
from web.console.wording import NOTHING, instant, short_id, value_text

ROUNDS: Final = "/console/rounds"
_PLAYER_ID: Final = re.compile(r"[0-9a-f]{32}")
_ROUND_ID: Final = re.compile(r"[0-9a-f]{32}-[0-9]+-[0-9]+")
_STATUSES: Final = ("open", "settled", "voided")
_TONES: Final = {"open": "warn", "voided": "bad"}
_LIST_TONES: Final = {"voided": "warn"}
"""In a list an open round is as usual."""

_ALL: Final = (
    Action(
        slug="void",
        title=gettext_lazy("Void the round"),
        follows=gettext_lazy(
            "The stake goes back, the seed is revealed, and the record names the reason and both people."
        ),
        act="void-round",
        fixed={"round_id": "{round_id}"},
        group=gettext_lazy("This round"),
        states=frozenset({"open"}),
        is_grave=True,
    ),
)
_ACTIONS: Final = {action.slug: action for action in _ALL}


@require_safe
@console_page
def rounds_page(visit: Visit) -> HttpResponseBase:
    """List rounds, the newest deal first; `overdue` leaves the open ones that nobody settled in time."""
    found = visit.interface.get("/ops/rounds", **asked(visit))
    shown = listing(
        visit,
        name="rounds",
        caption=_("Rounds"),
        columns=[
            *(Column(_("Dealt")), Column(_("Round")), Column(_("Player")), Column(_("Game"))),
            *(Column(_("First bet"), is_number=True), Column(_("Staked in all"), is_number=True)),
            *(Column(_("Returned"), is_number=True), Column(_("Outcome"))),
        ],
        rows=[_row(each) for each in found["items"]],
        empty=_(
            "Rounds of all players stand here from the moment they are dealt. Those of one game may be on a next page."
        ),
        filters=[*_filters(visit), *interval_filters()],
        following=found["next"],
    )
    return list_page(
        visit,
        shown,
        note=_("Newest deal first; open ones alone by player. The worker settles an open round at its time-out."),
        template="rounds.html",
    )


def _filters(visit: Visit) -> list[Filter]:
    games = [each["game"] for each in visit.interface.get("/games")["items"]]
    # A game that is offered no more still has its rounds.
    named = visit.query.get("game", "")
    games += [named] if named and named not in games else []
    return [
        Filter("game", _("Game"), "select", [("", pgettext("filter", "any")), *((game, game) for game in games)]),
        Filter("player_id", _("Player’s id")),
        Filter(
            "status",
            _("State"),
            "select",
            [("", pgettext("filter", "any")), *((each, said(each)) for each in _STATUSES)],
        ),
        Filter(
            "overdue",
            _("Open rounds"),
            "select",
            [("", pgettext("filter", "all")), ("true", _("stuck: past their time-out"))],
        ),
    ]


@require_safe
@console_page
def find_round(visit: Visit) -> HttpResponseBase:
    """Go to the round of an id, or to the rounds of a player's id."""
    text = visit.query.get("round", "").strip().lower()
    if not text:
        return HttpResponseRedirect(ROUNDS)
    if _PLAYER_ID.fullmatch(text):
        return HttpResponseRedirect(f"/console/players/{text}/rounds")
    if _ROUND_ID.fullmatch(text):
        return HttpResponseRedirect(f"{ROUNDS}/{text}")
    # What is no round's id, the interface says.
    return _round_page(visit, text)


@require_safe
@console_page
def round_page(visit: Visit, round_id: str) -> HttpResponseBase:
    """Show a round, step by step, with its money, seed and records."""
    return _round_page(visit, round_id)


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def round_action(visit: Visit, round_id: str, slug: str) -> HttpResponseBase:
    """Do something about a round."""
    if slug not in _ACTIONS:
        raise Http404
    return run_action(visit, _ACTIONS[slug], {"round_id": round_id}, back=f"{ROUNDS}/{round_id}")


def _round_page(visit: Visit, round_id: str) -> HttpResponseBase:
    played = visit.interface.get(f"/ops/rounds/{round_id}")
    return thing_page(
        visit,
        title=_("Round %(number)s") % {"number": f"{played['epoch']}-{played['nonce']}"},
        identity=played["id"],
        tag=Cell(said(played["status"]), tone=_TONES.get(played["status"], "ok")),
        back=Link(ROUNDS, _("Rounds")),
        sections=[
            Section(title=_("At a glance"), facts=_facts(played)),
            Section(
                title=_("Replay"),
                note=_("Each line is a fact of a signed record."),
                lines=replay(played),
            ),
            Section(
                title=_("Proof"),
                facts=[
                    (
                        _("Seed"),
                        Cell(played["seed"] or _("revealed when the round ends"), is_code=bool(played["seed"])),
                    ),
                    (_("Epoch, round"), Cell(f"{played['epoch']}, {played['nonce']}")),
                    (_("Rules"), Cell(played["rules"], is_code=True)),
                ],
            ),
            Section(title=_("Records"), listing=_records(visit, played), texts=_notes(played)),
        ],
        groups=offered(visit, _ALL, state=played["status"]),
    )


def _facts(played: dict[str, Any]) -> list[tuple[str, Cell]]:
    player = played["id"].partition("-")[0]
    side_bet = played["side_bet"]
    return [
        (_("Player"), Cell(short_id(player), link=f"/console/players/{player}")),
        (_("Game"), Cell(played["game"], link=f"/console/games/{played['game']}", quiet=f"v{played['rules_version']}")),
        (_("Cards"), Cell(cards_text(played["cards"]))),
        (_("Spread"), Cell(NOTHING if played["spread"] is None else str(played["spread"]))),
        (_("First bet"), Cell(value_text(played["stake"]))),
        *(
            [(_("Side bet"), Cell(value_text(side_bet["staked"]), quiet=side_bet["category"] or ""))]
            if side_bet
            else []
        ),
        (_("Staked in all"), Cell(value_text(played["staked"]))),
        (_("Returned"), Cell(value_text(played["returned"]))),
        (_("Outcome"), Cell(said(played["outcome"]) or NOTHING)),
        (_("Dealt"), Cell(instant(played["dealt_at"]))),
        (_("Settled"), Cell(instant(played["settled_at"]))),
        *([(_("Times out"), Cell(instant(played["times_out_at"])))] if played["times_out_at"] else []),
        (_("Cash afterwards"), Cell(value_text(played["balance"]["cash"]))),
    ]


def _records(visit: Visit, played: dict[str, Any]) -> Listing:
    return listing(
        visit,
        name="records",
        caption=_("Records"),
        columns=[Column(_("Record")), Column(_("Leaf"))],
        rows=[[Cell(str(receipt["seq"])), Cell(receipt["leaf"], is_code=True)] for receipt in played["receipts"]],
        empty="",
        is_whole=False,
    )


def _notes(played: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (_("Signed record %(number)s") % {"number": receipt["seq"]}, receipt["note"]) for receipt in played["receipts"]
    ]


def _row(each: dict[str, Any]) -> list[Cell]:
    return [
        Cell(instant(each["dealt_at"])),
        Cell(short_id(each["id"]) + each["id"][32:], link=f"{ROUNDS}/{each['id']}"),
        Cell(short_id(each["player_id"]), link=f"/console/players/{each['player_id']}"),
        Cell(each["game"]),
        Cell(value_text(each["stake"])),
        Cell(value_text(each["staked"])),
        Cell(value_text(each["returned"])),
        _outcome(each),
    ]


def _outcome(each: dict[str, Any]) -> Cell:
    """Return how a round ended, or why it has not."""
    if each["overdue"]:
        return Cell(_("stuck"), tone="bad")
    if each["status"] == "settled":
        return Cell(said(each["outcome"]))
    return Cell(said(each["status"]), tone=_LIST_TONES.get(each["status"], ""))
