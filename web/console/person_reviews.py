"""Reviews: players who may be the person of another account or of the national list, for two of the staff to decide."""

from typing import Any, Final

from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from web.console.action import Action, run_action
from web.console.field import Field
from web.console.listing import Cell, Column, Filter, asked, listing
from web.console.navigation import OPERATORS
from web.console.thing import list_page
from web.console.visit import Visit, console_page
from web.console.wording import NOTHING, instant, short_id

REVIEWS: Final = "/console/reviews"

_DECIDE: Final = Action(
    slug="decide",
    title=gettext_lazy("Decide the review"),
    follows=gettext_lazy(
        "The same person: the account is closed for ever, or stays suspended if the other one is closed and not excluded. Another person: the account may play."
    ),
    act="decide-person-review",
    fixed={"review_id": "{review_id}"},
    fields=(
        Field(
            name="decision",
            label=gettext_lazy("Is it the same person?"),
            kind="select",
            choices=(("different", gettext_lazy("another person")), ("same", gettext_lazy("the same person"))),
        ),
    ),
)


@require_safe
@console_page
def reviews_page(visit: Visit) -> HttpResponseBase:
    """List reviews: the open ones, or all."""
    found = visit.interface.get("/ops/person-reviews", **asked(visit))
    shown = listing(
        visit,
        name="person-reviews",
        caption=_("Reviews of persons"),
        columns=[
            *(Column(_("Opened")), Column(_("New player")), Column(_("May be"))),
            *(Column(_("What they share")), Column(_("Decision")), Column(_("Action"))),
        ],
        rows=[_row(visit, review) for review in found["items"]],
        empty=_("A player who may be the person of another account stands here until two of the staff decide."),
        filters=[Filter("status", _("Reviews"), "select", [("", _("open")), ("all", _("all"))])],
        following=found["next"],
    )
    return list_page(visit, shown)


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def review_action(visit: Visit, review_id: str, slug: str) -> HttpResponseBase:
    """Propose how to decide a review."""
    if slug != _DECIDE.slug:
        raise Http404
    return run_action(visit, _DECIDE, {"review_id": review_id}, back=REVIEWS)


def _row(visit: Visit, review: dict[str, Any]) -> list[Cell]:
    other, player = review["other_player_id"], review["player_id"]
    is_open = review["decision"] is None and OPERATORS in visit.roles
    decided = {"same": _("the same person"), "different": _("another person")}
    return [
        Cell(instant(review["opened_at"])),
        Cell(short_id(player), link=f"/console/players/{player}"),
        Cell(short_id(other), link=f"/console/players/{other}")
        if other
        else Cell(_("on the national list"), quiet=review["listed_reference"] or ""),
        Cell(", ".join(review["shared"])),
        Cell(decided.get(review["decision"], _("open")), quiet=" ".join([*review["decided_by"], review["reason"]])),
        Cell(_("Decide"), link=f"{REVIEWS}/{review['id']}/do/{_DECIDE.slug}") if is_open else Cell(NOTHING),
    ]
