"""GET /api/v1/ops/staff, PUT …/{username}/status and …/roles.

To give access needs two people: docs/approvals.md has the acts.
"""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.instants import rfc3339, to_epoch_ms
from rest.fields import RequiresReason, StrictSerializer
from rest.paging import PAGE_PARAMETERS, cursor_of, cursor_text, limit_of
from rest.permissions import IsAdministrator
from staff.core.roles import Role
from staff.core.status import StaffStatus
from staff.operations.administer import StaffChange, set_staff_status, take_staff_roles
from staff.queries.members import MemberView, member_view, members

_ROLES = [role.value for role in Role]


class _ForAReason(RequiresReason):
    class Meta:
        ref_name = "StaffReason"


class _Member(serializers.Serializer[Any]):
    username = serializers.CharField()
    status = serializers.ChoiceField([status.value for status in StaffStatus])
    roles = serializers.ListField(child=serializers.ChoiceField(_ROLES))
    factors = serializers.ListField(child=serializers.CharField())
    enrolled = serializers.BooleanField(
        help_text="Whether the account has a second factor and a password of its owner's."
    )
    last_login_at = serializers.DateTimeField(allow_null=True)
    last_ip_address = serializers.CharField()

    class Meta:
        ref_name = "StaffMember"


class _AdministratorView(APIView):
    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAdministrator,)
    Input: type[StrictSerializer]

    def _fields(self, request: Request) -> dict[str, Any]:
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields: dict[str, Any] = body.validated_data
        return fields


class StaffView(_AdministratorView):
    """The staff's accounts."""

    class Output(serializers.Serializer[Any]):
        """A page of members, in the order in which their accounts were opened."""

        items = _Member(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Staff"

    @extend_schema(operation_id="list_staff", parameters=list(PAGE_PARAMETERS), responses=Output)
    def get(self, request: Request) -> Response:
        """Return a page of the staff's accounts."""
        limit, cursor = limit_of(request.query_params), cursor_of(request.query_params, parts=1)
        rows = members(after=0 if cursor is None else cursor[0], limit=limit)
        next_cursor = cursor_text(rows[-1].number) if len(rows) == limit else None
        return Response({"items": [_document(member) for member in rows], "next": next_cursor})


class StaffStatusView(_AdministratorView):
    """Whether an account can log in."""

    class Input(_ForAReason):
        """The new status, and why."""

        status = serializers.ChoiceField([StaffStatus.ACTIVE.value, StaffStatus.DEACTIVATED.value])

        class Meta:
            """The schema's name for it."""

            ref_name = "NewStaffStatus"

    @extend_schema(operation_id="set_staff_status", request=Input, responses=_Member)
    def put(self, request: Request, username: str) -> Response:
        """Deactivate somebody else's account and end its sessions at once, or unlock it.

        To reactivate it needs two people: propose the act `reactivate-staff`.
        """
        fields = self._fields(request)
        set_staff_status(_change(request, username, fields), StaffStatus(fields["status"]), now=datetime.now(UTC))
        return Response(_document(member_view(username)))


class StaffRolesView(_AdministratorView):
    """The roles of an account."""

    class Input(_ForAReason):
        """The roles, and why."""

        roles = serializers.ListField(child=serializers.ChoiceField(_ROLES), min_length=1, max_length=len(_ROLES))

        class Meta:
            """The schema's name for it."""

            ref_name = "NewStaffRoles"

    @extend_schema(operation_id="set_staff_roles", request=Input, responses=_Member)
    def put(self, request: Request, username: str) -> Response:
        """Leave somebody else's account these of its roles and no others, from the next request on.

        To give it another role needs two people: propose the act `set-staff-roles`.
        """
        fields = self._fields(request)
        take_staff_roles(_change(request, username, fields), _roles(fields), now=datetime.now(UTC))
        return Response(_document(member_view(username)))


def _actor(request: Request) -> str:
    return f"staff:{request.user.get_username()}"


def _change(request: Request, username: str, fields: dict[str, Any]) -> StaffChange:
    return StaffChange(username=username, actor=_actor(request), reason=fields["reason"])


def _roles(fields: dict[str, Any]) -> frozenset[Role]:
    return frozenset(Role(name) for name in fields["roles"])


def _document(member: MemberView) -> dict[str, object]:
    last_login_at = member.last_login_at
    return {
        "username": member.username,
        "status": member.status.value,
        "roles": list(member.roles),
        "factors": list(member.factors),
        "enrolled": member.enrolled,
        "last_login_at": None if last_login_at is None else rfc3339(to_epoch_ms(last_login_at)),
        "last_ip_address": member.last_address,
    }
