"""POST /api/v1/ops/enrolments and …/second-factor: permission to change what proves who one is."""

from datetime import UTC, datetime

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from kernel.instants import rfc3339, to_epoch_ms
from rest.client_ip import client_ip
from rest.credentials import CredentialView
from staff.api.shown import CredentialsInput, FactorInput, proof_of
from staff.operations.enrol import Enrolling, begin_enrolment, begin_enrolment_further
from staff.operations.prove import Credentials


class _Output(serializers.Serializer[None]):
    token = serializers.CharField(help_text="To be sent as `Authorization: Enrolment …`; it can do nothing else.")
    expires_at = serializers.DateTimeField()

    class Meta:
        ref_name = "Enrolment"


class EnrolmentView(CredentialView):
    """Begin to enrol."""

    @extend_schema(operation_id="begin_enrolment", request=CredentialsInput, responses={201: _Output})
    def post(self, request: Request) -> Response:
        """Begin to enrol with the password, which may be a one-time one; a factor that is there is asked for too."""
        asked = CredentialsInput(data=request.data)
        asked.is_valid(raise_exception=True)
        credentials = Credentials(**asked.validated_data, address=client_ip(request))
        return _answer(begin_enrolment(credentials, now=datetime.now(UTC)))


class EnrolmentSecondFactorView(CredentialView):
    """Go on to enrol."""

    @extend_schema(operation_id="enrolment_second_factor", request=FactorInput, responses={201: _Output})
    def post(self, request: Request) -> Response:
        """Begin to enrol with the second factor that was asked for. A wrong one counts as a failed log-in."""
        asked = FactorInput(data=request.data)
        asked.is_valid(raise_exception=True)
        told = asked.validated_data
        begun = begin_enrolment_further(
            told["challenge"], proof_of(told), address=client_ip(request), now=datetime.now(UTC)
        )
        return _answer(begun)


def _answer(begun: Enrolling) -> Response:
    return Response({"token": begun.token, "expires_at": rfc3339(to_epoch_ms(begun.expires_at))}, status=201)
