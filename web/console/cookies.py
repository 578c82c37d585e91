"""The cookies of the console. None can be read by a script, or is sent by another site's page."""

from typing import Final, NamedTuple

from django.http import HttpRequest
from django.http.response import HttpResponseBase

_SESSION: Final = "console-session"
_DEVICE: Final = "console-device"
_DEVICE_SECONDS: Final = 30 * 24 * 3600
"""So long a device stays known (docs/staff.md)."""
_ENROLMENT: Final = "console-enrolment"
_ENROLMENT_SECONDS: Final = 15 * 60

_SEPARATOR: Final = "."


class StaffSession(NamedTuple):
    """What the browser keeps of a session."""

    token: str
    by: str
    """The second factor that was proved, or `password`. It is shown, and decides nothing."""


def session_of(request: HttpRequest) -> StaffSession | None:
    """Return the session that a request's cookie names, in force or not."""
    token, separator, by = request.COOKIES.get(_name(request, _SESSION), "").partition(_SEPARATOR)
    return StaffSession(token, by) if separator and token.isalnum() else None


def keep_session(request: HttpRequest, response: HttpResponseBase, session: StaffSession) -> None:
    """Let the browser keep a session until it closes, or the session ends."""
    _set(request, response, _SESSION, _SEPARATOR.join(session), max_age=None)


def forget_session(request: HttpRequest, response: HttpResponseBase) -> None:
    """Let the browser forget the session."""
    _forget(request, response, _SESSION)


def device_of(request: HttpRequest) -> str | None:
    """Return the secret by which this device is known, or None."""
    return request.COOKIES.get(_name(request, _DEVICE))


def keep_device(request: HttpRequest, response: HttpResponseBase, device: str) -> None:
    """Let the browser keep the device's secret."""
    _set(request, response, _DEVICE, device, max_age=_DEVICE_SECONDS)


def enrolment_of(request: HttpRequest) -> str | None:
    """Return the token of the enrolment in progress, or None."""
    return request.COOKIES.get(_name(request, _ENROLMENT))


def keep_enrolment(request: HttpRequest, response: HttpResponseBase, token: str) -> None:
    """Let the browser keep the token of an enrolment."""
    _set(request, response, _ENROLMENT, token, max_age=_ENROLMENT_SECONDS)


def forget_enrolment(request: HttpRequest, response: HttpResponseBase) -> None:
    """Let the browser forget the enrolment."""
    _forget(request, response, _ENROLMENT)


def _name(request: HttpRequest, name: str) -> str:
    """Return a cookie's name: behind TLS one that no other host, no path and no plain answer can set."""
    return f"__Host-{name}" if request.is_secure() else name


def _set(request: HttpRequest, response: HttpResponseBase, name: str, text: str, *, max_age: int | None) -> None:
    response.set_cookie(
        _name(request, name),
        text,
        max_age=max_age,
        path="/",
        secure=request.is_secure(),
        httponly=True,
        samesite="Strict",
    )


def _forget(request: HttpRequest, response: HttpResponseBase, name: str) -> None:
    # A browser takes the empty cookie of such a name only with all that the name promises.
    _set(request, response, name, "", max_age=0)
