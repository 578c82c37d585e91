"""The names and values of limits as requests have them."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers

from kernel.money import amount_document
from kernel.refusals import Kind, Refusal
from responsible_gaming.core.limits.limit_range import AMOUNT_MOST_MINOR, SETTABLE, TIMES
from responsible_gaming.core.limits.names import Name
from rest.fields import Closed, StrictText, WholeNumber
from wallet.core.ledger import CurrencyMismatch

NAME_PARAMETER = OpenApiParameter(
    "name", {"type": "string", "enum": [name.value for name in SETTABLE]}, OpenApiParameter.PATH
)


class LimitNotFound(Refusal):
    """There is no limit of this name."""

    code, kind = "limit-not-found", Kind.NOT_FOUND


class _Amount(Closed):
    amount = WholeNumber(min_value=0, max_value=AMOUNT_MOST_MINOR)
    currency = StrictText(min_length=3, max_length=3)


class _Time(Closed):
    seconds = WholeNumber(min_value=1, max_value=24 * 60 * 60)


@extend_schema_field(
    {
        "oneOf": [
            {
                "type": "object",
                "properties": {
                    "amount": {"type": "integer", "minimum": 0, "maximum": AMOUNT_MOST_MINOR},
                    "currency": {"type": "string", "minLength": 3, "maxLength": 3},
                },
                "required": ["amount", "currency"],
                "additionalProperties": False,
            },
            {
                "type": "object",
                "properties": {"seconds": {"type": "integer", "minimum": 1, "maximum": 24 * 60 * 60}},
                "required": ["seconds"],
                "additionalProperties": False,
            },
        ]
    }
)
class LimitValue(serializers.Field[Any, Any, Any, Any]):
    """An amount of money, a time, or null for no limit; which of them, the limit's name decides."""

    def __init__(self, **options: Any) -> None:
        """Take null for a value."""
        super().__init__(**{"allow_null": True, **options})

    def to_internal_value(self, data: Any) -> Any:
        """Return the members as they came; the serializers of both say what is wrong."""
        return (_Time() if isinstance(data, dict) and "seconds" in data else _Amount()).run_validation(data)

    def to_representation(self, value: Any) -> Any:
        """Write it as it is."""
        return value


def name_of(text: str) -> Name:
    """Read the name of a limit that has a value.

    Raises:
        LimitNotFound: any other text.
    """
    found = {name.value: name for name in SETTABLE}.get(text)
    if found is None:
        raise LimitNotFound(f"Nothing was changed. The limits are {', '.join(name.value for name in SETTABLE)}.")
    return found


def value_of(name: Name, told: Any, currency: str) -> int | None:
    """Return a value as records have it.

    Raises:
        ValidationError: a time where an amount belongs, or the other way round.
        CurrencyMismatch: with the account's `currency`.
    """
    if told is None:
        return None
    if ("seconds" in told) is not (name in TIMES):
        wanted = '{"seconds": 3600}' if name in TIMES else '{"amount": 500, "currency": "USD"}'
        raise serializers.ValidationError({"value": [f"This limit is written as {wanted}, or null."]})
    if name in TIMES:
        return int(told["seconds"]) * 1000
    if told["currency"] != currency:
        raise CurrencyMismatch(f"Nothing was changed. The account is in {currency}.", currency=currency)
    return int(told["amount"])


def value_document(name: Name, value: int | None, currency: str) -> dict[str, object] | None:
    """Write a value as the interface does."""
    if value is None:
        return None
    return {"seconds": value // 1000} if name in TIMES else amount_document(value, currency)
