"""POST /api/v1/ops/sessions and …/second-factor, DELETE /api/v1/ops/sessions/current."""

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
from staff.api.shown import CredentialsInput, FactorInput, proof_of
from staff.operations.log_in import Begun, log_in, log_in_further, log_out
from staff.operations.prove import Credentials


class _LastLogIn(serializers.Serializer[None]):
    at = serializers.DateTimeField()
    address = serializers.CharField()

    class Meta:
        ref_name = "LastLogIn"


class _Output(serializers.Serializer[None]):
    token = serializers.CharField(help_text="To be sent as `Authorization: Token …`.")
    session = serializers.CharField(help_text="The session's id, as in significant events.")
    expires_at = serializers.DateTimeField(help_text="At the latest; 30 minutes without a request end it earlier.")
    roles = serializers.ListField(child=serializers.CharField())
    last_log_in = _LastLogIn(allow_null=True, help_text="The log-in before this one. Was it you?")

    class Meta:
        ref_name = "OperatorSession"


class StaffLogInView(CredentialView):
    """Begin a session of the staff."""

    @extend_schema(operation_id="operator_log_in", request=CredentialsInput, responses={201: _Output})
    def post(self, request: Request) -> Response:
        """Begin a session with the password. Where a second factor is due, the refusal holds what it has to meet."""
        asked = CredentialsInput(data=request.data)
        asked.is_valid(raise_exception=True)
        credentials = Credentials(**asked.validated_data, address=client_ip(request))
        factor_required = settings.REDDOG_MODE.value != "demo"
        return _answer(log_in(credentials, factor_required=factor_required, now=datetime.now(UTC)))


class StaffSecondFactorView(CredentialView):
    """Go on to a session of the staff."""

    @extend_schema(operation_id="operator_second_factor", request=FactorInput, responses={201: _Output})
    def post(self, request: Request) -> Response:
        """Begin a session with the second factor that was asked for. A wrong one counts as a failed log-in."""
        asked = FactorInput(data=request.data)
        asked.is_valid(raise_exception=True)
        told = asked.validated_data
        begun = log_in_further(told["challenge"], proof_of(told), address=client_ip(request), now=datetime.now(UTC))
        return _answer(begun)


class StaffLogOutView(APIView):
    """End a session of the staff."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsStaff,)

    @extend_schema(operation_id="operator_log_out", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """End the session that the token stands for, at once."""
        session = request.auth
        assert isinstance(session, AuthToken), "IsStaff let somebody else pass"
        log_out(session, address=client_ip(request), now=datetime.now(UTC))
        return Response(status=204)


def _answer(begun: Begun) -> Response:
    last = begun.last and {"at": rfc3339(to_epoch_ms(begun.last.at)), "address": begun.last.address}
    return Response(
        {
            "token": begun.token,
            "session": begun.session,
            "expires_at": rfc3339(to_epoch_ms(begun.expires_at)),
            "roles": list(begun.roles),
            "last_log_in": last,
        },
        status=201,
    )
