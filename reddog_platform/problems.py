"""Every refusal as RFC 9457 problem details."""

from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any

import structlog
from django.http import Http404, HttpRequest, HttpResponse
from rest_framework import exceptions

from kernel.money import Money, amount_document
from kernel.refusals import Kind, Refusal
from rest.renderers import Json

_STATUS = {
    Kind.MALFORMED: HTTPStatus.BAD_REQUEST,
    Kind.INVALID: HTTPStatus.UNPROCESSABLE_ENTITY,
    Kind.UNAUTHENTICATED: HTTPStatus.UNAUTHORIZED,
    Kind.FORBIDDEN: HTTPStatus.FORBIDDEN,
    Kind.NOT_FOUND: HTTPStatus.NOT_FOUND,
    Kind.CONFLICT: HTTPStatus.CONFLICT,
    Kind.TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS,
    Kind.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
}
_FRAMEWORK = {
    exceptions.ParseError: ("malformed-body", "Nothing was done. Send a JSON document."),
    exceptions.NotAuthenticated: ("not-authenticated", "Nothing was done. Log in, and send the token."),
    exceptions.AuthenticationFailed: ("not-authenticated", "Nothing was done. Log in again."),
    exceptions.PermissionDenied: ("forbidden", "Nothing was done. This is not for you."),
    exceptions.NotFound: ("not-found", "Nothing was done. There is nothing here."),
    exceptions.MethodNotAllowed: ("method-not-allowed", "Nothing was done. This resource has other methods."),
    exceptions.UnsupportedMediaType: (
        "unsupported-media-type",
        "Nothing was done. Send application/json, or what the schema asks for.",
    ),
    exceptions.Throttled: ("too-many-requests", "Nothing was done. Wait, then try again."),
}
_MEDIA_TYPE = "application/problem+json"
_log = structlog.get_logger("reddog_platform.problems")


def handle(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """Turn what a view raised into its problem; None for a defect, which `server_error` answers."""
    instance = context["request"].path
    if isinstance(error, Refusal):
        problem = refusal_document(error, instance)
        return _respond(problem, challenge=_challenge(problem["status"]))
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    if isinstance(error, exceptions.ValidationError):
        problem = _document(HTTPStatus.BAD_REQUEST, "invalid-request", "The request does not fit the schema", instance)
        problem |= {"detail": "Nothing was done. See errors.", "errors": _errors(error.detail)}
        return _respond(problem)
    if not isinstance(error, exceptions.APIException):
        return None
    code, detail = next(words for kind, words in _FRAMEWORK.items() if isinstance(error, kind))
    problem = _document(error.status_code, code, HTTPStatus(error.status_code).phrase, instance)
    problem["detail"] = detail
    wait_seconds = getattr(error, "wait", None)
    if wait_seconds is not None:
        problem["retry_after"] = int(wait_seconds) + 1
    return _respond(problem, challenge=getattr(error, "auth_header", None))


def refusal_document(refusal: Refusal, instance: str) -> dict[str, Any]:
    """Write a refusal as the members of a problem; its own members stand beside the standard ones."""
    problem = _document(_STATUS[refusal.kind], refusal.code, refusal.title(), instance)
    members = {name: _json_value(member) for name, member in refusal.members.items()}
    return members | problem | {"detail": refusal.detail}


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001  Django's signature
    """Answer for a path that does not exist."""
    problem = _document(HTTPStatus.NOT_FOUND, "not-found", "Not Found", request.path)
    return _plain(problem | {"detail": "Nothing was done. There is nothing here."})


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001  Django's signature
    """Answer for a request that Django itself could not read."""
    problem = _document(HTTPStatus.BAD_REQUEST, "malformed-request", "Bad Request", request.path)
    return _plain(problem | {"detail": "Nothing was done. The request cannot be read."})


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer for a defect: what it was stands in the server's log alone."""
    problem = _document(HTTPStatus.INTERNAL_SERVER_ERROR, "defect", "The platform failed", request.path)
    detail = "A step is done whole or not at all. Repeat the request with the same Idempotency-Key to learn which."
    return _plain(problem | {"detail": detail})


def _json_value(member: object) -> object:
    """Write every amount within a member as a money object; leave everything else as it is."""
    if isinstance(member, Money):
        return amount_document(member.amount_minor, member.currency)
    if isinstance(member, Mapping):
        return {name: _json_value(inner) for name, inner in member.items()}
    if isinstance(member, list | tuple):
        return [_json_value(inner) for inner in member]
    return member


def _document(status: int, code: str, title: str, instance: str) -> dict[str, Any]:
    return {
        "type": f"urn:reddog:problem:{code}",
        "title": title,
        "status": int(status),
        "instance": instance,
        "code": code,
    }


def _respond(problem: dict[str, Any], *, challenge: str | None = None) -> HttpResponse:
    headers = {"WWW-Authenticate": challenge} if challenge else {}
    if "retry_after" in problem:
        headers["Retry-After"] = str(problem["retry_after"])
    _log.info("refused", code=problem["code"], status=problem["status"], path=problem["instance"])
    return _plain(problem, headers)


def _plain(problem: dict[str, Any], headers: Mapping[str, str] = MappingProxyType({})) -> HttpResponse:
    """Write a problem by itself: the view that was asked may write something else than JSON."""
    return HttpResponse(Json().render(problem), status=problem["status"], headers=headers, content_type=_MEDIA_TYPE)


def _challenge(status: int) -> str | None:
    return "Bearer" if status == HTTPStatus.UNAUTHORIZED else None


def _errors(detail: Any, field: str = "") -> list[dict[str, str]]:
    if isinstance(detail, dict):
        return [line for name, inner in detail.items() for line in _errors(inner, f"{field}.{name}".strip("."))]
    if isinstance(detail, list):
        return [line for inner in detail for line in _errors(inner, field)]
    return [{"field": field, "detail": str(detail)}]
