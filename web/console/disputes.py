"""Disputes about rounds and hands at tables: those that wait, overdue ones first, and one with its answer and its evidence."""

from typing import Any, Final

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from web.console.action import Action, offered, run_action
from web.console.api_words import said
from web.console.field import Field
from web.console.interface import Call
from web.console.listing import Cell, Column, Filter, asked, listing
from web.console.thing import Link, Section, list_page, thing_page
from web.console.visit import Visit, console_page
from web.console.wording import NOTHING, instant, short_id

DISPUTES: Final = "/console/disputes"

_ANSWER: Final = Action(
    slug="answer",
    title=gettext_lazy("Answer the dispute"),
    follows=gettext_lazy("The player reads it, and it is answered once. It moves no money: that takes an adjustment."),
    path="/ops/disputes/{dispute_id}/answer",
    fields=(
        Field(
            name="outcome",
            label=gettext_lazy("Outcome"),
            kind="select",
            choices=(
                ("rejected", gettext_lazy("it stands as it is")),
                ("upheld", gettext_lazy("the player is right")),
            ),
        ),
        Field(name="text", label=gettext_lazy("Answer"), kind="textarea", length_max=2000),
    ),
    reason="none",
    group=gettext_lazy("This dispute"),
    states=frozenset({"open"}),
)


@require_safe
@console_page
def disputes_page(visit: Visit) -> HttpResponseBase:
    """List disputes."""
    found = visit.interface.get("/ops/disputes", **asked(visit))
    shown = listing(
        visit,
        name="disputes",
        caption=_("Disputes"),
        columns=[
            *(Column(_("Opened")), Column(_("Dispute")), Column(_("Disputed")), Column(_("Player"))),
            *(Column(_("Answer due")), Column(_("State"))),
        ],
        rows=[_row(dispute) for dispute in found["items"]],
        empty=_("A player disputes a round or a hand. It stands here until somebody answers."),
        filters=[
            Filter("status", _("State"), "select", [("", said("open")), ("answered", said("answered"))]),
            Filter("player_id", _("Player’s id")),
        ],
        following=found["next"],
    )
    return list_page(visit, shown)


@require_safe
@console_page
def dispute_page(visit: Visit, dispute_id: str) -> HttpResponseBase:
    """Show a dispute."""
    dispute = visit.interface.get(f"/ops/disputes/{dispute_id}")
    return thing_page(
        visit,
        title=_("Dispute about a round") if dispute["about"] == "round" else _("Dispute about a hand at a table"),
        identity=dispute["id"],
        tag=_state(dispute),
        back=Link(DISPUTES, _("Disputes")),
        sections=[
            Section(title=_("What the player says"), note=dispute["text"] or _("erased"), facts=_facts(dispute)),
            Section(
                title=_("Evidence"),
                note=_("What is disputed with its signed records, their proofs, and the statement around it."),
                facts=[(_("File"), Cell(_("Evidence as JSON"), link=f"{DISPUTES}/{dispute_id}/evidence"))],
            ),
            Section(
                title=_("Answer"),
                note=dispute["answer"] or "",
                facts=_answer(dispute),
                empty=_("Nobody has answered yet."),
            ),
        ],
        groups=offered(visit, [_ANSWER], state=dispute["status"]),
    )


@require_safe
@console_page
def dispute_evidence(visit: Visit, dispute_id: str) -> HttpResponseBase:
    """Hand the evidence over as a file."""
    answer = visit.interface.send(Call(method="GET", path=f"/ops/disputes/{dispute_id}/evidence"))
    response = HttpResponse(answer.content, content_type=answer.media_type)
    response["Content-Disposition"] = f'attachment; filename="dispute-{dispute_id}.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def dispute_action(visit: Visit, dispute_id: str, slug: str) -> HttpResponseBase:
    """Answer a dispute."""
    if slug != _ANSWER.slug:
        raise Http404
    return run_action(visit, _ANSWER, {"dispute_id": dispute_id}, back=f"{DISPUTES}/{dispute_id}")


def _state(dispute: dict[str, Any]) -> Cell:
    if dispute["status"] == "open" and dispute["overdue"]:
        return Cell(_("overdue"), tone="bad")
    return Cell(said(dispute["status"]), tone="warn" if dispute["status"] == "open" else "ok")


def _row(dispute: dict[str, Any]) -> list[Cell]:
    return [
        Cell(instant(dispute["opened_at"])),
        Cell(short_id(dispute["id"]), link=f"{DISPUTES}/{dispute['id']}"),
        _disputed(dispute),
        Cell(short_id(dispute["player_id"]), link=f"/console/players/{dispute['player_id']}"),
        Cell(instant(dispute["answer_due_at"])),
        _state(dispute) if dispute["status"] == "open" else Cell(said(dispute["outcome"])),
    ]


def _disputed(dispute: dict[str, Any]) -> Cell:
    if dispute["about"] == "round":
        return Cell(short_id(dispute["round_id"]), link=f"/console/rounds/{dispute['round_id']}")
    table = dispute["table_id"]
    return Cell(f"{short_id(table)}-{dispute['epoch']}", link=f"/console/tables/{table}/hands/{dispute['epoch']}")


def _facts(dispute: dict[str, Any]) -> list[tuple[str, Cell]]:
    player = dispute["player_id"]
    return [
        (_("Round") if dispute["about"] == "round" else _("Hand or game"), _disputed(dispute)),
        (_("Player"), Cell(short_id(player), link=f"/console/players/{player}")),
        (_("Opened"), Cell(instant(dispute["opened_at"]))),
        (_("Answer due"), Cell(instant(dispute["answer_due_at"]))),
    ]


def _answer(dispute: dict[str, Any]) -> list[tuple[str, Cell]]:
    if dispute["answered_at"] is None:
        return []
    return [
        (_("Outcome"), Cell(said(dispute["outcome"]))),
        (_("Answered"), Cell(instant(dispute["answered_at"]), quiet=dispute["actor"] or NOTHING)),
    ]
