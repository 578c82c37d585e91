"""The names and values of limits in the API."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers

from kernel.money import amount_document
from kernel.refusals import Refusal, RefusalKind
from responsible_gaming.core.limits.definition import LimitDefinition
from responsible_gaming.core.limits.limit_values import AMOUNT_MAX_MINOR, LONGEST_MS, LimitUnit
from responsible_gaming.core.rules import LIMITS
from rest.fields import StrictSerializer, StrictText, WholeNumber
from wallet.core.ledger import CurrencyMismatch

_BY_API_NAME = {limit.api_name: limit for limit in LIMITS.values()}

LIMIT_NAMES = list(_BY_API_NAME)
"""The names of all limits in the API, in the order of the registry."""

NAME_PARAMETER = OpenApiParameter(
    "name",
    {"type": "string", "enum": LIMIT_NAMES},
    OpenApiParameter.PATH,
    description="\n".join(f"* `{limit.api_name}` bounds {limit.bounds}." for limit in LIMITS.values()),
)


class LimitNotFound(Refusal):
    """There is no limit of this name."""

    code, kind = "limit-not-found", RefusalKind.NOT_FOUND


class _Amount(StrictSerializer):
    amount = WholeNumber(min_value=0, max_value=AMOUNT_MAX_MINOR)
    currency = StrictText(min_length=3, max_length=3)


class _Duration(StrictSerializer):
    seconds = WholeNumber(min_value=1, max_value=LONGEST_MS // 1000)


@extend_schema_field(
    {
        "oneOf": [
            {
                "type": "object",
                "properties": {
                    "amount": {"type": "integer", "minimum": 0, "maximum": AMOUNT_MAX_MINOR},
                    "currency": {"type": "string", "minLength": 3, "maxLength": 3},
                },
                "required": ["amount", "currency"],
                "additionalProperties": False,
            },
            {
                "type": "object",
                "properties": {"seconds": {"type": "integer", "minimum": 1, "maximum": LONGEST_MS // 1000}},
                "required": ["seconds"],
                "additionalProperties": False,
            },
        ]
    }
)
class LimitValue(serializers.Field[Any, Any, Any, Any]):
    """An amount of money or a duration, as the limit requires, or null for no limit."""

    def __init__(self, **options: Any) -> None:
        """Accept null."""
        super().__init__(**{"allow_null": True, **options})

    def to_internal_value(self, data: Any) -> Any:
        """Return the members as they came. The serializer of an amount or a duration says what is wrong."""
        return (_Duration() if isinstance(data, dict) and "seconds" in data else _Amount()).run_validation(data)

    def to_representation(self, value: Any) -> Any:
        """Return the document as it is."""
        return value


def limit_named(text: str) -> LimitDefinition:
    """Return the limit that has this name in the API.

    Raises:
        LimitNotFound: with the names that there are.
    """
    limit = _BY_API_NAME.get(text)
    if limit is None:
        raise LimitNotFound(f"Nothing was changed. The limits are {', '.join(LIMIT_NAMES)}.", names=LIMIT_NAMES)
    return limit


def value_of(limit: LimitDefinition, document: Any, currency: str) -> int | None:
    """Return a value as records have it: minor units or milliseconds, None for no limit.

    Raises:
        ValidationError: a duration where an amount belongs, or the other way round.
        CurrencyMismatch: with the account's `currency`.
    """
    if document is None:
        return None
    is_duration = limit.unit is LimitUnit.DURATION
    if ("seconds" in document) is not is_duration:
        example = '{"seconds": 3600}' if is_duration else '{"amount": 500, "currency": "USD"}'
        raise serializers.ValidationError({"value": [f"This limit is written as {example}, or null."]})
    if is_duration:
        return int(document["seconds"]) * 1000
    if document["currency"] != currency:
        raise CurrencyMismatch(f"Nothing was changed. The account is in {currency}.", currency=currency)
    return int(document["amount"])


def value_document(limit: LimitDefinition, value: int | None, currency: str) -> dict[str, object] | None:
    """Write a value as the API does: a money object, or `{"seconds"}`."""
    if value is None:
        return None
    return {"seconds": value // 1000} if limit.unit is LimitUnit.DURATION else amount_document(value, currency)
