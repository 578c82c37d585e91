"""Log in with password and second factor, and log out."""

from collections.abc import Mapping
from typing import Any, Final

import orjson
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from web.console.cookies import (
    StaffSession,
    device_of,
    forget_session,
    keep_device,
    keep_session,
    session_of,
)
from web.console.interface import Call, Interface, ProblemAnswered
from web.console.places import LOG_IN, inside
from web.console.visit import NOT_LOGGED_IN, open_page, problem_page

PASSWORD: Final = "password"  # noqa: S105  the name of a method
TOTP: Final = "totp"
RECOVERY_CODE: Final = "recovery_code"
PASSKEY: Final = "passkey"
METHODS: Final = (TOTP, RECOVERY_CODE, PASSKEY)

FACTOR_REQUIRED: Final = "second-factor-required"
_ENROLMENT_REQUIRED: Final = "enrolment-required"


@require_http_methods(["GET", "HEAD", "POST"])
@open_page
def log_in(request: HttpRequest) -> HttpResponseBase:
    """Ask for user name and password, and begin a session or ask for the second factor."""
    place = inside(request.POST.get("next") or request.GET.get("next"))
    if request.method != "POST":
        return _form(request, place)
    try:
        session = post_as_nobody(request, "/ops/sessions", credentials_of(request))
    except ProblemAnswered as problem:
        if problem.code == FACTOR_REQUIRED:
            return _factor_form(request, place, problem.document)
        return _form(request, place, problem=problem)
    return _begun(request, session, by=PASSWORD, place=place)


@require_http_methods(["GET", "HEAD", "POST"])
@open_page
def prove_factor(request: HttpRequest) -> HttpResponseBase:
    """Begin a session with the second factor."""
    place = inside(request.POST.get("next"))
    if request.method != "POST":
        return HttpResponseRedirect(LOG_IN)
    try:
        method, proof = factor_proof_of(request.POST)
        session = post_as_nobody(request, "/ops/sessions/second-factor", proof)
    except ProblemAnswered as problem:
        # A challenge is met once, so whoever mistyped begins again.
        return _form(request, place, problem=problem)
    return _begun(request, session, by=method, place=place)


@require_POST
@open_page
def log_out(request: HttpRequest) -> HttpResponseBase:
    """End the session, and forget it here."""
    session = session_of(request)
    if session is not None:
        interface = Interface(request, authorization=f"Token {session.token}")
        try:
            interface.send(Call(method="DELETE", path="/ops/sessions/current"))
        except ProblemAnswered as problem:
            if problem.code != NOT_LOGGED_IN:
                return problem_page(request, problem)
    answer = HttpResponseRedirect(LOG_IN)
    forget_session(request, answer)
    return answer


def factor_proof_of(form: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """Return the method of a second factor in a form, and the proof as the interface takes it.

    A form has a field for each method. The one that was filled in counts; what is wrong with it the interface says.
    """
    method = next((name for name in METHODS if form.get(name, "").strip()), TOTP)
    text = form.get(method, "").strip()
    proof: dict[str, Any] = {"challenge": form.get("challenge", "")}
    proof[method] = passkey_of(text) if method == PASSKEY else text
    return method, proof


def passkey_of(text: str) -> Any:
    """Return the browser's answer of a passkey, as the script has put it into a form."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        # The interface refuses a text in the place of an object.
        return text


def credentials_of(request: HttpRequest) -> dict[str, str]:
    """Return the user name and the password in a form."""
    return {"username": request.POST.get("username", ""), "password": request.POST.get("password", "")}


def post_as_nobody(request: HttpRequest, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Send credentials, from a device that may be known, and return the answer.

    Raises:
        ProblemAnswered: the interface refused.
    """
    device = device_of(request)
    known = {} if device is None else {"device": device}
    interface = Interface(request, authorization=None)
    session: dict[str, Any] = interface.send(Call(method="POST", path=path, body={**body, **known})).document
    return session


def _begun(request: HttpRequest, session: Mapping[str, Any], *, by: str, place: str) -> HttpResponse:
    answer = HttpResponseRedirect(place)
    keep_session(request, answer, StaffSession(session["token"], by))
    keep_device(request, answer, session["device"])
    return answer


def _form(request: HttpRequest, place: str, *, problem: ProblemAnswered | None = None) -> HttpResponse:
    members = {
        "title": _("Log in"),
        "next": place,
        "here": request.get_full_path(),
        "username": request.POST.get("username", ""),
        "problem": None if problem is None else problem.document,
        "enrol": problem is not None and problem.code == _ENROLMENT_REQUIRED,
    }
    return render(request, "console/log_in.html", members, status=200 if problem is None else problem.status)


def _factor_form(request: HttpRequest, place: str, challenge: Mapping[str, Any]) -> HttpResponse:
    members = {
        "title": _("Second factor"),
        "here": LOG_IN,
        "factor_to": "/console/second-factor",
        "repeated": [("next", place)],
        "methods": challenge["methods"],
        "challenge": challenge["challenge"],
        "passkey": challenge["passkey"],
    }
    return render(request, "console/second_factor.html", members)
