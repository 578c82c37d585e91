"""The caller's exclusions from the games."""

from datetime import UTC, datetime

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.api.signatures import SIGNED_LOOSENING, ChainSignatureInput, signature_of
from responsible_gaming.api.exclusion_documents import ExclusionsOutput, exclusions_document
from responsible_gaming.core.exclusion import DAYS_MOST, OWN, ExclusionKind
from responsible_gaming.operations.exclude import ask_return, exclude
from responsible_gaming.queries.exclusions import exclusions
from rest.caller import chain_of
from rest.fields import StrictSerializer, WholeNumber
from rest.permissions import IsPlayer

KINDS = [kind.value for kind in OWN]


class ExclusionView(APIView):
    """The exclusions in force, and a new one by the player."""

    permission_classes = (IsPlayer,)
    # An exclusion only protects, so a locked session may request one.
    open_while_locked = ("POST",)

    class Input(StrictSerializer):
        """The kind, and the days; null is a self-exclusion without an end."""

        kind = serializers.ChoiceField(KINDS)
        days = WholeNumber(min_value=1, max_value=DAYS_MOST, allow_null=True)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewExclusion"

    @extend_schema(operation_id="list_exclusions", responses=ExclusionsOutput)
    def get(self, request: Request) -> Response:
        """Return the exclusions that keep the caller from playing."""
        return Response(exclusions_document(exclusions(chain_of(request)), now=datetime.now(UTC)))

    @extend_schema(operation_id="create_exclusion", request=Input, responses={201: ExclusionsOutput})
    def post(self, request: Request) -> Response:
        """Exclude the caller from now on, by a time-out or a self-exclusion. It needs no PIN.

        An open round can be finished, and money withdrawn. An exclusion in force cannot be shortened.
        """
        now = datetime.now(UTC)
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields, rules = body.validated_data, settings.REDDOG_JURISDICTION.exclusions
        current = exclude(chain_of(request), ExclusionKind(fields["kind"]), fields["days"], rules=rules, now=now)
        return Response(exclusions_document(current, now=now), status=201)


class ReturnView(APIView):
    """The return from a self-exclusion."""

    permission_classes = (IsPlayer,)

    class Input(StrictSerializer):
        """Nothing, or the signature."""

        psig = ChainSignatureInput(required=False, help_text=SIGNED_LOOSENING)

        class Meta:
            """The schema's name for it."""

            ref_name = "ExclusionReturn"

    @extend_schema(operation_id="request_return", request=Input, responses={201: ExclusionsOutput})
    def post(self, request: Request) -> Response:
        """Request the end of a self-exclusion whose time is over. It ends after the jurisdiction's cooling-off."""
        now = datetime.now(UTC)
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        current = ask_return(
            chain_of(request),
            rules=settings.REDDOG_JURISDICTION.exclusions,
            now=now,
            signature=signature_of(body.validated_data.get("psig")),
        )
        return Response(exclusions_document(current, now=now), status=201)
