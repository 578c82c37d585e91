"""How limits are shown, to the player and to the operator alike."""

from typing import Any

from rest_framework import serializers

from kernel.instants import rfc3339
from kernel.money import amount_document
from responsible_gaming.api.limit_fields import LimitValue, value_document
from responsible_gaming.core.limits.limit_range import SETTABLE
from responsible_gaming.core.limits.limit_view import LimitView, Running
from responsible_gaming.core.limits.loosening import Loosening
from responsible_gaming.core.limits.names import Name
from rest.fields import Money


class _Running(serializers.Serializer[Any]):
    used = Money(help_text="What was lost, staked or deposited since it began. A loss below zero is a win.")
    remaining = Money(allow_null=True, help_text="Null where no limit binds.")
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(allow_null=True, help_text="Null where it moves along with the clock.")

    class Meta:
        ref_name = "RunningSpan"


class _Loosening(serializers.Serializer[Any]):
    value = LimitValue(help_text="Null: no limit of one's own.")
    confirmable_from = serializers.DateTimeField()
    lapses_at = serializers.DateTimeField()

    class Meta:
        ref_name = "LooserLimit"


class LimitOutput(serializers.Serializer[Any]):
    """A limit: who set what, what binds, and what is left."""

    name = serializers.ChoiceField([name.value for name in SETTABLE])
    own = LimitValue(help_text="What the player set. Null: none.")
    operator = LimitValue(help_text="What the operator set. Null: none.")
    binding = LimitValue(help_text="The strictest of both. Null: none, beside what the jurisdiction lays down for all.")
    span = _Running(allow_null=True, help_text="The day, week or month that runs; null where nothing adds up.")
    loosening = _Loosening(allow_null=True, help_text="What waits for its time and the player's confirmation.")

    class Meta:
        """The schema's name for it."""

        ref_name = "Limit"


class LimitsOutput(serializers.Serializer[Any]):
    """Every limit."""

    limits = LimitOutput(many=True)

    class Meta:
        """The schema's name for it."""

        ref_name = "Limits"


def present_limit(limit: LimitView, currency: str) -> dict[str, object]:
    """Write one limit."""
    return {
        "name": limit.name.value,
        "own": value_document(limit.name, limit.own, currency),
        "operator": value_document(limit.name, limit.operators, currency),
        "binding": value_document(limit.name, limit.binding, currency),
        "span": None if limit.running is None else _span(limit.running, currency),
        "loosening": None if limit.loosening is None else _waiting(limit.name, limit.loosening, currency),
    }


def _span(running: Running, currency: str) -> dict[str, object]:
    left_minor = running.left_minor
    return {
        "used": amount_document(running.used_minor, currency),
        "remaining": None if left_minor is None else amount_document(left_minor, currency),
        "starts_at": rfc3339(running.starts_ms),
        "ends_at": None if running.ends_ms is None else rfc3339(running.ends_ms),
    }


def _waiting(name: Name, loosening: Loosening, currency: str) -> dict[str, object]:
    return {
        "value": value_document(name, loosening.value, currency),
        "confirmable_from": rfc3339(loosening.confirmable_ms),
        "lapses_at": rfc3339(loosening.expires_ms),
    }
