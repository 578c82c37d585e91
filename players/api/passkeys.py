"""The caller's passkeys: GET and POST /api/v1/me/passkeys, an offer before, and the removal of one."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.instants import rfc3339, to_epoch_ms
from players.api.proof import PlayerProofInput, proof_in_session
from players.operations.change_passkeys import PasskeyNotFound, add_passkey, offer_passkey, remove_passkey
from players.queries.passkeys import passkey_list
from rest.caller import chain_of, session_of
from rest.fields import StrictSerializer, StrictText
from rest.permissions import IsPlayer


class _Passkey(serializers.Serializer[Any]):
    id = serializers.CharField()
    name = serializers.CharField(help_text="What its owner calls it.")
    created_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True, help_text="Null where it was never used.")

    class Meta:
        ref_name = "PlayerPasskey"


class PlayerPasskeysView(APIView):
    """The passkeys of the account."""

    permission_classes = (IsPlayer,)
    throttle_scope = "log-in"

    class Output(serializers.Serializer[Any]):
        """All of them."""

        items = _Passkey(many=True)
        next = serializers.CharField(allow_null=True, help_text="Always null: all passkeys are in one page.")

        class Meta:
            """The schema's name for it."""

            ref_name = "PlayerPasskeys"

    class Input(StrictSerializer):
        """The browser's answer to the offer."""

        name = StrictText(min_length=1, max_length=50, help_text="What its owner calls it.")
        credential = serializers.DictField(
            help_text="What the browser's `credential.toJSON()` gives, of `navigator.credentials.create`."
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "NewPlayerPasskey"

    class Added(serializers.Serializer[Any]):
        """What comes with the first second factor."""

        recovery_codes = serializers.ListField(
            child=serializers.CharField(), help_text="Shown once. Empty where the account has recovery codes already."
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "PlayerPasskeyAdded"

    @extend_schema(operation_id="list_player_passkeys", responses=Output)
    def get(self, request: Request) -> Response:
        """Return the passkeys of the account, oldest first."""
        items = [
            {
                "id": row.id.hex,
                "name": row.name,
                "created_at": rfc3339(to_epoch_ms(row.created_at)),
                "last_used_at": None if row.last_used_at is None else rfc3339(to_epoch_ms(row.last_used_at)),
            }
            for row in passkey_list(chain_of(request))
        ]
        return Response({"items": items, "next": None})

    @extend_schema(operation_id="create_player_passkey", request=Input, responses={201: Added})
    def post(self, request: Request) -> Response:
        """Add the passkey that the browser created with the offer. Other devices require the second factor from now on."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        codes = add_passkey(chain_of(request), session_of(request), **body.validated_data, now=datetime.now(UTC))
        return Response({"recovery_codes": codes}, status=201)


class PasskeyOffersView(APIView):
    """Offers of a passkey."""

    permission_classes = (IsPlayer,)
    throttle_scope = "log-in"

    @extend_schema(
        operation_id="create_player_passkey_offer", request=PlayerProofInput, responses={201: OpenApiTypes.OBJECT}
    )
    def post(self, request: Request) -> Response:
        """Return the options for the browser's `navigator.credentials.create`, as JSON. They hold for five minutes."""
        body = PlayerProofInput(data=request.data)
        body.is_valid(raise_exception=True)
        proof = proof_in_session(request, body.validated_data)
        return Response(offer_passkey(chain_of(request), proof=proof, now=datetime.now(UTC)), status=201)


class PasskeyRemovalView(APIView):
    """The removal of a passkey."""

    permission_classes = (IsPlayer,)
    throttle_scope = "log-in"

    @extend_schema(operation_id="create_player_passkey_removal", request=PlayerProofInput, responses={204: None})
    def post(self, request: Request, passkey_id: str) -> Response:
        """Remove a passkey. The recovery codes go with the last second factor."""
        try:
            removed = UUID(hex=passkey_id)
        except ValueError as error:
            raise PasskeyNotFound("Nothing was changed. A passkey's id is 32 hex digits.") from error
        body = PlayerProofInput(data=request.data)
        body.is_valid(raise_exception=True)
        proof = proof_in_session(request, body.validated_data)
        remove_passkey(chain_of(request), removed, proof=proof, now=datetime.now(UTC))
        return Response(status=204)
