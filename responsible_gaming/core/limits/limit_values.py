"""Which values a limit may have.

Source: docs/rules/limits.md, LI-1.
"""

import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final, Protocol

from kernel.money import Money, display
from kernel.refusals import Refusal, RefusalKind
from responsible_gaming.core.jurisdiction import Jurisdiction

AMOUNT_MAX_MINOR: Final = 10**12
"""The highest limit on money. It is as much as an account can be funded to."""

DAY_MS: Final = 24 * 60 * 60 * 1000
"""The longest limit on the time of a session or a day."""

LONGEST_MS: Final = 31 * DAY_MS
"""The longest limit on time: all of a month."""

_MINUTE_MS: Final = 60 * 1000


class LimitOutOfRange(Refusal):
    """A limit cannot have this value."""

    code, kind = "limit-out-of-range", RefusalKind.INVALID


class LimitUnit(enum.Enum):
    """What a limit's values count."""

    MONEY = "money"
    """Minor units of the account's currency."""

    DURATION = "duration"
    """Milliseconds."""


class LimitValues(Protocol):
    """The values that a limit may have."""

    @property
    def unit(self) -> LimitUnit:
        """Return what the values count."""
        ...

    def require(self, value: int, *, jurisdiction: Jurisdiction, currency: str) -> None:
        """Accept a value that the limit may have.

        Raises:
            LimitOutOfRange: with the values that it may have.
        """
        ...


@dataclass(frozen=True, slots=True)
class Amounts:
    """Amounts of money from `minimum_minor` to `AMOUNT_MAX_MINOR`."""

    unit: ClassVar[LimitUnit] = LimitUnit.MONEY

    minimum_minor: int

    def require(self, value: int, *, jurisdiction: Jurisdiction, currency: str) -> None:  # noqa: ARG002  protocol
        """Accept an amount in range.

        Raises:
            LimitOutOfRange: with `minimum` and `maximum`, both money.
        """
        if not self.minimum_minor <= value <= AMOUNT_MAX_MINOR:
            raise LimitOutOfRange(
                f"Nothing was changed. This limit is {display(self.minimum_minor, currency)} to"
                f" {display(AMOUNT_MAX_MINOR, currency)}.",
                minimum=Money(self.minimum_minor, currency),
                maximum=Money(AMOUNT_MAX_MINOR, currency),
            )


@dataclass(frozen=True, slots=True)
class WholeMinutes:
    """Durations of whole minutes from `minimum_ms` to `maximum_ms`."""

    unit: ClassVar[LimitUnit] = LimitUnit.DURATION

    minimum_ms: int
    maximum_ms: int = DAY_MS

    def require(self, value: int, *, jurisdiction: Jurisdiction, currency: str) -> None:  # noqa: ARG002  protocol
        """Accept a duration in range.

        Raises:
            LimitOutOfRange: with `minimum_seconds` and `maximum_seconds`.
        """
        if not self.minimum_ms <= value <= self.maximum_ms or value % _MINUTE_MS:
            raise LimitOutOfRange(
                f"Nothing was changed. This limit is {self.minimum_ms // _MINUTE_MS} to"
                f" {self.maximum_ms // _MINUTE_MS} whole minutes.",
                minimum_seconds=self.minimum_ms // 1000,
                maximum_seconds=self.maximum_ms // 1000,
            )


@dataclass(frozen=True, slots=True)
class JurisdictionChoices:
    """Durations (ms) that the jurisdiction offers as choices."""

    unit: ClassVar[LimitUnit] = LimitUnit.DURATION

    choices_of: Callable[[Jurisdiction], tuple[int, ...]]

    def require(self, value: int, *, jurisdiction: Jurisdiction, currency: str) -> None:  # noqa: ARG002  protocol
        """Accept one of the jurisdiction's choices.

        Raises:
            LimitOutOfRange: with `choices_seconds`.
        """
        choices_ms = self.choices_of(jurisdiction)
        if value not in choices_ms:
            minutes = ", ".join(str(choice_ms // _MINUTE_MS) for choice_ms in choices_ms)
            raise LimitOutOfRange(
                f"Nothing was changed. This limit is one of {minutes} minutes.",
                choices_seconds=[choice_ms // 1000 for choice_ms in choices_ms],
            )
