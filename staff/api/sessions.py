"""POST /api/v1/ops/sessions and …/second-factor, GET and DELETE /api/v1/ops/sessions/current."""

from datetime import UTC, datetime

from django.conf import settings
from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from knox.models import AuthToken
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.instants import rfc3339, to_epoch_ms
from rest.client_ip import client_ip
from rest.credentials import CredentialView
from rest.permissions import IsStaff
from staff.api.login_fields import CredentialsInput, FactorInput, credentials_of, factor_proof_of, place_of
from staff.operations.log_in import StartedStaffSession, ends_at, log_in, log_in_with_factor, log_out, session_id
from staff.queries.members import roles_of


class _LastLogin(serializers.Serializer[None]):
    began_at = serializers.DateTimeField()
    ip_address = serializers.CharField()

    class Meta:
        ref_name = "LastStaffLogin"


class _Output(serializers.Serializer[None]):
    token = serializers.CharField(help_text="Send it as `Authorization: Token …`.")
    session_id = serializers.CharField(help_text="As in significant events.")
    expires_at = serializers.DateTimeField(help_text="At the latest; 30 minutes without a request end it earlier.")
    roles = serializers.ListField(child=serializers.CharField())
    device = serializers.CharField(help_text="The device's secret. Keep it, and send it at the next login.")
    last_login = _LastLogin(allow_null=True, help_text="The login before this one. Was it you?")

    class Meta:
        ref_name = "StaffSession"


class StaffLoginView(CredentialView):
    """Begin a session of the staff."""

    @extend_schema(operation_id="create_staff_session", request=CredentialsInput, responses={201: _Output})
    def post(self, request: Request) -> Response:
        """Begin a session with the password. Where a second factor is required, the refusal has its challenge."""
        factor_required = settings.REDDOG_MODE.value != "demo"
        return _answer(log_in(credentials_of(request), factor_required=factor_required, now=datetime.now(UTC)))


class StaffSecondFactorView(CredentialView):
    """Begin a session of the staff, with a second factor."""

    @extend_schema(operation_id="create_staff_session_with_factor", request=FactorInput, responses={201: _Output})
    def post(self, request: Request) -> Response:
        """Begin a session with the second factor that was asked for. A wrong one counts as a failed login."""
        body = FactorInput(data=request.data)
        body.is_valid(raise_exception=True)
        fields = body.validated_data
        session = log_in_with_factor(
            fields["challenge"],
            factor_proof_of(fields),
            place=place_of(request, fields.get("device")),
            now=datetime.now(UTC),
        )
        return _answer(session)


class StaffSessionView(APIView):
    """The session of the staff that the token stands for."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsStaff,)

    class Output(serializers.Serializer[None]):
        """A session, and whose it is."""

        session_id = serializers.CharField(help_text="As in significant events.")
        username = serializers.CharField()
        roles = serializers.ListField(child=serializers.CharField(), help_text="Those in force now.")
        began_at = serializers.DateTimeField()
        expires_at = serializers.DateTimeField(help_text="At the latest; 30 minutes without a request end it earlier.")

        class Meta:
            """The schema's name for it."""

            ref_name = "CurrentStaffSession"

    @extend_schema(operation_id="get_staff_session", responses=Output)
    def get(self, request: Request) -> Response:
        """Return whose session it is, the roles, and since when."""
        session = _session_of(request)
        username = request.user.get_username()
        return Response(
            {
                "session_id": session_id(session),
                "username": username,
                "roles": sorted(role.value for role in roles_of(username)),
                "began_at": rfc3339(to_epoch_ms(session.created)),
                "expires_at": rfc3339(to_epoch_ms(ends_at(session))),
            }
        )

    @extend_schema(operation_id="delete_staff_session", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """End the session at once."""
        log_out(_session_of(request), address=client_ip(request), now=datetime.now(UTC))
        return Response(status=204)


def _session_of(request: Request) -> AuthToken:
    session = request.auth
    assert isinstance(session, AuthToken), "IsStaff lets nobody else pass"
    return session


def _answer(session: StartedStaffSession) -> Response:
    last = session.last_login
    return Response(
        {
            "token": session.token,
            "session_id": session.session_id,
            "expires_at": rfc3339(to_epoch_ms(session.expires_at)),
            "roles": list(session.roles),
            "device": session.device,
            "last_login": None
            if last is None
            else {"began_at": rfc3339(to_epoch_ms(last.began_at)), "ip_address": last.address},
        },
        status=201,
    )
