"""An action: a window that says what follows, asks for a reason and shows the request that it will send.

Nothing is decided here: an action is one request to the interface. What two of the staff must do is a proposal, with a fresh
second factor of the proposer's.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import groupby
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from django.conf import settings
from django.http import HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, gettext_lazy

from web.console.field import REASON, Field, Text, Unreadable, filled, members_of, reason_field, refused_members
from web.console.interface import JSON, Answer, Call, ProblemAnswered
from web.console.log_in import METHODS, factor_proof_of
from web.console.navigation import OPERATORS
from web.console.visit import Visit

_KEY: Final = "idempotency_key"
_PROPOSALS: Final = "/ops/proposals"
_NO_FACTOR: Final = "no-second-factor"
_NOT_REPEATED: Final = frozenset({"csrfmiddlewaretoken", "challenge", *METHODS})
"""What the form of the second factor has itself."""

KEPT: Final = gettext_lazy("Kept for good, with your name and the time. Write what a regulator would want to read.")

Shown = Callable[[Visit, Answer], HttpResponseBase]


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something that a member of the staff can do about a thing."""

    slug: str
    """Names it in its address."""
    title: Text
    """A verb, and about what."""
    follows: Text
    """What follows from it."""
    method: str = "POST"
    path: str = _PROPOSALS
    """Below `/api/v1`, with the parts of the thing's address in braces."""
    fields: Sequence[Field] = ()
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """Members of the body that nobody fills in; texts have the same parts in braces."""
    act: str = ""
    """The act that is proposed, where one person alone does not do it."""
    reason: str = "body"
    """Where the interface takes the reason: `body`, `query`, or `none`."""
    is_keyed: bool = False
    """Whether the interface does it once for a key."""
    roles: frozenset[str] = frozenset({OPERATORS})
    is_grave: bool = False
    """Whether it cannot be undone."""
    group: Text = ""
    """Under which heading it stands."""
    states: frozenset[str] = frozenset()
    """In which states of the thing it is offered; empty for all. The interface decides in any case."""
    in_demo_alone: bool = False
    shows: Shown | None = None
    """What to show of the answer; None goes back to where it was begun."""

    @property
    def needs_two(self) -> bool:
        """Whether it is only proposed."""
        return bool(self.act)

    def call_text(self, parts: Mapping[str, str]) -> str:
        """Return the request in words of the interface."""
        return f"{self.method} /api/v1{self.path.format(**parts)}" + (f" {self.act}" if self.act else "")


class ActionGroup(NamedTuple):
    """Actions under one heading."""

    title: Text
    actions: Sequence[Action]


def offered(visit: Visit, actions: Iterable[Action], *, state: str = "") -> list[ActionGroup]:
    """Return the actions that a visit is offered about a thing in a state, by their headings."""
    is_demo = settings.REDDOG_MODE.value == "demo"
    shown = [
        action
        for action in actions
        if not action.roles.isdisjoint(visit.roles)
        and (not action.states or state in action.states)
        and (is_demo or not action.in_demo_alone)
    ]
    return [ActionGroup(title, list(group)) for title, group in groupby(shown, key=lambda action: action.group)]


def run_action(
    visit: Visit, action: Action, parts: Mapping[str, str], *, back: str, currency: str = ""
) -> HttpResponseBase:
    """Show an action's window, or do it and go back.

    `parts` are those of the thing's address, and amounts are of `currency`. A proposal goes two steps: the form, then the second factor.
    """
    if visit.request.method != "POST":
        return _window(visit, action, parts, back)
    try:
        call = _call(visit, action, parts, currency)
    except Unreadable as wrong:
        return _window(visit, action, parts, back, wrong=wrong)
    try:
        if not action.needs_two:
            answer = visit.interface.send(call)
        else:
            sent = send_with_factor(visit, call, title=action.title, back=back)
            if not isinstance(sent, Answer):
                return sent
            answer = sent
    except ProblemAnswered as problem:
        if problem.status == HTTPStatus.UNAUTHORIZED:
            raise
        return _window(visit, action, parts, back, problem=problem)
    if action.shows is not None:
        return action.shows(visit, answer)
    return _proposed(visit, answer, back) if action.needs_two else HttpResponseRedirect(f"{back}?done=done")


