"""The caller's own limits."""

from datetime import UTC, datetime

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.ids import ChainId
from responsible_gaming.api.limit_documents import LimitOutput, LimitsOutput, present_limit
from responsible_gaming.api.limit_fields import NAME_PARAMETER, LimitValue, name_of, value_of
from responsible_gaming.core.limits.names import Name
from responsible_gaming.operations.change_player_limit import (
    cancel_player_limit_loosening,
    change_player_limit,
    confirm_player_limit,
)
from responsible_gaming.queries.limit_views import limit_view, limit_views
from rest.caller import chain_of
from rest.fields import Closed, StrictText
from rest.permissions import IsPlayer
from wallet.queries import currency_of


class LimitsView(APIView):
    """All limits."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="limits", responses=LimitsOutput)
    def get(self, request: Request) -> Response:
        """Return every limit that can be set, what binds, and what is left of the day, the week and the month."""
        chain = chain_of(request)
        views = limit_views(chain, settings.REDDOG_JURISDICTION.window_rule, now=datetime.now(UTC))
        currency = currency_of(chain)
        return Response({"limits": [present_limit(view, currency) for view in views]})


class OwnLimitView(APIView):
    """One limit."""

    permission_classes = (IsPlayer,)

    class Input(Closed):
        """The value that is wanted, and the PIN."""

        value = LimitValue(help_text="Null: no limit of one's own.")
        pin = StrictText(max_length=8)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewLimit"

    @extend_schema(operation_id="change_limit", parameters=[NAME_PARAMETER], request=Input, responses=LimitOutput)
    def put(self, request: Request, name: str) -> Response:
        """Ask for another value: a tighter one holds at once, a looser one waits for its time and a confirmation."""
        now, chain, limit = datetime.now(UTC), chain_of(request), name_of(name)
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        value = value_of(limit, asked.validated_data["value"], currency_of(chain))
        jurisdiction = settings.REDDOG_JURISDICTION
        change_player_limit(chain, limit, value, pin=asked.validated_data["pin"], jurisdiction=jurisdiction, now=now)
        return _answer(chain, limit, now)


class LimitLooseningView(APIView):
    """The looser value that waits."""

    permission_classes = (IsPlayer,)

    class Input(Closed):
        """The PIN."""

        pin = StrictText(max_length=8)

        class Meta:
            """The schema's name for it."""

            ref_name = "LimitConfirmation"

    @extend_schema(
        operation_id="confirm_limit_loosening", parameters=[NAME_PARAMETER], request=Input, responses=LimitOutput
    )
    def post(self, request: Request, name: str) -> Response:
        """Confirm with the PIN that the looser value shall hold, once its time has come."""
        now, chain, limit = datetime.now(UTC), chain_of(request), name_of(name)
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        pin = asked.validated_data["pin"]
        confirm_player_limit(chain, limit, pin=pin, jurisdiction=settings.REDDOG_JURISDICTION, now=now)
        return _answer(chain, limit, now)

    @extend_schema(operation_id="cancel_limit_loosening", parameters=[NAME_PARAMETER], responses={200: LimitOutput})
    def delete(self, request: Request, name: str) -> Response:
        """Take the looser value that waits back."""
        now, chain, limit = datetime.now(UTC), chain_of(request), name_of(name)
        cancel_player_limit_loosening(chain, limit, jurisdiction=settings.REDDOG_JURISDICTION, now=now)
        return _answer(chain, limit, now)


def _answer(chain: ChainId, name: Name, now: datetime) -> Response:
    view = limit_view(chain, name, settings.REDDOG_JURISDICTION.window_rule, now=now)
    return Response(present_limit(view, currency_of(chain)))
