"""Authenticate an enrolment by the token in `Authorization: Enrolment …`. The token is good for nothing else."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.views import APIView

from rest.django_request import django_request
from rest.permissions import Answers
from staff.ceremony_tokens import ceremony_id_of


@dataclass(frozen=True, slots=True)
class Enroller:
    """The bearer of a token that we signed. The operation checks that the enrolment is still in progress."""

    ceremony_id: UUID
    is_authenticated: bool = True


class EnrolmentAuthentication(BaseAuthentication):
    """Checks the signature of the token, and reads nothing."""

    def authenticate(self, request: Request) -> tuple[Enroller, None] | None:
        """Return the bearer, or None without such a token.

        Raises:
            ChallengeExpired: a token that is not ours.
        """
        scheme, _, token = django_request(request).META.get("HTTP_AUTHORIZATION", "").partition(" ")
        return (Enroller(ceremony_id_of(token.strip())), None) if scheme.lower() == "enrolment" else None

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002  DRF's signature
        """Name the scheme."""
        return "Enrolment"


class IsEnrolling(Answers):
    """Lets an enrolment pass."""

    admitted = ("enrolling",)

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002  DRF's signature
        """Return whether the caller is an enrolment."""
        return isinstance(request.user, Enroller)


def enrolment_of(request: Request) -> UUID:
    """Return the id of the enrolment in progress, in a view that `IsEnrolling` guards."""
    caller: object = request.user
    assert isinstance(caller, Enroller), "IsEnrolling lets nobody else pass"
    return caller.ceremony_id


class _EnrolmentScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # the library has no types
    target_class = EnrolmentAuthentication
    name = "enrolment"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:  # noqa: ARG002  the library's signature
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": "`Enrolment <token>`"}
