"""What nobody does alone: proposals, one as it was seen, and its approval, rejection or withdrawal."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from django.http import Http404, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, gettext_lazy, pgettext
from django.views.decorators.http import require_http_methods, require_safe

from web.console.action import Action, offered, run_action, send_with_factor
from web.console.api_words import said
from web.console.field import Field, Unreadable, filled, members_of
from web.console.interface import Answer, Call, ProblemAnswered
from web.console.listing import Cell, Column, Filter, asked, listing
from web.console.navigation import ADMINISTRATORS, AUDITORS, OPERATORS
from web.console.player_actions import ACTIONS as PLAYER_ACTIONS
from web.console.thing import Link, Section, any_of, list_page, thing_page
from web.console.visit import Visit, console_page
from web.console.wording import NOTHING, instant, value_text

PROPOSALS: Final = "/console/proposals"
_STATUSES: Final = ("open", "applied", "rejected", "withdrawn", "expired")
_TONES: Final = {"open": "warn", "rejected": "bad", "expired": "warn", "withdrawn": "warn"}
_ACTS: Final = (
    *("adjust-balance", "admit-player-key", "authorise-key", "authorise-policy", "authorise-publication"),
    *("authorise-vault-key", "correct-identity", "create-staff"),
    *("decide-person-review", "end-player-key", "grant-play-money", "issue-reset-token", "lift-deposit-block"),
    *("lift-exclusion", "loosen-operator-limit", "reactivate-player", "reactivate-staff", "remove-second-factor"),
    *("replace-exclusion-list", "reset-staff", "resume-wagers", "set-staff-roles", "settle-payment", "switch-on"),
    *("verify-identity", "void-epoch", "void-round", "void-version"),
)
_TYPED_AGAIN: Final = "correct-identity"
"""The act whose proposal keeps no value: whoever approves types them from the evidence."""

_STAFF: Final = frozenset({OPERATORS, ADMINISTRATORS})
_OPEN: Final = frozenset({"open"})
_GROUP: Final = gettext_lazy("This proposal")
APPROVE: Final = Action(
    slug="approve",
    title=gettext_lazy("Approve"),
    follows=gettext_lazy("It is done at once, as you see it here, and names you both."),
    path="/ops/proposals/{proposal_id}/approval",
    reason="none",
    roles=_STAFF,
    group=_GROUP,
    states=_OPEN,
)
_OTHERS: Final = (
    Action(
        slug="reject",
        title=gettext_lazy("Reject"),
        follows=gettext_lazy("It cannot be approved any more."),
        path="/ops/proposals/{proposal_id}/rejection",
        roles=_STAFF,
        group=_GROUP,
        states=_OPEN,
    ),
)
_OWN: Final = (
    Action(
        slug="withdraw",
        title=gettext_lazy("Withdraw"),
        follows=gettext_lazy("It cannot be approved any more."),
        method="DELETE",
        path="/ops/proposals/{proposal_id}",
        reason="none",
        roles=frozenset({OPERATORS, AUDITORS, ADMINISTRATORS}),
        group=_GROUP,
        states=_OPEN,
    ),
)
_ACTIONS: Final = {action.slug: action for action in (*_OTHERS, *_OWN)}


@require_safe
@console_page
def proposals_page(visit: Visit) -> HttpResponseBase:
    """List the proposals that one's role sees."""
    found = visit.interface.get("/ops/proposals", **asked(visit))
    shown = listing(
        visit,
        name="proposals",
        caption=_("Proposals"),
        columns=[
            *(Column(_("Proposed")), Column(_("Act")), Column(_("About")), Column(_("Reason"))),
            *(Column(_("By")), Column(_("Until")), Column(_("State"))),
        ],
        rows=[_row(proposal) for proposal in found["items"]],
        empty=_(
            "What moves money, opens an account or takes protection away is proposed here, and approved by somebody else."
        ),
        filters=[
            Filter(
                "status",
                _("State"),
                "select",
                [("", pgettext("filter", "any")), *((each, said(each)) for each in _STATUSES)],
            ),
            Filter("act", _("Act"), "select", any_of(_ACTS, pgettext("filter", "any"))),
        ],
        following=found["next"],
    )
    return list_page(visit, shown)


