"""A dispute as the API writes it."""

from typing import Any, Final

from rest_framework import serializers

from casework.core.dispute import DisputeAbout, DisputeOutcome
from casework.queries.disputes import DisputeView, about_kind
from kernel.ids import RoundId
from kernel.instants import rfc3339
from tables.core.epoch import TableEpoch

STATUSES: Final = ("open", "answered")
ABOUT: Final = [about.value for about in DisputeAbout]
OUTCOMES: Final = [outcome.value for outcome in DisputeOutcome]


class DisputeOutput(serializers.Serializer[Any]):
    """A dispute about a round, or about a hand or a game at a table."""

    id = serializers.CharField(help_text="32 hex digits.")
    about = serializers.ChoiceField(ABOUT)
    round_id = serializers.CharField(allow_null=True, help_text="Of a round; null for a hand.")
    table_id = serializers.CharField(allow_null=True, help_text="Of a hand's table; null for a round.")
    epoch = serializers.IntegerField(allow_null=True, help_text="The hand's number at its table; null for a round.")
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
        "about": about_kind(view.about).value,
        "round_id": str(view.about) if isinstance(view.about, RoundId) else None,
        "table_id": view.about.chain.hex if isinstance(view.about, TableEpoch) else None,
        "epoch": view.about.number if isinstance(view.about, TableEpoch) else None,
        "status": "open" if view.answered_ms is None else "answered",
        "opened_at": rfc3339(view.opened_ms),
        "answer_due_at": rfc3339(view.due_ms),
        "text": view.text,
        "answered_at": None if view.answered_ms is None else rfc3339(view.answered_ms),
        "outcome": view.outcome,
        "answer": view.answer,
    }
