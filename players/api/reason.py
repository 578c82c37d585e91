"""Why an operator does something: asked for with all that is done to a player, and kept."""

from rest_framework import serializers

from rest.fields import Closed, StrictText


class ReasonInput(Closed):
    """A reason of 1 to 200 characters."""

    reason = StrictText(min_length=1, max_length=200)

    def validate_reason(self, reason: str) -> str:
        """Refuse a reason of nothing but spaces."""
        if not reason.strip():
            raise serializers.ValidationError("Say why.")
        return reason
