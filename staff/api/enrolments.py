"""POST /api/v1/ops/enrolments and …/second-factor: begin to change one's own credentials."""

from datetime import UTC, datetime

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from kernel.instants import rfc3339, to_epoch_ms
from rest.credentials import CredentialView
from staff.api.login_fields import CredentialsInput, FactorInput, credentials_of, factor_proof_of, place_of
from staff.operations.enrol import StartedEnrolment, begin_enrolment, begin_enrolment_with_factor


class _Output(serializers.Serializer[None]):
    token = serializers.CharField(help_text="Send it as `Authorization: Enrolment …`. It can do nothing else.")
    expires_at = serializers.DateTimeField()

    class Meta:
        ref_name = "Enrolment"


class EnrolmentView(CredentialView):
    """Begin to enrol."""

    @extend_schema(operation_id="create_enrolment", request=CredentialsInput, responses={201: _Output})
    def post(self, request: Request) -> Response:
        """Begin to enrol with the password or a one-time password, and the second factor if there is one."""
        return _answer(begin_enrolment(credentials_of(request), now=datetime.now(UTC)))


class EnrolmentSecondFactorView(CredentialView):
    """Begin to enrol, with a second factor."""

    @extend_schema(operation_id="create_enrolment_with_factor", request=FactorInput, responses={201: _Output})
    def post(self, request: Request) -> Response:
        """Begin to enrol with the second factor that was asked for. A wrong one counts as a failed login."""
        body = FactorInput(data=request.data)
        body.is_valid(raise_exception=True)
        fields = body.validated_data
        enrolment = begin_enrolment_with_factor(
            fields["challenge"],
            factor_proof_of(fields),
            place=place_of(request, fields.get("device")),
            now=datetime.now(UTC),
        )
        return _answer(enrolment)


def _answer(enrolment: StartedEnrolment) -> Response:
    return Response({"token": enrolment.token, "expires_at": rfc3339(to_epoch_ms(enrolment.expires_at))}, status=201)
