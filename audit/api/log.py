"""GET /api/v1/log/trust, GET /api/v1/records/{seq}."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.core.note import leaf_hash
from audit.keys import trust_document
from audit.queries.log import index_of, is_covered
from audit.queries.records import entries
from kernel.refusals import Refusal, RefusalKind
from rest.caller import chain_of
from rest.fields import Receipt
from rest.permissions import IsPlayer


class RecordNotFound(Refusal):
    """There is no such record."""

    code, kind = "record-not-found", RefusalKind.NOT_FOUND


class TrustView(APIView):
    """The log's public keys."""

    authentication_classes = ()
    permission_classes = ()

    class Output(serializers.Serializer[Any]):
        """What an auditor must know: docs/formats/log.md, `trust.json`."""

        v = serializers.CharField()
        origin = serializers.CharField()
        root = serializers.CharField(help_text="The root key's vkey.")  # type: ignore[assignment]  # DRF allows the name
        log = serializers.CharField(help_text="The log key's vkey.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Trust"

    @extend_schema(operation_id="get_trust", responses=Output)
    def get(self, request: Request) -> Response:  # noqa: ARG002  DRF's signature
        """Return the public keys and the log's origin. An auditor should also get them in another way."""
        return Response(trust_document())


class RecordView(APIView):
    """A record of the caller's chain."""

    permission_classes = (IsPlayer,)

    class Output(Receipt):
        """A receipt, and whether the log has kept its promise."""

        log_index = serializers.IntegerField(
            allow_null=True, help_text="Its place in the log; null for about a second."
        )
        covered = serializers.BooleanField(help_text="Whether a signed checkpoint covers it.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Record"

    @extend_schema(operation_id="get_record", responses=Output)
    def get(self, request: Request, seq: int) -> Response:
        """Return the receipt of record number `seq` of the caller's chain once more, with its log index."""
        chain = chain_of(request)
        matches = entries(chain, from_seq=seq, to_seq=seq + 1)
        if not matches:
            raise RecordNotFound("Your chain has no record of this number.")
        (note,) = matches
        log_index = index_of(chain, seq)
        return Response(
            {
                "seq": seq,
                "leaf": leaf_hash(note).hex(),
                "note": note,
                "log_index": log_index,
                "covered": is_covered(log_index),
            }
        )
