"""Lone acts: what one person of the staff did alone to the house because it was urgent, for another one to review."""

from typing import Any, Final

from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, gettext_lazy, pgettext
from django.views.decorators.http import require_http_methods, require_safe

from web.console.action import Action, offered, run_action
from web.console.api_words import said
from web.console.field import Field
from web.console.listing import Cell, Column, Filter, asked, listing
from web.console.thing import Link, Section, list_page, thing_page
from web.console.visit import Visit, console_page
from web.console.wording import instant, members_text

ACT_REVIEWS: Final = "/console/act-reviews"

_REVIEW: Final = Action(
    slug="review",
    title=gettext_lazy("Review it, for good"),
    follows=gettext_lazy("It undoes nothing. Who did it, and to whom it was done, does not review it."),
    path="/ops/act-reviews/{review_id}/decision",
    fields=(
        Field(
            name="outcome",
            label=gettext_lazy("Was it right?"),
            kind="select",
            choices=(("justified", gettext_lazy("justified")), ("unjustified", gettext_lazy("not justified"))),
        ),
    ),
    group=gettext_lazy("This act"),
    states=frozenset({"open"}),
    is_grave=True,
)


@require_safe
@console_page
def act_reviews_page(visit: Visit) -> HttpResponseBase:
    """List reviews, the newest act first."""
    found = visit.interface.get("/ops/act-reviews", **asked(visit))
    shown = listing(
        visit,
        name="act-reviews",
        caption=_("Lone acts"),
        columns=[
            *(Column(_("When")), Column(_("Act")), Column(_("By"))),
            *(Column(_("Reason")), Column(_("Review due")), Column(_("State"))),
        ],
        rows=[_row(review) for review in found["items"]],
        empty=_("What one person does alone to the house because it is urgent stands here for another one to review."),
        filters=[
            Filter(
                "status",
                _("State"),
                "select",
                [("", pgettext("filter", "any")), ("open", said("open")), ("reviewed", said("reviewed"))],
            ),
        ],
        following=found["next"],
    )
    return list_page(visit, shown)


@require_safe
@console_page
def act_review_page(visit: Visit, review_id: str) -> HttpResponseBase:
    """Show a review with what was done."""
    review = visit.interface.get(f"/ops/act-reviews/{review_id}")
    return thing_page(
        visit,
        title=_("Lone act: %(act)s") % {"act": review["act"]},
        identity=review["id"],
        tag=_state(review),
        back=Link(ACT_REVIEWS, _("Lone acts")),
        sections=[Section(title=_("At a glance"), note=review["act_reason"], facts=_facts(review))],
        groups=offered(visit, [_REVIEW], state=review["status"]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def act_review_action(visit: Visit, review_id: str, slug: str) -> HttpResponseBase:
    """Review an act."""
    if slug != _REVIEW.slug:
        raise Http404
    return run_action(visit, _REVIEW, {"review_id": review_id}, back=f"{ACT_REVIEWS}/{review_id}")


def _state(review: dict[str, Any]) -> Cell:
    tone = "bad" if review["overdue"] else "warn" if review["status"] == "open" else ""
    return Cell(said(review["status"]), tone=tone, quiet=said(review["outcome"]))


def _row(review: dict[str, Any]) -> list[Cell]:
    return [
        Cell(instant(review["acted_at"])),
        Cell(
            review["act"], link=f"{ACT_REVIEWS}/{review['id']}", quiet=members_text(review["before"], review["after"])
        ),
        Cell(review["actor"]),
        Cell(review["act_reason"]),
        Cell(instant(review["due_at"])),
        _state(review),
    ]


def _facts(review: dict[str, Any]) -> list[tuple[str, Cell]]:
    reviewed = [
        (_("Reviewed"), Cell(instant(review["reviewed_at"]), quiet=review["reviewer"] or "")),
        (_("Outcome"), Cell(said(review["outcome"]), quiet=review["reason"] or "")),
    ]
    return [
        (_("When"), Cell(instant(review["acted_at"]))),
        (_("By"), Cell(review["actor"])),
        (_("Before and after"), Cell(members_text(review["before"], review["after"]))),
        (_("Review due"), Cell(instant(review["due_at"]))),
        *(reviewed if review["reviewed_at"] else []),
    ]
