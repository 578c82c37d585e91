"""GET /api/v1/log/checkpoint, GET /api/v1/log/trust, GET /api/v1/records/{seq}."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.core.note import leaf_hash
from audit.keys import trust_document
from audit.queries import entries, newest_checkpoint
from kernel.refusals import Kind, Refusal
from rest.caller import chain_of
from rest.fields import Receipt
from rest.permissions import IsPlayer


class RecordNotFound(Refusal):
    """There is no such record."""

    code, kind = "record-not-found", Kind.NOT_FOUND


@require_safe
def checkpoint(_: HttpRequest) -> HttpResponse:
    """Return the newest signed checkpoint, as C2SP tlog-tiles serves it."""
    note = newest_checkpoint()
    return HttpResponse(note or "", content_type="text/plain; charset=utf-8", status=200 if note else 404)


@require_safe
def trust(_: HttpRequest) -> JsonResponse:
    """Return the public keys and the log's origin. An auditor should have them another way, too."""
    return JsonResponse(trust_document())


class RecordView(APIView):
    """A record of the caller's chain."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="record", responses=Receipt)
    def get(self, request: Request, seq: int) -> Response:
        """Return the receipt of record number `seq` of the caller's chain, once more."""
        found: list[Any] = entries(chain_of(request), from_seq=seq, to_seq=seq + 1)
        if not found:
            raise RecordNotFound("Your chain has no record of this number.")
        return Response({"seq": seq, "leaf": leaf_hash(found[0]).hex(), "note": found[0]})
