"""The caller's own table bet limit."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.api.signatures import SIGNED_LOOSENING, ChainSignatureInput, signature_of
from kernel.ids import ChainId
from kernel.instants import rfc3339, to_epoch_ms
from kernel.money import amount_document
from responsible_gaming.core.limits.bet_limit import BetLimit
from responsible_gaming.core.limits.gaming_week import week_of
from responsible_gaming.operations.change_bet_limit import cancel_loosening, change_bet_limit, confirm_loosening
from responsible_gaming.queries.limit_settings import bet_limit
from rest.caller import chain_of
from rest.fields import MoneyInput, MoneyOutput, StrictSerializer, StrictText
from rest.permissions import IsPlayer
from wallet.core.ledger import CurrencyMismatch
from wallet.queries.balances import currency_of


class _Loosening(serializers.Serializer[Any]):
    maximum = MoneyOutput(allow_null=True, help_text="Null: no limit of one's own.")
    confirmable_from = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()

    class Meta:
        ref_name = "BetLimitLoosening"


class _Output(serializers.Serializer[Any]):
    maximum = MoneyOutput(allow_null=True, help_text="One's own limit; the operator's may be lower. Null: none.")
    loosening = _Loosening(allow_null=True, help_text="The looser limit that the player requested and may confirm.")
    modifiable_from = serializers.DateTimeField(
        help_text="When the limit may be modified next; the jurisdiction may allow tightening at any time."
    )
    week_started_at = serializers.DateTimeField()
    week_ends_at = serializers.DateTimeField()

    class Meta:
        ref_name = "BetLimit"


class BetLimitView(APIView):
    """The limit."""

    permission_classes = (IsPlayer,)

    class Input(StrictSerializer):
        """The requested limit, and the PIN."""

        maximum = MoneyInput(allow_null=True, help_text="Null: no limit of one's own.")
        pin = StrictText(max_length=8)
        psig = ChainSignatureInput(required=False, help_text=SIGNED_LOOSENING)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewBetLimit"

    @extend_schema(operation_id="get_bet_limit", responses=_Output)
    def get(self, request: Request) -> Response:
        """Return the caller's own bet limit, its pending loosening, and when it may be modified."""
        now = datetime.now(UTC)
        return _response(chain_of(request), bet_limit(chain_of(request)), now)

    @extend_schema(operation_id="change_bet_limit", request=Input, responses=_Output)
    def put(self, request: Request) -> Response:
        """Request another limit: a tighter one binds at once, a looser one needs the next week and a confirmation."""
        now = datetime.now(UTC)
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        chain, maximum = chain_of(request), body.validated_data["maximum"]
        currency = currency_of(chain)
        if maximum is not None and maximum["currency"] != currency:
            raise CurrencyMismatch(f"Nothing was changed. The account is in {currency}.", currency=currency)
        limit = change_bet_limit(
            chain,
            None if maximum is None else maximum["amount"],
            pin=body.validated_data["pin"],
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=now,
            signature=signature_of(body.validated_data.get("psig")),
        )
        return _response(chain, limit, now)


class BetLimitLooseningConfirmationView(APIView):
    """The confirmation of a pending looser limit."""

    permission_classes = (IsPlayer,)

    class Input(StrictSerializer):
        """The PIN."""

        pin = StrictText(max_length=8)
        psig = ChainSignatureInput(required=False, help_text=SIGNED_LOOSENING)

        class Meta:
            """The schema's name for it."""

            ref_name = "BetLimitConfirmation"

    @extend_schema(operation_id="confirm_bet_limit_loosening", request=Input, responses={201: _Output})
    def post(self, request: Request) -> Response:
        """Confirm the pending looser limit with the PIN, once its gaming week has begun."""
        now = datetime.now(UTC)
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        limit = confirm_loosening(
            chain_of(request),
            pin=body.validated_data["pin"],
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=now,
            signature=signature_of(body.validated_data.get("psig")),
        )
        return _response(chain_of(request), limit, now, status=201)


class BetLimitLooseningView(APIView):
    """A pending looser limit."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="cancel_bet_limit_loosening", responses={204: None})
    def delete(self, request: Request) -> Response:
        """Cancel the pending looser limit. The week's modification stays used."""
        cancel_loosening(chain_of(request), jurisdiction=settings.REDDOG_JURISDICTION, now=datetime.now(UTC))
        return Response(status=204)


def _response(chain: ChainId, limit: BetLimit, now: datetime, status: int = 200) -> Response:
    currency, week = currency_of(chain), week_of(now, ZoneInfo(settings.REDDOG_JURISDICTION.zone))
    pending = limit.pending(to_epoch_ms(now))
    loosening = (
        None
        if pending is None
        else {
            "maximum": _money(pending.value, currency),
            "confirmable_from": rfc3339(pending.confirmable_ms),
            "expires_at": rfc3339(pending.expires_ms),
        }
    )
    return Response(
        {
            "maximum": _money(limit.maximum_minor, currency),
            "loosening": loosening,
            "modifiable_from": rfc3339(limit.modifiable_from(week, now_ms=to_epoch_ms(now))),
            "week_started_at": rfc3339(to_epoch_ms(week.starts_at)),
            "week_ends_at": rfc3339(to_epoch_ms(week.ends_at)),
        },
        status=status,
    )


def _money(amount_minor: int | None, currency: str) -> dict[str, object] | None:
    return None if amount_minor is None else amount_document(amount_minor, currency)
