"""Who may call an endpoint; which objects, the operations decide by the caller's chain."""

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from rest.caller import PlayerIdentity

OPERATORS = "operators"


class IsPlayer(BasePermission):
    """A player's session: the caller has a chain."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002  DRF's signature
        """Look for the chain."""
        return isinstance(request.user, PlayerIdentity)


class IsOperator(BasePermission):
    """A member of the staff's group of operators."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002  DRF's signature
        """Look for the group."""
        groups = getattr(request.user, "groups", None)
        return groups is not None and groups.filter(name=OPERATORS).exists()
