"""Exclusions as responses show them, to players and to operators."""

from datetime import datetime
from typing import Any

from rest_framework import serializers

from kernel.instants import rfc3339, to_epoch_ms
from responsible_gaming.core.exclusion import Exclusion, ExclusionKind, Exclusions, holding, last_lifted_ms


class _One(serializers.Serializer[Any]):
    kind = serializers.ChoiceField([kind.value for kind in ExclusionKind])
    started_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(allow_null=True, help_text="Null where no end was set.")
    returnable_from = serializers.DateTimeField(
        allow_null=True, help_text="When the player may ask to return; null where that is not how it ends."
    )
    lifted_at = serializers.DateTimeField(
        allow_null=True,
        help_text="When it ends; null while that depends on the player's, the operator's or the national list's word.",
    )

    class Meta:
        ref_name = "Exclusion"


class ExclusionsOutput(serializers.Serializer[Any]):
    """Whether a player is excluded, and by what."""

    excluded = serializers.BooleanField(help_text="Whether bets and deposits are refused now.")
    lifted_at = serializers.DateTimeField(
        allow_null=True, help_text="When the last of those that hold ends; null where none holds, or no end is known."
    )
    items = _One(many=True, help_text="Those in force now, the oldest first. None ends another.")
    next = serializers.CharField(allow_null=True, help_text="Always null: every exclusion is in the list.")

    class Meta:
        """The schema's name for it."""

        ref_name = "Exclusions"


def exclusions_document(exclusions: Exclusions, *, now: datetime) -> dict[str, object]:
    """Write the exclusions in force now."""
    rows = holding(exclusions, now_ms=to_epoch_ms(now))
    return {
        "excluded": bool(rows),
        "lifted_at": _instant(last_lifted_ms(rows)) if rows else None,
        "items": [_document(exclusion) for exclusion in rows],
        "next": None,
    }


def _document(exclusion: Exclusion) -> dict[str, str | None]:
    return {
        "kind": exclusion.kind.value,
        "started_at": rfc3339(exclusion.since_ms),
        "ends_at": _instant(exclusion.until_ms),
        "returnable_from": _instant(exclusion.returnable_ms),
        "lifted_at": _instant(exclusion.lifted_ms),
    }


def _instant(time_ms: int | None) -> str | None:
    return None if time_ms is None else rfc3339(time_ms)
