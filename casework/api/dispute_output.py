"""A dispute as the API writes it."""

from typing import Any, Final

from rest_framework import serializers

from casework.core.dispute import DisputeOutcome
from casework.queries.disputes import DisputeView
from kernel.instants import rfc3339

STATUSES: Final = ("open", "answered")
OUTCOMES: Final = [outcome.value for outcome in DisputeOutcome]


class DisputeOutput(serializers.Serializer[Any]):
    """A dispute about a round."""

    id = serializers.CharField(help_text="32 hex digits.")
    round_id = serializers.CharField()
    status = serializers.ChoiceField(STATUSES)
    opened_at = serializers.DateTimeField()
    answer_due_at = serializers.DateTimeField(help_text="Until when it is answered.")
    text = serializers.CharField(allow_null=True, help_text="The player's words; null once the player was erased.")
    answered_at = serializers.DateTimeField(allow_null=True)
    outcome = serializers.ChoiceField(OUTCOMES, allow_null=True)
    answer = serializers.CharField(allow_null=True)

    class Meta:
        """The schema's name for it."""

        ref_name = "Dispute"


def present_dispute(view: DisputeView) -> dict[str, object]:
    """Write a dispute for its player."""
    return {
        "id": view.id.hex,
        "round_id": str(view.round_id),
        "status": "open" if view.answered_ms is None else "answered",
        "opened_at": rfc3339(view.opened_ms),
        "answer_due_at": rfc3339(view.due_ms),
        "text": view.text,
        "answered_at": None if view.answered_ms is None else rfc3339(view.answered_ms),
        "outcome": view.outcome,
        "answer": view.answer,
    }
