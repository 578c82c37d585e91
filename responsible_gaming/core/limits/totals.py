"""Limits on a total over a day, a week and a month: their definitions, and whether an amount still fits."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from kernel.money import Money, display
from kernel.refusals import Refusal
from responsible_gaming.core.limits.definition import LimitDefinition, LimitedTotal, LimitName
from responsible_gaming.core.limits.limit_values import Amounts
from responsible_gaming.core.limits.usage import Usage
from responsible_gaming.core.limits.windows import LimitWindow
from wallet.core.ledger import Totals

WindowedLimits = tuple[LimitDefinition, LimitDefinition, LimitDefinition]
"""The limits on one total over a day, a week and a month."""

_USED: Mapping[LimitedTotal, Callable[[Totals], int]] = {
    LimitedTotal.LOSS: lambda totals: totals.loss_minor,
    LimitedTotal.WAGER: lambda totals: totals.staked_minor,
    LimitedTotal.DEPOSIT: lambda totals: totals.deposited_minor,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExceededLimit:
    """A limit that an amount would exceed."""

    limit: LimitDefinition
    """Which limit."""

    maximum_minor: int
    """The limit's value."""

    remaining_minor: int
    """What the limit still allows, 0 or more."""


def windowed_limits(total: LimitedTotal, *, bounds: str, minimum_minor: int) -> WindowedLimits:
    """Define the limits on a total over a day, a week and a month, from `minimum_minor` on."""

    def over(window: LimitWindow) -> LimitDefinition:
        name = f"{total.value}_{window.value}"
        return LimitDefinition(
            name=LimitName(name),
            api_name=name,
            bounds=f"{bounds}, by the {window.value}",
            values=Amounts(minimum_minor),
            window=window,
            total=total,
        )

    return over(LimitWindow.DAY), over(LimitWindow.WEEK), over(LimitWindow.MONTH)


def exceeded_limits(
    definitions: WindowedLimits, limits: Mapping[str, int], amount_minor: int, usage: Usage
) -> Iterator[ExceededLimit]:
    """Yield each of the defined limits in force that `amount_minor` more would exceed."""
    for limit in definitions:
        maximum_minor = limits.get(limit.name)
        if maximum_minor is None:
            continue
        remaining_minor = remaining_amount(limit, maximum_minor, usage)
        if amount_minor > remaining_minor:
            yield ExceededLimit(limit=limit, maximum_minor=maximum_minor, remaining_minor=remaining_minor)


def used_amount(limit: LimitDefinition, usage: Usage) -> int:
    """Return how much of a limit on a total was used in its window (minor units). A loss below zero is a win."""
    assert limit.total is not None, "only a total is used up"
    assert limit.window is not None, "a total adds up over a window"
    return _USED[limit.total](usage.within(limit.window))


def remaining_amount(limit: LimitDefinition, maximum_minor: int, usage: Usage) -> int:
    """Return how much a limit on a total still allows (minor units, 0 or more). Winnings add to it."""
    return max(0, maximum_minor - used_amount(limit, usage))


def refuse(exceeded: ExceededLimit, refusal: type[Refusal], *, detail: str, currency: str) -> Refusal:
    """Return a refusal of this class: `detail`, what remains, and the limit as members."""
    return refusal(
        f"{detail} {display(exceeded.remaining_minor, currency)}.",
        limit=exceeded.limit.api_name,
        maximum=Money(exceeded.maximum_minor, currency),
        remaining=Money(exceeded.remaining_minor, currency),
    )
