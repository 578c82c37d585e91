"""GET /api/v1/documents, GET /api/v1/documents/{kind}: what players agree to. Public."""

from typing import Any, Final

from django.conf import settings
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from kernel.refusals import Refusal, RefusalKind
from players.core.legal_documents import Document, DocumentKind
from players.document_texts import document_text
from rest.http_cache import cacheable_response

_FRESH_SECONDS: Final = 60


class DocumentNotFound(Refusal):
    """There is no such document."""

    code, kind = "document-not-found", RefusalKind.NOT_FOUND


KINDS: Final = tuple(kind.value for kind in DocumentKind)


class _Document(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(KINDS)
    version = serializers.CharField(help_text="The current version, which a consent names.")
    sha256 = serializers.CharField(help_text="Of the text's UTF-8, 64 hex digits.")
    mandatory = serializers.BooleanField(help_text="Whether playing requires agreement to it.")

    class Meta:
        ref_name = "Document"


class DocumentsView(APIView):
    """The documents."""

    authentication_classes = ()
    permission_classes = ()

    class Output(serializers.Serializer[Any]):
        """All of them, in their current versions."""

        items = _Document(many=True)
        next = serializers.CharField(allow_null=True, help_text="Always null: the list is one page.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Documents"

    @extend_schema(operation_id="list_documents", responses=Output)
    def get(self, request: Request) -> HttpResponseBase:
        """Return the documents, in their current versions."""
        items = [_present(document) for document in settings.REDDOG_JURISDICTION.accounts.documents]
        return cacheable_response(request, {"items": items, "next": None}, fresh_seconds=_FRESH_SECONDS)


class DocumentView(APIView):
    """A document."""

    authentication_classes = ()
    permission_classes = ()

    class Output(_Document):
        """A document, with its text."""

        text = serializers.CharField(help_text="Markdown.")

        class Meta:
            """The schema's name for it."""

            ref_name = "DocumentText"

    @extend_schema(operation_id="get_document", responses=Output)
    def get(self, request: Request, kind: str) -> HttpResponseBase:
        """Return the current version of a document, with its text."""
        for document in settings.REDDOG_JURISDICTION.accounts.documents:
            if document.kind == kind:
                content = {**_present(document), "text": document_text(document)}
                return cacheable_response(request, content, fresh_seconds=_FRESH_SECONDS)
        raise DocumentNotFound("The documents are listed at /api/v1/documents.")


def _present(document: Document) -> dict[str, object]:
    return {
        "kind": document.kind.value,
        "version": document.version,
        "sha256": document.sha256,
        "mandatory": document.mandatory,
    }
