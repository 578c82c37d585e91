"""GET /api/v1/me/data, GET /api/v1/ops/players/{player_id}/data, POST /api/v1/ops/players/{player_id}/erasure."""

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.ids import ChainId
from players.api.player_path import player_from_path
from players.core.erasure import Basis
from players.operations.erase import Erasure, erase
from players.operations.release_data import release_data
from reddog_platform.erasure_hooks import erasure_hooks
from reddog_platform.personal_data import VERSION, stream_personal_data
from rest.caller import actor_of, chain_of
from rest.fields import MoneyOutput, Receipt, RequiresReason
from rest.permissions import IsOperator, IsPlayer
from rest.query import read_query
from rest.renderers import JsonRenderer


class _Balance(serializers.Serializer[Any]):
    cash = MoneyOutput()
    in_play = MoneyOutput()

    class Meta:
        ref_name = "BalanceInData"


class _Output(serializers.Serializer[Any]):
    v = serializers.ChoiceField((VERSION,))
    player_id = serializers.CharField(help_text="The id of the player, and of its chain: 32 hex digits.")
    trust = serializers.DictField(help_text="The log's public keys, which verify the records.")
    profile = serializers.DictField(help_text="`person` is null after an erasure.")
    sessions = serializers.ListField(child=serializers.DictField())
    devices = serializers.ListField(child=serializers.DictField())
    consents = serializers.ListField(child=serializers.DictField())
    limits = serializers.DictField(help_text="As in the newest `limits` record.")
    own_limits = serializers.ListField(child=serializers.DictField(), help_text="By name and by who set it.")
    bet_limit = serializers.DictField()
    exclusions = serializers.ListField(child=serializers.DictField())
    reality_checks = serializers.ListField(child=serializers.DictField())
    assessments = serializers.ListField(child=serializers.DictField(), help_text="The results of the markers of harm.")
    balance = _Balance()
    payments = serializers.ListField(child=serializers.DictField())
    deposit_block = serializers.DictField(allow_null=True)
    events = serializers.ListField(child=serializers.DictField(), help_text="Significant events.")
    statement = serializers.ListField(child=serializers.DictField(), help_text="As at /api/v1/wallet/statement.")
    rounds = serializers.ListField(child=serializers.DictField(), help_text="As at /api/v1/rounds.")
    records = Receipt(many=True, help_text="Every signed record of the chain.")

    class Meta:
        ref_name = "PersonalData"


class DataView(APIView):
    """The caller's personal data."""

    permission_classes = (IsPlayer,)
    throttle_scope = "personal-data"

    @extend_schema(operation_id="get_my_data", responses=_Output)
    def get(self, request: Request) -> StreamingHttpResponse:
        """Return the caller's personal data as one document. It may be long and is streamed."""
        return _document(chain_of(request))


class PlayerDataView(APIView):
    """A player's personal data, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    @extend_schema(
        operation_id="get_player_data",
        parameters=[
            OpenApiParameter(
                "reason", OpenApiTypes.STR, required=True, description="Why, 1 to 200 characters; it is stored."
            )
        ],
        responses=_Output,
    )
    def get(self, request: Request, player_id: str) -> StreamingHttpResponse:
        """Return a player's personal data, to be handed over. The operator and the reason are stored."""
        reason = read_query(RequiresReason, request)["reason"]
        chain = player_from_path(player_id)
        release_data(
            chain,
            reason=reason,
            actor=actor_of(request),
            now=datetime.now(UTC),
        )
        return _document(chain)


class ErasureView(APIView):
    """Erasing a player, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(RequiresReason):
        """The legal basis, which is logged, and the reason in words, which is stored."""

        basis = serializers.ChoiceField([basis.value for basis in Basis])

        class Meta:
            """The schema's name for it."""

            ref_name = "NewErasure"

    @extend_schema(operation_id="erase_player", request=Input, responses={204: None})
    def post(self, request: Request, player_id: str) -> Response:
        """Destroy what identifies a player whose account is closed and empty and whose retention has ended.

        This cannot be undone. Log and ledger stay unchanged.
        """
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        now = datetime.now(UTC)
        erase(
            Erasure(
                chain=player_from_path(player_id),
                basis=Basis(body.validated_data["basis"]),
                reason=body.validated_data["reason"],
                actor=actor_of(request),
            ),
            retention_days=settings.REDDOG_JURISDICTION.accounts.retention_days,
            hooks=erasure_hooks(now),
            now=now,
        )
        return Response(status=204)


def _document(chain: ChainId) -> StreamingHttpResponse:
    headers = {
        "Content-Disposition": f'attachment; filename="{chain.hex}.json"',
        "Cache-Control": "no-store",
    }
    return StreamingHttpResponse(stream_personal_data(chain), content_type=JsonRenderer.media_type, headers=headers)
