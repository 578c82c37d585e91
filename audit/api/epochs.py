"""GET /api/v1/epochs/current, POST /api/v1/epochs."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.api.signatures import ChainSignatureInput, LeafText, signature_of
from audit.core.client_seeds import seed_from_hex, seed_from_text
from audit.core.player_statements import Covered
from audit.operations.open_epoch import open_epoch
from audit.operations.signed_opening import SignedOpening
from audit.queries.epochs import epochs_of
from kernel.instants import rfc3339
from kernel.money import MAX_MINOR
from rest.caller import chain_of
from rest.fields import Receipt, StrictSerializer, StrictText, WholeNumber
from rest.permissions import IsPlayer


class _Commitment(serializers.Serializer[Any]):
    epoch = serializers.IntegerField()
    rounds = serializers.IntegerField(help_text="How many rounds its seeds are for.")
    commitment = serializers.CharField(help_text="s_0, 64 hex digits.")
    log_index = serializers.IntegerField(
        allow_null=True, help_text="The place of its announcement in the log; null for about a second."
    )
    covered = serializers.BooleanField(help_text="Whether a signed checkpoint covers the announcement.")

    class Meta:
        ref_name = "Commitment"


class _CurrentEpoch(_Commitment):
    client_seed = serializers.CharField(help_text="The player's seed, in hex.")
    rounds_left = serializers.IntegerField()
    opened_at = serializers.DateTimeField()

    class Meta:
        ref_name = "CurrentEpoch"


class CurrentEpochView(APIView):
    """The epochs of the player's chain."""

    permission_classes = (IsPlayer,)

    class Output(serializers.Serializer[Any]):
        """The open epoch (null before the first) and the one that can be opened next."""

        current = _CurrentEpoch(allow_null=True)
        next = _Commitment()

        class Meta:
            """The schema's name for it."""

            ref_name = "Epochs"

    @extend_schema(operation_id="get_current_epoch", responses=Output)
    def get(self, request: Request) -> Response:
        """Return the commitments that the next rounds follow from, with their log indexes."""
        current, upcoming = epochs_of(chain_of(request))
        return Response({"current": current, "next": upcoming})


class _SeenCheckpoint(StrictSerializer):
    size = WholeNumber(min_value=1, max_value=MAX_MINOR)
    root = LeafText(help_text="Its root, 64 hex digits.")  # type: ignore[assignment]  # DRF allows the name

    class Meta:
        ref_name = "SeenCheckpoint"


class OpenEpochView(APIView):
    """The player's seed."""

    permission_classes = (IsPlayer,)

    class Input(StrictSerializer):
        """A fresh seed of the player's: bytes as hex, or any words."""

        client_seed = StrictText(required=False, min_length=32, max_length=128)
        client_seed_text = StrictText(required=False, min_length=1, max_length=200)
        psig = ChainSignatureInput(required=False, help_text="Required once the account has a player key.")
        checkpoint = _SeenCheckpoint(required=False, help_text="Exactly together with `psig`.")

        class Meta:
            """The schema's name for it."""

            ref_name = "ClientSeed"

        def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
            """Require one of the two seeds, and a signature and its checkpoint together."""
            if ("client_seed" in attrs) == ("client_seed_text" in attrs):
                raise serializers.ValidationError("Send either client_seed or client_seed_text.")
            if ("psig" in attrs) != ("checkpoint" in attrs):
                raise serializers.ValidationError("Send psig and checkpoint together.")
            return attrs

    class Output(serializers.Serializer[Any]):
        """The epoch that was opened."""

        epoch = serializers.IntegerField()
        rounds = serializers.IntegerField()
        commitment = serializers.CharField()
        client_seed = serializers.CharField()
        opened_at = serializers.DateTimeField()
        receipt = Receipt()

        class Meta:
            """The schema's name for it."""

            ref_name = "OpenedEpoch"

    @extend_schema(operation_id="create_epoch", request=Input, responses={201: Output})
    def post(self, request: Request) -> Response:
        """Open the next epoch with a seed of the player's own. The server never draws it."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields = body.validated_data
        client_seed = (
            seed_from_hex(fields["client_seed"])
            if "client_seed" in fields
            else seed_from_text(fields["client_seed_text"])
        )
        opened = open_epoch(chain_of(request), client_seed=client_seed, signed=_signed(fields), now=datetime.now(UTC))
        return Response(
            {
                "epoch": opened.epoch,
                "rounds": opened.rounds,
                "commitment": opened.commitment.hex(),
                "client_seed": opened.client_seed.hex(),
                "opened_at": rfc3339(opened.opened_ms),
                "receipt": {"seq": opened.seq, "leaf": opened.leaf.hex(), "note": opened.entry},
            },
            status=201,
        )


def _signed(fields: Mapping[str, Any]) -> SignedOpening | None:
    signature = signature_of(fields.get("psig"))
    if signature is None:
        return None
    seen = fields["checkpoint"]
    return SignedOpening(signature=signature, covered=Covered(root=bytes.fromhex(seen["root"]), size=seen["size"]))
