"""The caller's keys: to list them, and to let one in."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.api.player_keys import ChangedKeyOutput, PlayerKeyOutput, changed_key_response, present_key
from audit.api.signatures import (
    PUBLIC_KEY,
    ChainSignatureInput,
    PatternText,
    PossessionInput,
    possession_of,
    signature_of,
)
from audit.core.player_keys import ALGORITHMS
from audit.core.player_signatures import KEY_USES
from audit.operations.add_player_key import NewPlayerKey
from audit.queries.player_keys import keys_of
from kernel.instants import to_epoch_ms
from players.operations.register_player_key import register_player_key
from rest.caller import chain_of
from rest.fields import StrictSerializer, StrictText
from rest.permissions import IsPlayer


class MyKeysView(APIView):
    """The caller's keys."""

    permission_classes = (IsPlayer,)

    class Output(serializers.Serializer[Any]):
        """All of them."""

        items = PlayerKeyOutput(many=True)
        next = serializers.CharField(allow_null=True, help_text="Always null: all keys are in one page.")

        class Meta:
            """The schema's name for it."""

            ref_name = "PlayerKeys"

    class Input(StrictSerializer):
        """A key, with its own signature; and that of another, or for the first key the PIN."""

        alg = serializers.ChoiceField(ALGORITHMS)
        pub = PatternText(PUBLIC_KEY, help_text="32 bytes in hex, or 65 for `p256`: 04, x and y.")
        use = serializers.ChoiceField(KEY_USES)
        pop = PossessionInput()
        psig = ChainSignatureInput(required=False, help_text="Of a live key; for every key but the first.")
        pin = StrictText(max_length=8, required=False, help_text="Required for the account's first key.")

        class Meta:
            """The schema's name for it."""

            ref_name = "NewPlayerKey"

    @extend_schema(operation_id="list_player_keys", responses=Output)
    def get(self, request: Request) -> Response:
        """Return the keys of the account in the order in which they were let in, ended ones too."""
        now_ms = to_epoch_ms(datetime.now(UTC))
        return Response({"items": [present_key(key, now_ms) for key in keys_of(chain_of(request))], "next": None})

    @extend_schema(operation_id="register_player_key", request=Input, responses={201: ChangedKeyOutput})
    def post(self, request: Request) -> Response:
        """Let a key in. From the first one on, for good, the account's requests to play are signed.

        The first one needs the PIN: whoever has only a session could lock the player out with it.
        """
        now = datetime.now(UTC)
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields = body.validated_data
        new = NewPlayerKey(
            algorithm=fields["alg"],
            public=bytes.fromhex(fields["pub"]),
            use=fields["use"],
            possession=possession_of(fields["pop"]),
        )
        signature, pin = signature_of(fields.get("psig")), fields.get("pin")
        changed = register_player_key(chain_of(request), new, signature=signature, pin=pin, now=now)
        return changed_key_response(changed, now)
