"""GET and POST /api/v1/ops/staff, PUT …/{username}/status and …/roles, POST …/{username}/reset."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.instants import rfc3339, to_epoch_ms
from rest.fields import RequiresReason, StrictText
from rest.paging import PAGE_PARAMETERS, cursor_of, cursor_text, limit_of
from rest.permissions import IsAdministrator
from staff.core.roles import Role
from staff.operations.administer import Change, StaffStatus, reset_staff, set_staff_roles, set_staff_status
from staff.operations.make_member import NewMember, make_member
from staff.queries import MemberView, members

_ROLES = [role.value for role in Role]


class _ForAReason(RequiresReason):
    class Meta:
        ref_name = "StaffReason"


class _OneTimePassword(serializers.Serializer[None]):
    one_time_password = serializers.CharField(help_text="Shown this once. For enrolment alone, within three days.")

    class Meta:
        ref_name = "OneTimePassword"


class _Member(serializers.Serializer[Any]):
    username = serializers.CharField()
    status = serializers.CharField(help_text="active, locked or deactivated.")
    roles = serializers.ListField(child=serializers.ChoiceField(_ROLES))
    factors = serializers.ListField(child=serializers.CharField())
    enrolled = serializers.BooleanField(help_text="Has a second factor and a password of one's own.")
    last_log_in_at = serializers.DateTimeField(allow_null=True)
    last_address = serializers.CharField()

    class Meta:
        ref_name = "StaffMember"


class _AdministratorView(APIView):
    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAdministrator,)


class StaffView(_AdministratorView):
    """The staff's accounts."""

    class Input(_ForAReason):
        """A new member."""

        username = StrictText(max_length=30)
        roles = serializers.ListField(child=serializers.ChoiceField(_ROLES), min_length=1, max_length=len(_ROLES))

        class Meta:
            """The schema's name for it."""

            ref_name = "NewStaffMember"

    class Output(serializers.Serializer[Any]):
        """A page of members, in the order in which they came."""

        items = _Member(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Staff"

    @extend_schema(operation_id="staff", parameters=list(PAGE_PARAMETERS), responses=Output)
    def get(self, request: Request) -> Response:
        """Return a page of the staff's accounts."""
        limit, cursor = limit_of(request.query_params), cursor_of(request.query_params, parts=1)
        page = members(after=0 if cursor is None else cursor[0], limit=limit)
        following = cursor_text(page[-1].number) if len(page) == limit else None
        return Response({"items": [_shown(member) for member in page], "next": following})

    @extend_schema(operation_id="make_staff", request=Input, responses={201: _OneTimePassword})
    def post(self, request: Request) -> Response:
        """Open an account, with a password that is good for enrolment alone."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        told = asked.validated_data
        wanted = NewMember(name=told["username"], roles=_roles(told))
        password = make_member(wanted, reason=told["reason"], actor=_actor(request), now=datetime.now(UTC))
        return Response({"one_time_password": password}, status=201)


class StaffStatusView(_AdministratorView):
    """Whether an account lets anybody in."""

    class Input(_ForAReason):
        """The new status, and why."""

        status = serializers.ChoiceField([StaffStatus.ACTIVE.value, StaffStatus.DEACTIVATED.value])

        class Meta:
            """The schema's name for it."""

            ref_name = "NewStaffStatus"

    @extend_schema(operation_id="set_staff_status", request=Input, responses={204: None})
    def put(self, request: Request, username: str) -> Response:
        """Deactivate somebody else's account and end its sessions at once; unlock or reactivate it."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        told = asked.validated_data
        set_staff_status(_change(request, username, told), StaffStatus(told["status"]), now=datetime.now(UTC))
        return Response(status=204)


class StaffRolesView(_AdministratorView):
    """What an account may do."""

    class Input(_ForAReason):
        """The roles, and why."""

        roles = serializers.ListField(child=serializers.ChoiceField(_ROLES), min_length=1, max_length=len(_ROLES))

        class Meta:
            """The schema's name for it."""

            ref_name = "NewStaffRoles"

    @extend_schema(operation_id="set_staff_roles", request=Input, responses={204: None})
    def put(self, request: Request, username: str) -> Response:
        """Give somebody else's account these roles and no others, from the next request on."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        told = asked.validated_data
        set_staff_roles(_change(request, username, told), _roles(told), now=datetime.now(UTC))
        return Response(status=204)


class StaffResetView(_AdministratorView):
    """An account whose owner lost everything."""

    @extend_schema(operation_id="reset_staff", request=_ForAReason, responses={201: _OneTimePassword})
    def post(self, request: Request, username: str) -> Response:
        """Remove somebody else's factors, end the sessions, lift the lock; return a password for a new enrolment."""
        asked = _ForAReason(data=request.data)
        asked.is_valid(raise_exception=True)
        password = reset_staff(_change(request, username, asked.validated_data), now=datetime.now(UTC))
        return Response({"one_time_password": password}, status=201)


def _actor(request: Request) -> str:
    return f"staff:{request.user.get_username()}"


def _change(request: Request, username: str, told: dict[str, Any]) -> Change:
    return Change(name=username, actor=_actor(request), reason=told["reason"])


def _roles(told: dict[str, Any]) -> frozenset[Role]:
    return frozenset(Role(name) for name in told["roles"])


def _shown(member: MemberView) -> dict[str, object]:
    last = member.last_log_in_at
    return {
        "username": member.name,
        "status": member.status,
        "roles": list(member.roles),
        "factors": list(member.factors),
        "enrolled": member.enrolled,
        "last_log_in_at": None if last is None else rfc3339(to_epoch_ms(last)),
        "last_address": member.last_address,
    }
