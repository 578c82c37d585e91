"""The caller's chain and keys: what to sign over, and with what."""

from datetime import UTC, datetime
from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.api.signatures import ChainSignatureInput, signature_of
from audit.core.player_key_changes import END_WORDS
from audit.core.player_keys import ALGORITHMS
from audit.core.player_signatures import KEY_USES
from audit.operations.end_player_key import end_player_key
from audit.operations.player_key_authority import ChangedKey
from audit.places import log_origin
from audit.queries.player_keys import StoredKey
from audit.queries.signing_place import signing_place
from kernel.instants import rfc3339, to_epoch_ms
from rest.caller import chain_of
from rest.fields import Receipt, StrictSerializer
from rest.permissions import IsPlayer

STATUSES: Final = ("live", "waiting", "ended")
ADMITTED_BY: Final = ("player", "operators")


class _NextRound(serializers.Serializer[Any]):
    epoch = serializers.IntegerField()
    nonce = serializers.IntegerField()

    class Meta:
        ref_name = "NextRound"


class MyChainView(APIView):
    """The caller's chain."""

    permission_classes = (IsPlayer,)

    class Output(serializers.Serializer[Any]):
        """What a statement has of the chain: docs/formats/player-keys.md."""

        id = serializers.CharField(help_text="32 hex digits: `chain` of every statement.")
        origin = serializers.CharField(help_text="`origin` of every statement: the log's.")
        seq = serializers.IntegerField(help_text="The number of the chain's newest record.")
        leaf = serializers.CharField(help_text="Its leaf: `prev` of the next statement.")
        signatures_required = serializers.BooleanField(help_text="Whether the account ever had a key.")
        next_round = _NextRound(allow_null=True, help_text="Of the next deal; null where no epoch has a round left.")

        class Meta:
            """The schema's name for it."""

            ref_name = "MyChain"

    @extend_schema(operation_id="get_my_chain", responses=Output)
    def get(self, request: Request) -> Response:
        """Return the newest record of the caller's chain, which the next request is signed over."""
        place = signing_place(chain_of(request))
        tip, following = place.head.tip, place.next_round
        return Response(
            {
                "id": tip.chain.hex,
                "origin": log_origin(),
                "seq": tip.seq,
                "leaf": tip.leaf.hex(),
                "signatures_required": place.head.has_keys,
                "next_round": None if following is None else {"epoch": following[0], "nonce": following[1]},
            }
        )


class PlayerKeyOutput(serializers.Serializer[Any]):
    """A key, as its player sees it."""

    kid = serializers.CharField(help_text="The key's id, 16 hex digits.")
    alg = serializers.ChoiceField(ALGORITHMS)
    pub = serializers.CharField(help_text="The public key, in hex.")
    use = serializers.ChoiceField(KEY_USES, help_text="`recover` keys sign changes of keys alone.")
    status = serializers.ChoiceField(STATUSES)
    seq = serializers.IntegerField(help_text="The number of its record in the caller's chain.")
    added_at = serializers.DateTimeField()
    lives_from = serializers.DateTimeField(help_text="Later than `added_at` where operators let it in.")
    admitted_by = serializers.ChoiceField(ADMITTED_BY)
    ended_at = serializers.DateTimeField(allow_null=True)
    why = serializers.ChoiceField(END_WORDS, allow_null=True)

    class Meta:
        """The schema's name for it."""

        ref_name = "PlayerKey"


class ChangedKeyOutput(serializers.Serializer[Any]):
    """A key after its change."""

    key = PlayerKeyOutput()
    receipt = Receipt()

    class Meta:
        """The schema's name for it."""

        ref_name = "ChangedPlayerKey"


class KeyEndView(APIView):
    """The end of a key."""

    permission_classes = (IsPlayer,)

    class Input(StrictSerializer):
        """Why it ends, and the signature of a live key. A key may end itself."""

        why = serializers.ChoiceField(END_WORDS)
        psig = ChainSignatureInput()

        class Meta:
            """The schema's name for it."""

            ref_name = "PlayerKeyEnd"

    @extend_schema(operation_id="close_player_key", request=Input, responses={201: ChangedKeyOutput})
    def post(self, request: Request, kid: str) -> Response:
        """End a key of the account: it signs no more."""
        now = datetime.now(UTC)
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        authority = signature_of(body.validated_data["psig"])
        assert authority is not None, "the serializer requires it"
        changed = end_player_key(chain_of(request), kid, body.validated_data["why"], authority=authority, now=now)
        return changed_key_response(changed, now)


def changed_key_response(changed: ChangedKey, now: datetime) -> Response:
    """Answer a change of a key."""
    receipt = {"seq": changed.seq, "leaf": changed.leaf.hex(), "note": changed.entry}
    return Response({"key": present_key(changed.key, to_epoch_ms(now)), "receipt": receipt}, status=201)


def present_key(key: StoredKey, now_ms: int) -> dict[str, object]:
    """Write a key as the API does, at an instant."""
    return {**key_document(key), "status": _status(key, now_ms)}


def key_document(key: StoredKey) -> dict[str, object]:
    """Write a key as the API does, without its status, which changes with the clock."""
    return {
        "kid": key.kid,
        "alg": key.algorithm,
        "pub": bytes(key.public).hex(),
        "use": key.use,
        "seq": key.record_seq,
        "added_at": rfc3339(key.added_ms),
        "lives_from": rfc3339(key.lives_from_ms),
        "admitted_by": "operators" if key.by_operators else "player",
        "ended_at": None if key.ended_ms is None else rfc3339(key.ended_ms),
        "why": key.why,
    }


def _status(key: StoredKey, now_ms: int) -> str:
    if key.has_ended:
        return "ended"
    # Only operators' keys wait: a clock that went back makes no other one wait.
    return "waiting" if key.by_operators and now_ms < key.lives_from_ms else "live"
