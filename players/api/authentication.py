"""Authenticate players by the session token in `Authorization: Bearer …`."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from players.core.session_state import activity_is_due, is_locked, require_unlocked
from players.operations.save_activity import save_activity
from players.queries.sessions import open_session
from players.tokens import NotAuthenticated, session_id_of
from rest.caller import PlayerIdentity, SignedSession
from rest.django_request import django_request


class PlayerTokenAuthentication(BaseAuthentication):
    """Checks the token's signature and reads its session; stores the player's activity at most once a minute.

    A session that is locked after a pause is refused, except for the methods that the view lists as
    `open_while_locked`. These methods do not count as activity, nor do requests to a view that is `polled`: a program
    sends them while nobody is there.
    """

    def authenticate(self, request: Request) -> tuple[PlayerIdentity | SignedSession, UUID] | None:
        """Return the player, or None without a token.

        Raises:
            NotAuthenticated: a token that is not ours, or whose session has ended.
            SessionLocked: the session needs the PIN or the password.
        """
        session_id = bearer_session_id(django_request(request))
        if session_id is None:
            return None
        now, rules = datetime.now(UTC), settings.REDDOG_JURISDICTION.sessions
        session = open_session(session_id, now=now)
        if session is None:
            raise NotAuthenticated("Nothing was done. The session has ended; log in again.")
        if not _open_while_locked(request):
            require_unlocked(session.active_at, now=now, rules=rules)
        active = not _is_polled(request) and not is_locked(session.active_at, now=now, rules=rules)
        if active and activity_is_due(session.active_at, now=now):
            save_activity(session_id, now=now)
        return PlayerIdentity(session.chain, session_id), session_id

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002  DRF's signature
        """Name the scheme."""
        return "Bearer"


class SignedTokenAuthentication(PlayerTokenAuthentication):
    """Checks the token's signature only, for the two steps of a round: they read the session themselves."""

    def authenticate(self, request: Request) -> tuple[PlayerIdentity | SignedSession, UUID] | None:
        """Return the bearer, or None without a token.

        Raises:
            NotAuthenticated: a token that is not ours.
        """
        session_id = bearer_session_id(django_request(request))
        return None if session_id is None else (SignedSession(session_id), session_id)


def bearer_session_id(request: HttpRequest) -> UUID | None:
    """Return the session that a request's token names, None without a token of this scheme.

    Raises:
        NotAuthenticated: a token that is not ours.
    """
    scheme, _, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    if scheme.lower() != "bearer":
        return None
    return session_id_of(token.strip())


def _open_while_locked(request: Request) -> bool:
    view = (request.parser_context or {}).get("view")
    return django_request(request).method in getattr(view, "open_while_locked", ())


def _is_polled(request: Request) -> bool:
    view = (request.parser_context or {}).get("view")
    return getattr(view, "polled", False)


class _SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # the library has no types
    target_class = PlayerTokenAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:  # noqa: ARG002  the library's signature
        return {"type": "http", "scheme": "bearer"}


class _StepScheme(_SessionScheme):  # type: ignore[no-untyped-call]  # the library has no types
    target_class = SignedTokenAuthentication
    name = "session_of_a_step"
