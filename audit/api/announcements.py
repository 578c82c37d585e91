"""GET /api/v1/log/announcements/{record_type}: the records by which the house announces its keys and its rules."""

from typing import Any, Final

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from audit.api.log import RecordNotFound
from audit.api.published_log import PublicLogView
from audit.core.note import leaf_hash
from audit.queries.records import system_entries_of_type
from rest.http_cache import cacheable_response

_TYPES: Final = ("key", "revoke", "rules")
"""What concerns whoever holds a receipt, and names nobody. Each type has as many records as there were changes."""
_FRESH_SECONDS: Final = 60


class _PublicRecord(serializers.Serializer[Any]):
    leaf = serializers.CharField(help_text="Its leaf hash, 64 hex digits.")
    note = serializers.CharField(
        help_text="The signed note. The root key signs keys, or a warrant in the record; a key of records signs the rules."
    )

    class Meta:
        ref_name = "PublicRecord"


class AnnouncementsView(PublicLogView):
    """What a player needs to judge a receipt without asking an auditor: who signs records, and what the rules are."""

    class Output(serializers.Serializer[Any]):
        """Signed notes, in the order of the log. Each is proved by `log/proof/{leaf}.tlog-proof`."""

        items = _PublicRecord(many=True)
        next = serializers.CharField(allow_null=True, help_text="Always null: all of a type are in one page.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Announcements"

    @extend_schema(operation_id="list_announcements", responses=Output)
    def get(self, request: Request, record_type: str) -> HttpResponseBase:
        """Return all announcements of a type, `key`, `revoke` or `rules`, oldest first."""
        if record_type not in _TYPES:
            raise RecordNotFound("Announcements are of the types key, revoke and rules.")
        notes = system_entries_of_type(record_type)
        document = {"items": [{"leaf": leaf_hash(note).hex(), "note": note} for note in notes], "next": None}
        return cacheable_response(request, document, fresh_seconds=_FRESH_SECONDS)
