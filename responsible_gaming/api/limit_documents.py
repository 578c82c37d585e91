"""Limits as responses show them, to players and to operators."""

from typing import Any

from rest_framework import serializers

from kernel.instants import rfc3339
from kernel.money import amount_document
from responsible_gaming.api.limit_fields import LIMIT_NAMES, LimitValue, value_document
from responsible_gaming.core.limits.definition import LimitDefinition
from responsible_gaming.core.limits.limit_view import LimitView, WindowUsage
from responsible_gaming.core.limits.loosening import Loosening
from rest.fields import MoneyOutput


class _WindowUsage(serializers.Serializer[Any]):
    used = MoneyOutput(help_text="What was lost, staked or deposited in the window. A loss below zero is a win.")
    remaining = MoneyOutput(allow_null=True, help_text="Null where no limit binds.")
    started_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(allow_null=True, help_text="Null: the window moves along with the clock.")

    class Meta:
        ref_name = "LimitWindowUsage"


class _Loosening(serializers.Serializer[Any]):
    value = LimitValue(help_text="Null: no limit of one's own.")
    confirmable_from = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()

    class Meta:
        ref_name = "LimitLoosening"


class LimitOutput(serializers.Serializer[Any]):
    """A limit: who set what, what binds, and what remains."""

    name = serializers.ChoiceField(LIMIT_NAMES)
    player_value = LimitValue(help_text="What the player set. Null: none.")
    operator_value = LimitValue(help_text="What the operator set. Null: none.")
    binding_value = LimitValue(
        help_text="The strictest of both. Null: none. The jurisdiction's own rules bind beside it."
    )
    window = _WindowUsage(allow_null=True, help_text="The current day, week or month. Null: the limit bounds no total.")
    loosening = _Loosening(allow_null=True, help_text="The looser value that the player requested and may confirm.")

    class Meta:
        """The schema's name for it."""

        ref_name = "Limit"


class LimitsOutput(serializers.Serializer[Any]):
    """Every limit."""

    items = LimitOutput(many=True)
    next = serializers.CharField(allow_null=True, help_text="Always null: every limit is in the list.")

    class Meta:
        """The schema's name for it."""

        ref_name = "Limits"


def limits_document(views: list[LimitView], currency: str) -> dict[str, object]:
    """Write every limit."""
    return {"items": [limit_document(view, currency) for view in views], "next": None}


def limit_document(view: LimitView, currency: str) -> dict[str, object]:
    """Write one limit."""
    limit = view.limit
    return {
        "name": limit.api_name,
        "player_value": value_document(limit, view.player_value, currency),
        "operator_value": value_document(limit, view.operator_value, currency),
        "binding_value": value_document(limit, view.binding_value, currency),
        "window": None if view.window_usage is None else _window(view.window_usage, currency),
        "loosening": None if view.loosening is None else _loosening(limit, view.loosening, currency),
    }


def _window(usage: WindowUsage, currency: str) -> dict[str, object]:
    remaining_minor = usage.remaining_minor
    return {
        "used": amount_document(usage.used_minor, currency),
        "remaining": None if remaining_minor is None else amount_document(remaining_minor, currency),
        "started_at": rfc3339(usage.started_ms),
        "ends_at": None if usage.ends_ms is None else rfc3339(usage.ends_ms),
    }


def _loosening(limit: LimitDefinition, loosening: Loosening, currency: str) -> dict[str, object]:
    return {
        "value": value_document(limit, loosening.value, currency),
        "confirmable_from": rfc3339(loosening.confirmable_ms),
        "expires_at": rfc3339(loosening.expires_ms),
    }
