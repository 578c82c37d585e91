"""Who may call an endpoint. The operations decide by the caller's chain which objects a player reaches."""

from typing import Final

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from rest.caller import PlayerIdentity

OPERATORS: Final = "operators"
AUDITORS: Final = "auditors"
ADMINISTRATORS: Final = "administrators"


ANYBODY: Final = "anybody"
PLAYERS: Final = "players"


class Answers(BasePermission):
    """A permission that says whom it lets in, for the page of endpoints (docs/approvals.md)."""

    admitted: tuple[str, ...]
    """In alphabetical order."""

    @classmethod
    def callers(cls, method: str) -> tuple[str, ...]:  # noqa: ARG003  some permissions depend on it
        """Return who is let in with a method."""
        return cls.admitted


def callers_of(view: type[APIView], method: str) -> tuple[str, ...]:
    """Return who is answered by a method of a view, in alphabetical order: roles of the staff, players or anybody."""
    if not view.permission_classes:
        return (ANYBODY,)
    (permission,) = view.permission_classes
    assert isinstance(permission, type), "no view combines permissions"
    assert issubclass(permission, Answers), "each permission says whom it lets in"
    return permission.callers(method)


class IsPlayer(Answers):
    """The caller is a player."""

    admitted = (PLAYERS,)

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002  DRF's signature
        """Return whether the caller is a player."""
        return isinstance(request.user, PlayerIdentity)


class HasPlayersToken(Answers):
    """The caller shows the token of a player's session. Whether the session is open is read with all that a step needs."""

    admitted = (PLAYERS,)

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002  DRF's signature
        """Return whether a token was shown that only a player's session has."""
        return request.user is not None


class IsStaff(Answers):
    """The caller is a member of the staff, of any role."""

    admitted = (ADMINISTRATORS, AUDITORS, OPERATORS)

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002  DRF's signature
        """Return whether the caller has groups, as only the staff does."""
        return hasattr(request.user, "groups")


class _InGroup(Answers):
    """The caller is in one of the groups that are let in."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002  DRF's signature
        groups = getattr(request.user, "groups", None)
        return groups is not None and groups.filter(name__in=self.admitted).exists()


class IsOperator(_InGroup):
    """The caller is an operator, who acts on players."""

    admitted = (OPERATORS,)


class IsAuditor(_InGroup):
    """The caller may read what the staff reads: an auditor, who does nothing else, or an operator."""

    admitted = (AUDITORS, OPERATORS)


class ReadAuditorWriteOperator(IsAuditor):
    """Auditors and operators may read (GET, HEAD, OPTIONS); only operators may write."""

    @classmethod
    def callers(cls, method: str) -> tuple[str, ...]:
        """Return who is let in with a method."""
        return cls.admitted if method in SAFE_METHODS else IsOperator.admitted

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Return whether the caller is in a group that the method needs."""
        if request.method in SAFE_METHODS:
            return super().has_permission(request, view)
        return IsOperator().has_permission(request, view)


class IsAdministrator(_InGroup):
    """The caller is an administrator, who manages the staff's accounts and touches no player."""

    admitted = (ADMINISTRATORS,)
