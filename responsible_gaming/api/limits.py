"""The caller's own limits."""

from datetime import UTC, datetime

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.api.signatures import SIGNED_LOOSENING, ChainSignatureInput, signature_of
from kernel.ids import ChainId
from responsible_gaming.api.limit_documents import LimitOutput, LimitsOutput, limit_document, limits_document
from responsible_gaming.api.limit_fields import NAME_PARAMETER, LimitValue, limit_named, value_of
from responsible_gaming.core.limits.definition import LimitDefinition
from responsible_gaming.operations.change_player_limit import (
    cancel_player_limit_loosening,
    change_player_limit,
    confirm_player_limit,
)
from responsible_gaming.queries.limit_views import limit_view, limit_views
from rest.caller import chain_of
from rest.fields import StrictSerializer, StrictText
from rest.permissions import IsPlayer
from wallet.queries.balances import currency_of


class LimitsView(APIView):
    """All limits."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="list_limits", responses=LimitsOutput)
    def get(self, request: Request) -> Response:
        """Return every limit, what binds, and what remains of the day, the week and the month."""
        chain = chain_of(request)
        views = limit_views(chain, settings.REDDOG_JURISDICTION.window_rule, now=datetime.now(UTC))
        return Response(limits_document(views, currency_of(chain)))


class LimitView(APIView):
    """One limit."""

    permission_classes = (IsPlayer,)

    class Input(StrictSerializer):
        """The requested value, and the PIN."""

        value = LimitValue(help_text="Null: no limit of one's own.")
        pin = StrictText(max_length=8)
        psig = ChainSignatureInput(required=False, help_text=SIGNED_LOOSENING)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewLimit"

    @extend_schema(operation_id="change_limit", parameters=[NAME_PARAMETER], request=Input, responses=LimitOutput)
    def put(self, request: Request, name: str) -> Response:
        """Request another value: a tighter one binds at once, a looser one needs a delay and a confirmation."""
        now, chain, limit = datetime.now(UTC), chain_of(request), limit_named(name)
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        value = value_of(limit, body.validated_data["value"], currency_of(chain))
        jurisdiction = settings.REDDOG_JURISDICTION
        change_player_limit(
            chain,
            limit,
            value,
            pin=body.validated_data["pin"],
            jurisdiction=jurisdiction,
            now=now,
            signature=signature_of(body.validated_data.get("psig")),
        )
        return _response(chain, limit, now)


class LimitLooseningConfirmationView(APIView):
    """The confirmation of a pending looser value."""

    permission_classes = (IsPlayer,)

    class Input(StrictSerializer):
        """The PIN."""

        pin = StrictText(max_length=8)
        psig = ChainSignatureInput(required=False, help_text=SIGNED_LOOSENING)

        class Meta:
            """The schema's name for it."""

            ref_name = "LimitConfirmation"

    @extend_schema(
        operation_id="confirm_limit_loosening", parameters=[NAME_PARAMETER], request=Input, responses={201: LimitOutput}
    )
    def post(self, request: Request, name: str) -> Response:
        """Confirm the pending looser value with the PIN. It binds from now on."""
        now, chain, limit = datetime.now(UTC), chain_of(request), limit_named(name)
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        pin = body.validated_data["pin"]
        signature = signature_of(body.validated_data.get("psig"))
        jurisdiction = settings.REDDOG_JURISDICTION
        confirm_player_limit(chain, limit, pin=pin, jurisdiction=jurisdiction, now=now, signature=signature)
        return _response(chain, limit, now, status=201)


class LimitLooseningView(APIView):
    """A pending looser value."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="cancel_limit_loosening", parameters=[NAME_PARAMETER], responses={204: None})
    def delete(self, request: Request, name: str) -> Response:
        """Cancel the pending looser value. It needs no PIN."""
        cancel_player_limit_loosening(
            chain_of(request), limit_named(name), jurisdiction=settings.REDDOG_JURISDICTION, now=datetime.now(UTC)
        )
        return Response(status=204)


def _response(chain: ChainId, limit: LimitDefinition, now: datetime, status: int = 200) -> Response:
    view = limit_view(chain, limit, settings.REDDOG_JURISDICTION.window_rule, now=now)
    return Response(limit_document(view, currency_of(chain)), status=status)
