"""Fields that convert nothing: an integer is not a float, a string or a boolean."""

import re
from datetime import date
from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from kernel.money import CURRENCIES, MAX_MINOR

UNKNOWN_MEMBER: Final = "This member is not known here."

_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class StrictText(serializers.CharField):
    """A JSON string, kept as it is."""

    def __init__(self, **options: Any) -> None:
        """Keep surrounding spaces unless `trim_whitespace` is given."""
        super().__init__(**{"trim_whitespace": False, **options})

    def to_internal_value(self, data: Any) -> str:
        """Refuse numbers and booleans, which DRF would turn into text, and what PostgreSQL cannot keep."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class PasskeyAnswer(serializers.DictField):
    """A passkey's answer to a challenge: a stranger's JSON, which `credentials/passkeys.py` reads."""

    def __init__(self, **options: Any) -> None:
        """Say what it is."""
        meaning = "What the browser's `credential.toJSON()` gives, of `navigator.credentials.get`."
        super().__init__(**{"help_text": meaning, **options})


class StrictBoolean(serializers.BooleanField):
    """A JSON boolean: neither 1 nor "true", which DRF would turn into one."""

    def to_internal_value(self, data: Any) -> bool:
        """Refuse all other types."""
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


class WholeNumber(serializers.IntegerField):
    """A JSON integer: neither 1.0 nor "1", which DRF would turn into one."""

    def to_internal_value(self, data: Any) -> int:
        """Refuse all other types."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field({"type": "integer", "minimum": 1, "maximum": MAX_MINOR})
class MinorUnits(serializers.Field[int, Any, int, Any]):
    """An amount of money: a JSON integer of minor units, 1 or more."""

    default_error_messages = {  # noqa: RUF012  DRF's name
        "not_integer": "An amount is an integer of minor units: 500 is five dollars.",
        "out_of_range": f"An amount is 1 to {MAX_MINOR} minor units.",
    }

    def to_internal_value(self, data: Any) -> int:
        """Refuse everything but an integer in range."""
        if type(data) is not int:
            self.fail("not_integer")
        if not 1 <= data <= MAX_MINOR:
            self.fail("out_of_range")
        return int(data)

    def to_representation(self, value: int) -> int:
        """Write the integer."""
        return value


class StrictSerializer(serializers.Serializer[Any]):
    """A serializer of requests, which refuses unknown members: ignoring one would turn a typing error into consent."""

    def to_internal_value(self, data: Any) -> Any:
        """Refuse unknown members before reading the known ones."""
        unknown = data.keys() - self.fields.keys() if isinstance(data, dict) else ()
        if unknown:
            raise serializers.ValidationError({name: [UNKNOWN_MEMBER] for name in sorted(unknown)})
        return super().to_internal_value(data)


class Day(serializers.DateField):
    """A day of the calendar, as in `2026-11-21`. The other forms of ISO 8601 are refused, as the schema says."""

    def to_internal_value(self, value: Any) -> date:
        """Refuse all other forms."""
        if not isinstance(value, str) or not _DAY.fullmatch(value):
            self.fail("invalid", format="YYYY-MM-DD")
        return super().to_internal_value(value)


class RequiresReason(StrictSerializer):
    """A request of the staff that gives a reason, 1 to 200 characters, which is stored with what was done."""

    reason = StrictText(min_length=1, max_length=200)

    def validate_reason(self, reason: str) -> str:
        """Refuse a reason of nothing but spaces."""
        if not reason.strip():
            raise serializers.ValidationError("Say why.")
        return reason


class _MoneyInput(StrictSerializer):
    """An amount with its currency, as a client sends it."""

    amount = MinorUnits()
    currency = StrictText(max_length=3, min_length=3)

    class Meta:
        ref_name = "MoneyInput"


_MONEY_INPUT = _MoneyInput()
_MONEY_MEMBERS = frozenset({"amount", "currency"})


def is_plain_money(data: object) -> bool:
    """Return whether a JSON value is an amount with its currency, as `MoneyInput` takes it."""
    if type(data) is not dict or data.keys() != _MONEY_MEMBERS:
        return False
    amount, currency = data["amount"], data["currency"]
    return type(amount) is int and 1 <= amount <= MAX_MINOR and type(currency) is str and currency in CURRENCIES


@extend_schema_field(_MoneyInput)
class MoneyInput(serializers.Field[dict[str, Any], Any, Any, Any]):
    """An amount with its currency, as a client sends it.

    Nearly all bets skip the serializer, because it is slow. Only a value that looks wrong goes through it, so that it
    says what is wrong.
    """

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return `amount` in minor units, 1 to 2**53 - 1, and `currency`, three characters."""
        if is_plain_money(data):
            return {**data}
        validated: dict[str, Any] = _MONEY_INPUT.run_validation(data)
        return validated


class MoneyOutput(serializers.Serializer[Any]):
    """An amount with its currency."""

    amount = serializers.IntegerField(help_text="Minor units: 500 is 5.00 in a currency of exponent 2.")
    currency = serializers.CharField(help_text="ISO 4217.")

    class Meta:
        """The schema's name for it."""

        ref_name = "Money"


class Receipt(serializers.Serializer[Any]):
    """A signed record of the player's chain: the operator's promise that it is in the log. Players keep it."""

    seq = serializers.IntegerField(help_text="The record's number in the player's chain.")
    leaf = serializers.CharField(help_text="Its leaf hash, 64 hex digits.")
    note = serializers.CharField(help_text="The signed note, to be kept to the byte.")
