"""A player's exclusions, for operators."""

from datetime import UTC, datetime

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.ids import ChainId, chain_id
from players.queries.accounts import PlayerNotFound, player_exists
from responsible_gaming.api.exclusion_documents import ExclusionsOutput, exclusions_document
from responsible_gaming.core.exclusion import DAYS_MOST
from responsible_gaming.operations.exclude_by_operator import exclude_by_operator
from responsible_gaming.queries.exclusion_list import list_reference
from responsible_gaming.queries.exclusions import exclusions
from rest.caller import actor_of
from rest.fields import StrictSerializer, StrictText, WholeNumber
from rest.permissions import ReadAuditorWriteOperator


class OperatorExclusionView(APIView):
    """The exclusions in force, and a new one by the operator."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (ReadAuditorWriteOperator,)

    class Input(StrictSerializer):
        """The days (null: until an operator lifts it), and the reason, which is stored."""

        days = WholeNumber(min_value=1, max_value=DAYS_MOST, allow_null=True)
        reason = StrictText(max_length=200, trim_whitespace=True)

        class Meta:
            """The schema's name for it."""

            ref_name = "OperatorExclusion"

    class Output(ExclusionsOutput):
        """The exclusions in force, and the national list's reference."""

        list_reference = serializers.CharField(
            allow_null=True, help_text="The national list's own word; null where it does not name the player."
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "ExclusionsForOperator"

    @extend_schema(operation_id="list_player_exclusions", responses=Output)
    def get(self, request: Request, player_id: str) -> Response:  # noqa: ARG002  Django's signature
        """Return the exclusions that keep a player from playing."""
        chain = _chain(player_id)
        if not player_exists(chain):
            raise PlayerNotFound("No player has this id.")
        current = exclusions_document(exclusions(chain), now=datetime.now(UTC))
        return Response(current | {"list_reference": list_reference(chain)})

    @extend_schema(operation_id="create_player_exclusion", request=Input, responses={201: ExclusionsOutput})
    def post(self, request: Request, player_id: str) -> Response:
        """Exclude a player at once. An open round can be finished, and money withdrawn."""
        now = datetime.now(UTC)
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        current = exclude_by_operator(_chain(player_id), **body.validated_data, actor=actor_of(request), now=now)
        return Response(exclusions_document(current, now=now), status=201)


def _chain(player_id: str) -> ChainId:
    chain = chain_id(player_id)
    if chain is None:
        raise PlayerNotFound("Nothing was changed. A player's id is 32 hex digits.")
    return chain
