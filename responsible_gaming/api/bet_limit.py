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

from kernel.ids import ChainId
from kernel.instants import rfc3339, to_epoch_ms
from kernel.money import amount_document
from responsible_gaming.core.limits.bet_limit import BetLimit
from responsible_gaming.core.limits.gaming_week import week_of
from responsible_gaming.operations.change_bet_limit import cancel_loosening, change_bet_limit, confirm_loosening
from responsible_gaming.queries.limit_settings import bet_limit
from rest.caller import chain_of
from rest.fields import Closed, Money, MoneyInput, StrictText
from rest.permissions import IsPlayer
from wallet.core.ledger import CurrencyMismatch
from wallet.queries import currency_of


class _Loosening(serializers.Serializer[Any]):
    maximum = Money(allow_null=True, help_text="Null: no limit of one's own.")
    confirmable_from = serializers.DateTimeField()
    lapses_at = serializers.DateTimeField()

    class Meta:
        ref_name = "Loosening"


class _Output(serializers.Serializer[Any]):
    maximum = Money(allow_null=True, help_text="One's own limit; the operator's may be lower. Null: none.")
    loosening = _Loosening(allow_null=True, help_text="What waits for the next gaming week and a confirmation.")
    modifiable_from = serializers.DateTimeField(
        help_text="When the limit may be modified next; the jurisdiction may allow tightening at any time."
    )
    week_starts_at = serializers.DateTimeField()
    week_ends_at = serializers.DateTimeField()

    class Meta:
        ref_name = "BetLimit"


class BetLimitView(APIView):
    """The limit, and asking for another."""

    permission_classes = (IsPlayer,)

    class Input(Closed):
        """The limit that is wanted, and the PIN."""

        maximum = MoneyInput(allow_null=True, help_text="Null: no limit of one's own.")
        pin = StrictText(max_length=8)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewBetLimit"

    @extend_schema(operation_id="bet_limit", responses=_Output)
    def get(self, request: Request) -> Response:
        """Return the caller's own bet limit, what waits, and when it may be modified."""
        now = datetime.now(UTC)
        return _answer(chain_of(request), bet_limit(chain_of(request)), now)

    @extend_schema(operation_id="change_bet_limit", request=Input, responses=_Output)
    def put(self, request: Request) -> Response:
        """Ask for another limit: a tighter one holds at once, a looser one waits for the next gaming week."""
        now = datetime.now(UTC)
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        chain, wanted = chain_of(request), asked.validated_data["maximum"]
        kept_in = currency_of(chain)
        if wanted is not None and wanted["currency"] != kept_in:
            raise CurrencyMismatch(f"Nothing was changed. The account is in {kept_in}.", currency=kept_in)
        limit = change_bet_limit(
            chain,
            None if wanted is None else wanted["amount"],
            pin=asked.validated_data["pin"],
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=now,
        )
        return _answer(chain, limit, now)


class LooseningView(APIView):
    """The looser limit that waits."""

    permission_classes = (IsPlayer,)

    class Input(Closed):
        """The PIN."""

        pin = StrictText(max_length=8)

        class Meta:
            """The schema's name for it."""

            ref_name = "Confirmation"

    @extend_schema(operation_id="confirm_loosening", request=Input, responses=_Output)
    def post(self, request: Request) -> Response:
        """Confirm with the PIN that the looser limit shall hold, once its week has begun."""
        now = datetime.now(UTC)
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        limit = confirm_loosening(
            chain_of(request), pin=asked.validated_data["pin"], jurisdiction=settings.REDDOG_JURISDICTION, now=now
        )
        return _answer(chain_of(request), limit, now)

    @extend_schema(operation_id="cancel_loosening", responses={200: _Output})
    def delete(self, request: Request) -> Response:
        """Take the looser limit that waits back; the week's modification stays used."""
        now = datetime.now(UTC)
        return _answer(
            chain_of(request),
            cancel_loosening(chain_of(request), jurisdiction=settings.REDDOG_JURISDICTION, now=now),
            now,
        )


def _answer(chain: ChainId, limit: BetLimit, now: datetime) -> Response:
    currency, week = currency_of(chain), week_of(now, ZoneInfo(settings.REDDOG_JURISDICTION.zone))
    waiting = limit.waiting(to_epoch_ms(now))
    loosening = (
        None
        if waiting is None
        else {
            "maximum": _money(waiting.value, currency),
            "confirmable_from": rfc3339(waiting.confirmable_ms),
            "lapses_at": rfc3339(waiting.expires_ms),
        }
    )
    return Response(
        {
            "maximum": _money(limit.maximum_minor, currency),
            "loosening": loosening,
            "modifiable_from": rfc3339(limit.modifiable_from(week, now_ms=to_epoch_ms(now))),
            "week_starts_at": rfc3339(to_epoch_ms(week.starts_at)),
            "week_ends_at": rfc3339(to_epoch_ms(week.ends_at)),
        }
    )


def _money(amount_minor: int | None, currency: str) -> dict[str, object] | None:
    return None if amount_minor is None else amount_document(amount_minor, currency)
