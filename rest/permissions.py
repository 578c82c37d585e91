"""Who may call an endpoint; which objects, the operations decide by the caller's chain."""

from typing import Final

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from rest.caller import PlayerIdentity

OPERATORS: Final = "operators"
AUDITORS: Final = "auditors"
ADMINISTRATORS: Final = "administrators"


class IsPlayer(BasePermission):
    """A player's session: the caller has a chain."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002  DRF's signature
        """Look for the chain."""
        return isinstance(request.user, PlayerIdentity)


class IsStaff(BasePermission):
    """A member of the staff, whatever the roles."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002  DRF's signature
        """Look for what only accounts of the staff have."""
        return hasattr(request.user, "groups")


class _InGroup(BasePermission):
    groups: tuple[str, ...]

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002  DRF's signature
        groups = getattr(request.user, "groups", None)
        return groups is not None and groups.filter(name__in=self.groups).exists()


class IsOperator(_InGroup):
    """A member of the staff who acts on players."""

    groups = (OPERATORS,)


class IsAuditor(_InGroup):
    """A member of the staff who looks: an auditor, who does nothing else, or an operator."""

    groups = (AUDITORS, OPERATORS)


class IsAuditorOrActs(IsAuditor):
    """Whoever may look, for requests that only look; for all others, an operator."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Look for the group that the method needs."""
        if request.method in SAFE_METHODS:
            return super().has_permission(request, view)
        return IsOperator().has_permission(request, view)


class IsAdministrator(_InGroup):
    """A member of the staff who keeps the staff's accounts, and touches no player."""

    groups = (ADMINISTRATORS,)
