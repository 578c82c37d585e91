"""GET and PUT /api/v1/me/consents."""

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.ids import ChainId
from kernel.instants import rfc3339, to_epoch_ms
from players.api.documents import KINDS
from players.operations.consent import change_consents
from players.queries.accounts import player
from players.queries.consents import ConsentView, consents_of
from rest.caller import chain_of
from rest.fields import StrictSerializer, StrictText
from rest.permissions import IsPlayer

_VERSION_LENGTH = 12


class ConsentsInput(StrictSerializer):
    """The versions that are agreed to, by document. GET /documents says which are mandatory."""

    terms = StrictText(max_length=_VERSION_LENGTH, required=False)
    privacy = StrictText(max_length=_VERSION_LENGTH, required=False)
    monitoring = StrictText(max_length=_VERSION_LENGTH, required=False)
    marketing = StrictText(max_length=_VERSION_LENGTH, required=False)

    class Meta:
        """The schema's name for it."""

        ref_name = "Consents"


class _Change(ConsentsInput):
    marketing = StrictText(
        max_length=_VERSION_LENGTH, required=False, allow_null=True, help_text="Null withdraws it, at once."
    )

    class Meta:
        ref_name = "ConsentsChange"


class _Item(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(KINDS)
    current_version = serializers.CharField()
    mandatory = serializers.BooleanField()
    agreed_version = serializers.CharField(allow_null=True)
    agreed_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        ref_name = "Consent"


class _Output(serializers.Serializer[Any]):
    current = serializers.BooleanField(
        help_text="Whether the current version of every mandatory document is agreed to."
    )
    items = _Item(many=True)
    next = serializers.CharField(allow_null=True, help_text="Always null: the list is one page.")

    class Meta:
        ref_name = "ConsentsGiven"


class ConsentsView(APIView):
    """The caller's consents."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="list_consents", responses=_Output)
    def get(self, request: Request) -> Response:
        """Return each document, and the version of it that the caller agreed to."""
        return _answer(chain_of(request))

    @extend_schema(operation_id="set_consents", request=_Change, responses=_Output)
    def put(self, request: Request) -> Response:
        """Agree to the current version of the named documents, or withdraw the agreement to marketing."""
        body = _Change(data=request.data)
        body.is_valid(raise_exception=True)
        documents = settings.REDDOG_JURISDICTION.accounts.documents
        change_consents(chain_of(request), body.validated_data, documents, now=datetime.now(UTC))
        return _answer(chain_of(request))


def _answer(chain: ChainId) -> Response:
    rules = settings.REDDOG_JURISDICTION.accounts
    return Response(
        {
            "current": player(chain).consents_current(rules),
            "items": [_item(consent) for consent in consents_of(chain, rules.documents)],
            "next": None,
        }
    )


def _item(consent: ConsentView) -> dict[str, object]:
    return {
        "kind": consent.document.kind.value,
        "current_version": consent.document.version,
        "mandatory": consent.document.mandatory,
        "agreed_version": consent.agreed_version,
        "agreed_at": None if consent.agreed_at is None else rfc3339(to_epoch_ms(consent.agreed_at)),
    }