@require_safe
@console_page
def proposal_page(visit: Visit, proposal_id: str) -> HttpResponseBase:
    """Show a proposal: what was asked, what the proposer saw, and what came of it."""
    proposal = visit.interface.get(f"/ops/proposals/{proposal_id}")
    is_own = proposal["proposer"] == visit.username
    return thing_page(
        visit,
        title=_("Proposal: %(act)s") % {"act": proposal["act"]},
        identity=proposal["id"],
        tag=Cell(said(proposal["status"]), tone=_TONES.get(proposal["status"], "ok")),
        back=Link(PROPOSALS, _("Proposals")),
        sections=_sections(proposal),
        groups=offered(visit, _OWN if is_own else (APPROVE, *_OTHERS), state=proposal["status"]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def proposal_action(visit: Visit, proposal_id: str, slug: str) -> HttpResponseBase:
    """End a proposal."""
    if slug not in _ACTIONS:
        raise Http404
    return run_action(visit, _ACTIONS[slug], {"proposal_id": proposal_id}, back=f"{PROPOSALS}/{proposal_id}")


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def approve_proposal(visit: Visit, proposal_id: str) -> HttpResponseBase:
    """Approve a proposal as it was looked at, with a fresh second factor. A secret is shown this once."""
    proposal = visit.interface.get(f"/ops/proposals/{proposal_id}")
    if visit.request.method != "POST":
        return _approval(visit, proposal)
    try:
        body = _body(visit, proposal)
    except Unreadable as wrong:
        return _approval(visit, proposal, wrong=wrong)
    call = Call(method="POST", path=APPROVE.path.format(proposal_id=proposal_id), body=body)
    back = f"{PROPOSALS}/{proposal_id}"
    try:
        answer = send_with_factor(visit, call, title=_("Approve: %(act)s") % {"act": proposal["act"]}, back=back)
    except ProblemAnswered as problem:
        if problem.status == HTTPStatus.UNAUTHORIZED:
            raise
        return _approval(visit, proposal, problem=problem)
    if not isinstance(answer, Answer):
        return answer
    secret = answer.document["secret"]
    if not secret:
        return HttpResponseRedirect(f"{back}?done=done")
    return visit.page("secret.html", {"title": _("Hand this over"), "secret": secret, "back": back})


def _body(visit: Visit, proposal: Mapping[str, Any]) -> dict[str, Any]:
    """Return the approval of what the form's page showed.

    Raises:
        Unreadable: a field holds what is not of its kind.
    """
    form = visit.request.POST.dict()
    body: dict[str, Any] = {"digest": form.get("digest", "")}
    if proposal["act"] == _TYPED_AGAIN:
        values = members_of(_fields(proposal), form)
        body["arguments"] = {"player_id": proposal["arguments"]["player_id"], **values}
    return body


def _fields(proposal: Mapping[str, Any]) -> list[Field]:
    return list(PLAYER_ACTIONS[_TYPED_AGAIN].fields) if proposal["act"] == _TYPED_AGAIN else []


def _approval(
    visit: Visit,
    proposal: Mapping[str, Any],
    *,
    problem: ProblemAnswered | None = None,
    wrong: Unreadable | None = None,
) -> HttpResponseBase:
    form = visit.request.POST.dict()
    members = {
        "title": _("Approve: %(act)s") % {"act": proposal["act"]},
        "proposal": proposal,
        "sections_seen": _sections(proposal),
        "fields": filled(_fields(proposal), form, {} if wrong is None else {wrong.name: wrong.text}),
        # What this page shows is what is approved: if it changed meanwhile, the interface says so.
        "call": APPROVE.call_text({"proposal_id": str(proposal["id"])}),
        "follows": APPROVE.follows,
        "back": f"{PROPOSALS}/{proposal['id']}",
        "problem": None if problem is None else problem.document,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if wrong is not None else 200 if problem is None else problem.status
    return visit.page("approve.html", members, status=status)


def _sections(proposal: Mapping[str, Any]) -> list[Section]:
    outcome = proposal["outcome"]
    return [
        Section(title=_("At a glance"), facts=_facts(proposal)),
        Section(title=_("What is asked"), facts=_members(proposal["arguments"]), empty=_("The act has no arguments.")),
        Section(
            title=_("What the proposer saw"),
            facts=_members(proposal["before"]),
            empty=_("Nothing besides."),
        ),
        *([] if outcome is None else [Section(title=_("What came of it"), facts=_members(outcome), empty=_("Done."))]),
        Section(
            title=_("Digest of act, arguments and what was seen"),
            facts=[(_("SHA-256"), Cell(proposal["digest"], is_code=True))],
        ),
    ]


def _members(document: Mapping[str, Any]) -> list[tuple[str, Cell]]:
    return [(name, _linked(name, value)) for name, value in document.items()]


_LINKS: Final = {
    "player_id": "/console/players/",
    "round_id": "/console/rounds/",
    "payment_id": "/console/payments/",
    "table_id": "/console/tables/",
}


def _linked(name: str, value: Any) -> Cell:
    if name in _LINKS and isinstance(value, str):
        return Cell(value, link=f"{_LINKS[name]}{value}")
    return Cell(json.dumps(value)) if isinstance(value, bool) else Cell(value_text(value))


def _row(proposal: dict[str, Any]) -> list[Cell]:
    return [
        Cell(instant(proposal["proposed_at"])),
        Cell(proposal["act"], link=f"{PROPOSALS}/{proposal['id']}"),
        Cell(value_text(proposal["arguments"])),
        Cell(proposal["reason"]),
        Cell(proposal["proposer"]),
        Cell(instant(proposal["expires_at"])),
        Cell(said(proposal["status"]), tone=_TONES.get(proposal["status"], ""), quiet=proposal["decided_by"] or ""),
    ]


def _facts(proposal: Mapping[str, Any]) -> list[tuple[str, Cell]]:
    decided = [
        (_("Ended"), Cell(instant(proposal["decided_at"]), quiet=proposal["decided_by"] or NOTHING)),
        *([(_("Why"), Cell(proposal["decision_reason"]))] if proposal["decision_reason"] else []),
    ]
    return [
        (_("Reason"), Cell(proposal["reason"])),
        (_("Proposed"), Cell(instant(proposal["proposed_at"]), quiet=proposal["proposer"])),
        (_("Until"), Cell(instant(proposal["expires_at"]))),
        *(decided if proposal["decided_at"] else []),
    ]
