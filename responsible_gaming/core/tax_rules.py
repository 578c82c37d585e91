"""What a jurisdiction takes of gross gaming revenue: the rates of its law, each from a gaming day on.

Source: docs/jurisdictions.md; docs/formats/report.md, "taxable-revenue"; docs/adr/0082-tax-of-an-interval.md.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

BASIS_POINTS: Final = 10_000
"""The whole, in hundredths of a percent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxRate:
    """A rate, which holds until the next one of the same jurisdiction."""

    since: date
    """The first gaming day that it holds for."""

    basis_points: int
    """The rate in hundredths of a percent: 1975 is 19.75 %. From 0 to 10,000."""

    bonus_deducted: bool = False
    """Whether the bonus money that came to players' cash is deducted first. Nothing else ever is."""

    def __post_init__(self) -> None:
        """Refuse a rate that takes more than there is, or gives."""
        assert 0 <= self.basis_points <= BASIS_POINTS, f"a rate is 0 to {BASIS_POINTS}, not {self.basis_points}"


class TaxedDays(NamedTuple):
    """The gaming days [first, until) of one rate."""

    first: date
    until: date
    rate: TaxRate


class TaxedSum(NamedTuple):
    """What is taxed at one rate. It may be negative."""

    taxable_minor: int
    basis_points: int


@dataclass(frozen=True, slots=True)
class RevenueTax:
    """The rates of a jurisdiction, from the oldest to the newest. Days before the first one are not taxed."""

    rates: tuple[TaxRate, ...] = ()

    def __post_init__(self) -> None:
        """Refuse rates of which two begin on one day, or that are out of order."""
        days = [rate.since for rate in self.rates]
        assert days == sorted(set(days)), "each rate begins after the one before"

    def taxed_days(self, first: date, until: date) -> list[TaxedDays]:
        """Return the taxed days of the gaming days [first, until) by rate, in order."""
        ends = [*(rate.since for rate in self.rates[1:]), until]
        spans = [
            TaxedDays(max(first, rate.since), min(until, end), rate)
            for rate, end in zip(self.rates, ends, strict=False)
        ]
        return [span for span in spans if span.first < span.until]


UNTAXED: Final = RevenueTax()
"""No law takes anything."""


def tax_minor(sums: Iterable[TaxedSum]) -> int:
    """Return the tax of an interval in minor units: each sum at its own rate, rounded once, half up; never below 0."""
    exact = sum(each.taxable_minor * each.basis_points for each in sums)
    return max(0, (exact + BASIS_POINTS // 2) // BASIS_POINTS)
