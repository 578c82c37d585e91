"""GET /api/v1/me/data, GET /api/v1/ops/players/{player}/data, POST /api/v1/ops/players/{player}/erasure."""

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
from players.api.subject import subject_of
from players.core.erasure import Basis
from players.operations.erase import Erasure, erase
from players.operations.release_data import release_data
from reddog_platform.erasure_hooks import erasure_hooks
from reddog_platform.personal_data import VERSION, stream_personal_data
from rest.caller import chain_of
from rest.fields import Money, Reasoned, Receipt
from rest.permissions import IsOperator, IsPlayer
from rest.renderers import Json
from rest.throttling import AddressThrottle


class _Balance(serializers.Serializer[Any]):
    cash = Money()
    in_play = Money()

    class Meta:
        ref_name = "BalanceInData"


class _Output(serializers.Serializer[Any]):
    v = serializers.ChoiceField((VERSION,))
    player = serializers.CharField(help_text="The player's id and chain, 32 hex digits.")
    trust = serializers.DictField(help_text="The log's public keys: what the records are verified with.")
    profile = serializers.DictField(help_text="`person` is null once it was erased.")
    sessions = serializers.ListField(child=serializers.DictField())
    devices = serializers.ListField(child=serializers.DictField())
    consents = serializers.ListField(child=serializers.DictField())
    limits = serializers.DictField(help_text="As in the newest `limits` record.")
    own_limits = serializers.ListField(child=serializers.DictField(), help_text="By name and by who set it.")
    bet_limit = serializers.DictField()
    exclusions = serializers.ListField(child=serializers.DictField())
    reality_checks = serializers.ListField(child=serializers.DictField())
    assessments = serializers.ListField(child=serializers.DictField(), help_text="What the markers of harm said.")
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
    """What is known of the caller."""

    permission_classes = (IsPlayer,)
    throttle_classes = (AddressThrottle,)
    throttle_scope = "personal-data"

    @extend_schema(operation_id="my_data", responses=_Output)
    def get(self, request: Request) -> StreamingHttpResponse:
        """Return all that is known of the caller, as one document. It may be long, and comes as it is read."""
        return _document(chain_of(request))


class PlayerDataView(APIView):
    """What is known of a player, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    @extend_schema(
        operation_id="player_data",
        parameters=[
            OpenApiParameter("reason", OpenApiTypes.STR, required=True, description="Why; it is kept (1 to 200).")
        ],
        responses=_Output,
    )
    def get(self, request: Request, player: str) -> StreamingHttpResponse:
        """Return all that is known of a player, to be handed over. Who looked, and why, is kept."""
        asked = Reasoned(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        chain = subject_of(player)
        release_data(
            chain,
            reason=asked.validated_data["reason"],
            actor=f"operator:{request.user.get_username()}",
            now=datetime.now(UTC),
        )
        return _document(chain)


class ErasureView(APIView):
    """Erasing a player, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(Reasoned):
        """The legal basis, which the log tells, and the reason in words, which is kept."""

        basis = serializers.ChoiceField([basis.value for basis in Basis])

        class Meta:
            """The schema's name for it."""

            ref_name = "NewErasure"

    @extend_schema(operation_id="erase_player", request=Input, responses={204: None})
    def post(self, request: Request, player: str) -> Response:
        """Destroy what identifies a player whose account is closed and empty and whose retention is over.

        It cannot be taken back. Log and ledger stay as they are.
        """
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        now = datetime.now(UTC)
        erase(
            Erasure(
                chain=subject_of(player),
                basis=Basis(asked.validated_data["basis"]),
                reason=asked.validated_data["reason"],
                actor=f"operator:{request.user.get_username()}",
            ),
            retention_days=settings.REDDOG_JURISDICTION.accounts.retention_days,
            beyond=erasure_hooks(now),
            now=now,
        )
        return Response(status=204)


def _document(chain: ChainId) -> StreamingHttpResponse:
    headers = {
        "Content-Disposition": f'attachment; filename="{chain.hex}.json"',
        "Cache-Control": "no-store",
    }
    return StreamingHttpResponse(stream_personal_data(chain), content_type=Json.media_type, headers=headers)
