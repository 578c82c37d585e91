"""Write every refusal as problem details (RFC 9457)."""

import sys
from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any

import structlog
from django.db import Error as DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from rest_framework import exceptions

from audit.clock import ClockWrong
from kernel.money import Money, amount_document
from kernel.refusals import Refusal, RefusalKind
from reddog_platform.incidents import CLOCK_WRONG, DATABASE_AWAY, INCIDENTS, PROGRAM_ERROR
from reddog_platform.postgresql.trouble import DatabaseFull, DatabaseReadOnly, DatabaseUnavailable, trouble_of
from rest.caller import account_of
from rest.renderers import JsonRenderer
from telemetry.metrics import count_refusal
from telemetry.request_ids import CURRENT

_STATUS = {
    RefusalKind.MALFORMED: HTTPStatus.BAD_REQUEST,
    RefusalKind.INVALID: HTTPStatus.UNPROCESSABLE_ENTITY,
    RefusalKind.UNAUTHENTICATED: HTTPStatus.UNAUTHORIZED,
    RefusalKind.FORBIDDEN: HTTPStatus.FORBIDDEN,
    RefusalKind.NOT_FOUND: HTTPStatus.NOT_FOUND,
    RefusalKind.CONFLICT: HTTPStatus.CONFLICT,
    RefusalKind.TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS,
    RefusalKind.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
}
_FRAMEWORK = {
    exceptions.ParseError: ("malformed-body", "Nothing was done. Send a JSON document."),
    exceptions.NotAuthenticated: ("not-authenticated", "Nothing was done. Log in, and send the token."),
    exceptions.AuthenticationFailed: ("not-authenticated", "Nothing was done. Log in again."),
    exceptions.PermissionDenied: ("forbidden", "Nothing was done. Your role does not permit this."),
    exceptions.NotFound: ("not-found", "Nothing was done. There is nothing here."),
    exceptions.MethodNotAllowed: ("method-not-allowed", "Nothing was done. This resource does not take this method."),
    exceptions.UnsupportedMediaType: (
        "unsupported-media-type",
        "Nothing was done. Send application/json, or the media type that the schema names.",
    ),
    exceptions.Throttled: ("too-many-requests", "Nothing was done. Wait, then try again."),
}
PROBLEM_MEDIA_TYPE = "application/problem+json"
_log = structlog.get_logger("reddog_platform.problems")