def _proposed(visit: Visit, answer: Answer, back: str) -> HttpResponseBase:
    """Show the proposer's half of a secret once, or go back."""
    secret = answer.document.get("secret")
    if not secret:
        return HttpResponseRedirect(f"{back}?done=proposed")
    members = {"title": _("Hand this over"), "secret": secret}
    return visit.page("secret.html", {**members, "back": f"/console/proposals/{answer.document['id']}"})


def send_with_factor(visit: Visit, call: Call, *, title: Text, back: str) -> Answer | HttpResponseBase:
    """Send a request with a fresh second factor as its `proof`, or return the page that asks for one.

    Whoever has no factor sends it without: the interface decides whether it takes that.

    Raises:
        ProblemAnswered: the interface refused.
    """
    form = visit.request.POST
    assert isinstance(call.body, Mapping), "the proof is a member of the body"
    if form.get("challenge"):
        _, proof = factor_proof_of(form)
        return visit.interface.send(_with_body(call, {**call.body, "proof": proof}))
    try:
        challenge = visit.interface.send(Call(method="POST", path="/ops/factor-challenges")).document
    except ProblemAnswered as problem:
        if problem.code != _NO_FACTOR:
            raise
        return visit.interface.send(call)
    members = {
        "title": title,
        "back": back,
        "challenge": challenge["challenge"],
        "methods": challenge["methods"],
        "passkey": challenge["passkey"],
        "repeated": [(name, text) for name, text in form.items() if name not in _NOT_REPEATED],
    }
    return visit.page("fresh_factor.html", members)


def _with_body(call: Call, body: Mapping[str, Any]) -> Call:
    return Call(
        method=call.method, path=call.path, query=call.query, body=body, media_type=call.media_type, key=call.key
    )


def _call(visit: Visit, action: Action, parts: Mapping[str, str], currency: str) -> Call:
    """Return the request that a form asks for."""
    form = visit.request.POST.dict()
    fixed = {name: _in_place(member, parts) for name, member in action.fixed.items()}
    members = fixed | members_of(action.fields, form, currency=currency)
    reason = {REASON: form.get(REASON, "").strip()} if action.reason != "none" else {}
    query, body = ({}, members | reason) if action.reason == "body" else (reason, members)
    if action.act:
        body = {"act": action.act, "arguments": members} | reason
    # The interface wants no body where it names none.
    has_body = bool(body) or (action.method != "DELETE" and action.reason == "body")
    # A place is filled by what stands in the form too, such as the name of a limit.
    places = {name: quote(text, safe="") for name, text in form.items() if "{" + name + "}" in action.path} | dict(
        parts
    )
    path = action.path.format(**places)
    inner = {name: member for name, member in body.items() if "{" + name + "}" not in action.path}
    return Call(
        method=action.method,
        path=path,
        query=query,
        body=inner if has_body else None,
        media_type=JSON,
        key=form.get(_KEY) if action.is_keyed else None,
    )


def _in_place(member: Any, parts: Mapping[str, str]) -> Any:
    return member.format(**parts) if isinstance(member, str) else member


def _window(
    visit: Visit,
    action: Action,
    parts: Mapping[str, str],
    back: str,
    *,
    problem: ProblemAnswered | None = None,
    wrong: Unreadable | None = None,
) -> HttpResponseBase:
    form = visit.request.POST.dict()
    fields = [*action.fields, *([] if action.reason == "none" else [reason_field(KEPT)])]
    members = {
        "title": action.title,
        "action": action,
        "fields": filled(fields, form, _wrong_fields(fields, problem, wrong)),
        "call": action.call_text(_shown_parts(action, parts)),
        "back": back,
        # The same one when the same form is sent again, by a double click too.
        "key": form.get(_KEY) or secrets.token_hex(16),
        "problem": _problem_of(problem, wrong),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if wrong is not None else 200 if problem is None else problem.status
    return visit.page("action.html", members, status=status)


def _wrong_fields(
    fields: Sequence[Field], problem: ProblemAnswered | None, wrong: Unreadable | None
) -> Mapping[str, str]:
    if wrong is not None:
        return {wrong.name: wrong.text}
    return {} if problem is None else refused_members(fields, problem.document)


def _shown_parts(action: Action, parts: Mapping[str, str]) -> dict[str, str]:
    return {each.name: "{" + each.name + "}" for each in action.fields} | dict(parts)


def _problem_of(problem: ProblemAnswered | None, wrong: Unreadable | None) -> Mapping[str, Any] | None:
    if wrong is not None:
        return {"title": _("The form cannot be read"), "detail": _("Nothing was done."), "code": "invalid-request"}
    return None if problem is None else problem.document
