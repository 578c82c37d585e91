"""Enrol: replace the password, and prove that one has a second factor. A session can do none of it (docs/staff.md)."""

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from web.console.cookies import enrolment_of, forget_enrolment, keep_enrolment
from web.console.interface import Call, Interface, ProblemAnswered
from web.console.log_in import FACTOR_REQUIRED, credentials_of, factor_proof_of, passkey_of, post_as_nobody
from web.console.visit import open_page

ENROL: Final = "/console/enrol"
_STEPS: Final = "/console/enrol/steps"


@require_http_methods(["GET", "HEAD", "POST"])
@open_page
def begin(request: HttpRequest) -> HttpResponseBase:
    """Ask for user name and password, or the one-time password that somebody handed over."""
    if request.method != "POST":
        return _beginning(request)
    try:
        enrolment = post_as_nobody(request, "/ops/enrolments", credentials_of(request))
    except ProblemAnswered as problem:
        if problem.code != FACTOR_REQUIRED:
            return _beginning(request, problem)
        members = {
            "title": _("Second factor"),
            "here": ENROL,
            "factor_to": f"{ENROL}/second-factor",
            "methods": problem.document["methods"],
            "challenge": problem.document["challenge"],
            "passkey": problem.document["passkey"],
        }
        return render(request, "console/second_factor.html", members)
    return _begun(request, enrolment)


@require_POST
@open_page
def prove_factor(request: HttpRequest) -> HttpResponseBase:
    """Go on with the second factor that the account has already."""
    try:
        _method, proof = factor_proof_of(request.POST)
        enrolment = post_as_nobody(request, "/ops/enrolments/second-factor", proof)
    except ProblemAnswered as problem:
        return _beginning(request, problem)
    return _begun(request, enrolment)


@require_http_methods(["GET", "HEAD", "POST"])
@open_page
def steps(request: HttpRequest) -> HttpResponseBase:
    """Show what can be enrolled, and do one step of it."""
    token = enrolment_of(request)
    if token is None:
        return HttpResponseRedirect(ENROL)
    interface = Interface(request, authorization=f"Enrolment {token}")
    step = request.POST.get("step")
    if request.method != "POST" or step not in _DONE:
        return _steps(request)
    try:
        return _DONE[step](request, interface)
    except ProblemAnswered as problem:
        return _steps(request, {"problem": problem.document}, status=problem.status)


@require_POST
@open_page
def leave(request: HttpRequest) -> HttpResponseBase:
    """Forget the enrolment here, and go to the login. It ends by itself."""
    answer = HttpResponseRedirect("/console/log-in")
    forget_enrolment(request, answer)
    return answer


def _set_password(request: HttpRequest, interface: Interface) -> HttpResponse:
    interface.send(Call(method="PUT", path="/ops/password", body={"password": request.POST.get("password", "")}))
    return _steps(request, {"said": _("The password is replaced. All sessions of the account have ended.")})


def _offer_totp(request: HttpRequest, interface: Interface) -> HttpResponse:
    return _steps(request, {"totp": interface.send(Call(method="POST", path="/ops/factors/totp")).document})


def _enrol_totp(request: HttpRequest, interface: Interface) -> HttpResponse:
    code = request.POST.get("code", "").replace(" ", "")
    enrolled = interface.send(Call(method="PUT", path="/ops/factors/totp", body={"code": code})).document
    return _enrolled(request, enrolled)


def _offer_passkey(request: HttpRequest, interface: Interface) -> HttpResponse:
    return _steps(request, {"passkey": interface.send(Call(method="POST", path="/ops/factors/passkeys")).document})


def _enrol_passkey(request: HttpRequest, interface: Interface) -> HttpResponse:
    body = {"name": request.POST.get("name", ""), "credential": passkey_of(request.POST.get("passkey", ""))}
    return _enrolled(request, interface.send(Call(method="PUT", path="/ops/factors/passkeys", body=body)).document)


def _renew_codes(request: HttpRequest, interface: Interface) -> HttpResponse:
    return _enrolled(request, interface.send(Call(method="POST", path="/ops/factors/recovery-codes")).document)


_DONE: Final = {
    "password": _set_password,
    "offer-totp": _offer_totp,
    "totp": _enrol_totp,
    "offer-passkey": _offer_passkey,
    "passkey": _enrol_passkey,
    "recovery-codes": _renew_codes,
}


def _enrolled(request: HttpRequest, enrolled: Mapping[str, Any]) -> HttpResponse:
    return _steps(request, {"said": _("Enrolled."), "codes": enrolled["recovery_codes"]})


def _begun(request: HttpRequest, enrolment: Mapping[str, Any]) -> HttpResponse:
    answer = HttpResponseRedirect(_STEPS)
    keep_enrolment(request, answer, enrolment["token"])
    return answer


def _beginning(request: HttpRequest, problem: ProblemAnswered | None = None) -> HttpResponse:
    members = {
        "title": _("Enrol"),
        "here": ENROL,
        "username": request.POST.get("username", ""),
        "problem": None if problem is None else problem.document,
    }
    return render(request, "console/enrol.html", members, status=200 if problem is None else problem.status)


def _steps(request: HttpRequest, members: Mapping[str, Any] | None = None, *, status: int = 200) -> HttpResponse:
    shown = {"title": _("Enrol"), "here": _STEPS, **(members or {})}
    return render(request, "console/enrol_steps.html", shown, status=status)