def handle(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """Return the problem for what a view raised, or None for a defect, which `server_error` answers."""
    instance = context["request"].path
    if isinstance(error, DatabaseError):
        trouble = trouble_of(error, context["request"])
        if trouble is None:
            return None
        if isinstance(trouble, DatabaseUnavailable | DatabaseReadOnly | DatabaseFull):
            INCIDENTS.note(DATABASE_AWAY, error=trouble.code, where="")
        error = trouble
    if isinstance(error, ClockWrong):
        INCIDENTS.note(CLOCK_WRONG, error=error.code, where="")
    if isinstance(error, Refusal):
        problem = refusal_document(error, instance)
        return _respond(problem, challenge=_challenge(problem["status"]))
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    if isinstance(error, exceptions.ValidationError):
        problem = _document(HTTPStatus.BAD_REQUEST, "invalid-request", "The request does not fit the schema", instance)
        problem |= {
            "detail": "Nothing was done. `errors` names each member that is wrong.",
            "errors": _errors(error.detail),
        }
        return _respond(problem)
    if not isinstance(error, exceptions.APIException):
        return None
    code, detail = next(texts for raised, texts in _FRAMEWORK.items() if isinstance(error, raised))
    problem = _document(error.status_code, code, HTTPStatus(error.status_code).phrase, instance)
    problem["detail"] = detail
    wait_seconds = getattr(error, "wait", None)
    if wait_seconds is not None:
        problem["retry_after"] = int(wait_seconds) + 1
    # Of all refusals this one is of somebody who is known, and asked for what the role does not permit.
    caller = account_of(context["request"]) if isinstance(error, exceptions.PermissionDenied) else None
    return _respond(problem, challenge=getattr(error, "auth_header", None), caller=caller)


def refusal_document(refusal: Refusal, instance: str) -> dict[str, Any]:
    """Return a refusal as the members of a problem, its own members beside the standard ones."""
    problem = _document(_STATUS[refusal.kind], refusal.code, refusal.title(), instance)
    members = {name: _json_value(member) for name, member in refusal.members.items()}
    return members | problem | {"detail": refusal.detail}


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001  Django's signature
    """Answer a request for a path that does not exist."""
    problem = _document(HTTPStatus.NOT_FOUND, "not-found", "Not Found", request.path)
    return _plain(problem | {"detail": "Nothing was done. There is nothing here."})


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001  Django's signature
    """Answer a request that Django itself refuses."""
    problem = _document(HTTPStatus.BAD_REQUEST, "malformed-request", "Bad Request", request.path)
    return _plain(problem | {"detail": "Nothing was done. The request is malformed."})


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer after a defect. Only the server's log says what it was; the event of it says which error, and where."""
    error = sys.exc_info()[0]
    route = request.resolver_match.route if request.resolver_match else ""
    INCIDENTS.note(PROGRAM_ERROR, error="" if error is None else error.__name__, where=route)
    problem = _document(HTTPStatus.INTERNAL_SERVER_ERROR, "defect", "The platform failed", request.path)
    detail = "The step was done completely or not at all. Repeat the request with the same Idempotency-Key to find out."
    return _plain(problem | {"detail": detail})


def request_timeout(path: str) -> bytes:
    """Return the problem for a body that did not arrive in time. The web server answers it, before Django."""
    problem = _document(HTTPStatus.REQUEST_TIMEOUT, "request-timeout", "Request Timeout", path)
    return _unread(problem, "The body did not arrive in time. Send the request again.")


def length_required(path: str) -> bytes:
    """Return the problem for a body in chunks, whose length nobody knows. The web server answers it, before Django."""
    problem = _document(HTTPStatus.LENGTH_REQUIRED, "length-required", "Length Required", path)
    return _unread(problem, "The body came in chunks. Send it whole, with its Content-Length.")


def _unread(problem: dict[str, Any], what_to_do: str) -> bytes:
    _log.info("refused", code=problem["code"], status=problem["status"], path=problem["instance"])
    detail = f"Nothing was done, and no money was moved. {what_to_do}"
    return JsonRenderer().render(problem | {"detail": detail})


def _json_value(member: object) -> object:
    """Return a member with every amount in it as a money object, and all else unchanged."""
    if isinstance(member, Money):
        return amount_document(member.amount_minor, member.currency)
    if isinstance(member, Mapping):
        return {name: _json_value(inner) for name, inner in member.items()}
    if isinstance(member, list | tuple):
        return [_json_value(inner) for inner in member]
    return member


def _document(status: int, code: str, title: str, instance: str) -> dict[str, Any]:
    document = {
        "type": f"urn:reddog:problem:{code}",
        "title": title,
        "status": int(status),
        "instance": instance,
        "code": code,
    }
    request_id = CURRENT.get()
    return document if request_id is None else document | {"request_id": request_id}


def _respond(problem: dict[str, Any], *, challenge: str | None = None, caller: str | None = None) -> HttpResponse:
    headers = {"WWW-Authenticate": challenge} if challenge else {}
    if "retry_after" in problem:
        headers["Retry-After"] = str(problem["retry_after"])
    named = {} if caller is None else {"caller": caller}
    _log.info("refused", code=problem["code"], status=problem["status"], path=problem["instance"], **named)
    return _plain(problem, headers)


def _plain(problem: dict[str, Any], headers: Mapping[str, str] = MappingProxyType({})) -> HttpResponse:
    """Return the problem as an answer of its own. The view's renderer may write something else than JSON."""
    count_refusal(problem["code"])
    return HttpResponse(
        JsonRenderer().render(problem), status=problem["status"], headers=headers, content_type=PROBLEM_MEDIA_TYPE
    )


def _challenge(status: int) -> str | None:
    return "Bearer" if status == HTTPStatus.UNAUTHORIZED else None


def _errors(detail: Any, field: str = "") -> list[dict[str, str]]:
    if isinstance(detail, dict):
        return [line for name, inner in detail.items() for line in _errors(inner, f"{field}.{name}".strip("."))]
    if isinstance(detail, list):
        return [line for inner in detail for line in _errors(inner, field)]
    return [{"field": field, "detail": str(detail)}]
