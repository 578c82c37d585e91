"""GET /api/v1/log/…: checkpoints, tiles and proofs of the published log, for everybody and every cache."""

from typing import Final

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from audit.core.tiles import tile_at
from audit.queries.proofs import (
    checkpoint_of,
    checkpoint_sizes_above,
    consistency_proof,
    inclusion_proof,
    published_checkpoint,
    published_keys,
    published_tile,
)
from rest.http_cache import ASK_FIRST, IMMUTABLE, cacheable_file

_TEXT: Final = "text/plain; charset=utf-8"
_LINES: Final = "application/jsonl"
_BYTES: Final = "application/octet-stream"
_ANSWER_TEXT: Final = {(200, "text/plain"): OpenApiTypes.STR}
_PARTIAL_TILE: Final = "public, max-age=3600"
"""A partial tile never changes, and is soon replaced by a wider one: caches need not keep it."""


class PublicLogView(APIView):
    """A part of the published log."""

    authentication_classes = ()
    permission_classes = ()


class CheckpointView(PublicLogView):
    """The log's newest checkpoint."""

    @extend_schema(operation_id="get_checkpoint", responses=_ANSWER_TEXT)
    def get(self, request: Request) -> HttpResponseBase:
        """Return the newest published checkpoint, as C2SP tlog-tiles serves it."""
        return _text(request, published_checkpoint(), cache_control=ASK_FIRST)


class CheckpointSizesView(PublicLogView):
    """The checkpoints that there are."""

    @extend_schema(
        operation_id="list_checkpoint_sizes",
        parameters=[OpenApiParameter("above", OpenApiTypes.STR, description="Sizes above this one; without it, all.")],
        responses=_ANSWER_TEXT,
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Return the sizes of published checkpoints, smallest first, one a line, 1000 at most: ask again above the last."""
        sizes = checkpoint_sizes_above(request.query_params.get("above", "0"))
        return _text(request, "".join(f"{size}\n" for size in sizes), cache_control=ASK_FIRST)


class SignedCheckpointView(PublicLogView):
    """A checkpoint by its size."""

    @extend_schema(operation_id="get_signed_checkpoint", responses=_ANSWER_TEXT)
    def get(self, request: Request, size: str) -> HttpResponseBase:
        """Return the published checkpoint of this size. The log signs one root for each size."""
        return _text(request, checkpoint_of(size), cache_control=IMMUTABLE)


class TileView(PublicLogView):
    """A row of hashes."""

    @extend_schema(
        operation_id="get_tile",
        parameters=[
            OpenApiParameter(
                "level", OpenApiTypes.STR, OpenApiParameter.PATH, description="0 to 63; 0 has the leaves."
            ),
            OpenApiParameter(
                "number",
                OpenApiTypes.STR,
                OpenApiParameter.PATH,
                description="The tile's number in groups of three digits with slashes between them, all but the last"
                " led by x; a partial tile adds .p/ and its width, 1 to 255.",
            ),
        ],
        responses={(200, _BYTES): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, level: str, number: str) -> HttpResponseBase:
        """Return a tile of the published tree, as C2SP tlog-tiles serves it: up to 256 hashes of 32 bytes."""
        tile = tile_at(level, number)
        cache_control = IMMUTABLE if tile.is_full else _PARTIAL_TILE
        return cacheable_file(request, published_tile(tile), media_type=_BYTES, cache_control=cache_control)


class InclusionProofView(PublicLogView):
    """The proof that a record is in the log."""

    @extend_schema(
        operation_id="get_inclusion_proof",
        parameters=[
            OpenApiParameter(
                "size",
                OpenApiTypes.STR,
                description="The size of the checkpoint to prove it by. Without it, that is the newest one.",
            )
        ],
        responses=_ANSWER_TEXT,
    )
    def get(self, request: Request, leaf: str) -> HttpResponseBase:
        """Return a C2SP tlog-proof of the record with this leaf, with the checkpoint that it is proved by."""
        size = request.query_params.get("size")
        proof = inclusion_proof(leaf, size=size)
        return _text(request, proof, cache_control=ASK_FIRST if size is None else IMMUTABLE)


class KeysView(PublicLogView):
    """The keys that may sign records."""

    @extend_schema(operation_id="get_log_keys", responses={(200, "application/jsonl"): OpenApiTypes.STR})
    def get(self, request: Request) -> HttpResponseBase:
        """Return each record that announces or revokes a key, a JSON object a line: its note and its tlog-proof."""
        return cacheable_file(request, published_keys(), media_type=_LINES, cache_control=ASK_FIRST)


class ConsistencyProofView(PublicLogView):
    """The proof that the log only grew."""

    @extend_schema(operation_id="get_consistency_proof", responses=_ANSWER_TEXT)
    def get(self, request: Request, from_size: str, to_size: str) -> HttpResponseBase:
        """Return the proof that a checkpoint's log begins with a smaller one, as C2SP tlog-witness takes it."""
        return _text(request, consistency_proof(from_size=from_size, to_size=to_size), cache_control=IMMUTABLE)


def _text(request: Request, document: str, *, cache_control: str) -> HttpResponseBase:
    return cacheable_file(request, document.encode(), media_type=_TEXT, cache_control=cache_control)
