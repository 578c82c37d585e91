"""The caller's exclusion from the games."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.periods import rfc3339, to_ms
from responsible_gaming.core.exclusion import Exclusion, Kind
from responsible_gaming.operations.exclude import ask_return, exclude
from responsible_gaming.queries import exclusion
from rest.caller import chain_of
from rest.fields import Closed, WholeNumber
from rest.permissions import IsPlayer

KINDS = [kind.value for kind in Kind]


class _Output(serializers.Serializer[Any]):
    excluded = serializers.BooleanField(help_text="Whether bets are refused now.")
    kind = serializers.ChoiceField(KINDS, allow_null=True)
    since = serializers.DateTimeField(allow_null=True)
    until = serializers.DateTimeField(allow_null=True, help_text="Null where there is none, or no end of it.")
    lifted_at = serializers.DateTimeField(
        allow_null=True, help_text="When it ends; null for a self-exclusion until the player asks to return."
    )
    returnable_from = serializers.DateTimeField(
        allow_null=True, help_text="When the player may ask to return from a self-exclusion."
    )

    class Meta:
        ref_name = "Exclusion"


class ExclusionView(APIView):
    """The exclusion, and a new one."""

    permission_classes = (IsPlayer,)

    class Input(Closed):
        """How, and for how many days; null is a self-exclusion without end."""

        kind = serializers.ChoiceField(KINDS)
        days = WholeNumber(min_value=1, max_value=36_525, allow_null=True)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewExclusion"

    @extend_schema(operation_id="exclusion", responses=_Output)
    def get(self, request: Request) -> Response:
        """Return the caller's newest exclusion."""
        return _answer(exclusion(chain_of(request)), datetime.now(UTC))

    @extend_schema(operation_id="exclude", request=Input, responses=_Output)
    def post(self, request: Request) -> Response:
        """Stay away from now on: a time-out of 1 to 42 days, or a self-exclusion of 184 or more. No PIN is needed.

        An open round can be finished. What holds cannot be shortened.
        """
        now = datetime.now(UTC)
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        told = asked.validated_data
        return _answer(exclude(chain_of(request), Kind(told["kind"]), told["days"], now=now), now)


class ReturnView(APIView):
    """Coming back."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="ask_return", request=None, responses=_Output)
    def post(self, request: Request) -> Response:
        """Ask to return from a self-exclusion whose time is over; it ends a day later."""
        now = datetime.now(UTC)
        return _answer(ask_return(chain_of(request), now=now), now)


def _answer(found: Exclusion | None, now: datetime) -> Response:
    if found is None:
        nothing = dict.fromkeys(("kind", "since", "until", "lifted_at", "returnable_from"))
        return Response({"excluded": False, **nothing})
    own_word = found.kind is Kind.SELF_EXCLUSION
    return Response(
        {
            "excluded": found.holds(to_ms(now)),
            "kind": found.kind.value,
            "since": rfc3339(found.since_ms),
            "until": _instant(found.until_ms),
            "lifted_at": _instant(found.lifted_ms),
            "returnable_from": rfc3339(found.returnable_ms) if own_word else None,
        }
    )


def _instant(time_ms: int | None) -> str | None:
    return None if time_ms is None else rfc3339(time_ms)
