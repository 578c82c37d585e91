"""Who may call an endpoint. The operations decide by the caller's chain which objects a player reaches."""

from typing import Final

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from rest.caller import PlayerIdentity

OPERATORS: Final = "operators"
AUDITORS: Final = "auditors"
ADMINISTRATORS: Final = "administrators"


class IsPlayer(BasePermission):
    """The caller is a player."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002  DRF's signature
        """Return whether the caller is a player."""
        return isinstance(request.user, PlayerIdentity)


class IsStaff(BasePermission):
    """The caller is a member of the staff, of any role."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002  DRF's signature
        """Return whether the caller has groups, as only the staff does."""
        return hasattr(request.user, "groups")


class _InGroup(BasePermission):
    groups: tuple[str, ...]

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002  DRF's signature
        groups = getattr(request.user, "groups", None)
        return groups is not None and groups.filter(name__in=self.groups).exists()


class IsOperator(_InGroup):
    """The caller is an operator, who acts on players."""

    groups = (OPERATORS,)


class IsAuditor(_InGroup):
    """The caller may read what the staff reads: an auditor, who does nothing else, or an operator."""

    groups = (AUDITORS, OPERATORS)


class ReadAuditorWriteOperator(IsAuditor):
    """Auditors and operators may read (GET, HEAD, OPTIONS); only operators may write."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Return whether the caller is in a group that the method needs."""
        if request.method in SAFE_METHODS:
            return super().has_permission(request, view)
        return IsOperator().has_permission(request, view)


class IsAdministrator(_InGroup):
    """The caller is an administrator, who manages the staff's accounts and touches no player."""

    groups = (ADMINISTRATORS,)
