"""Whether an amount still fits into what a limit leaves of a day, a week and a month."""

from collections.abc import Callable, Iterator, Mapping

from responsible_gaming.core.limits.names import Name, Sum
from responsible_gaming.core.limits.usage import Usage
from responsible_gaming.core.limits.windows import Span
from wallet.core.ledger import Totals

_USED: Mapping[Sum, Callable[[Totals], int]] = {
    Sum.LOSS: lambda totals: totals.loss_minor,
    Sum.WAGER: lambda totals: totals.staked_minor,
    Sum.DEPOSIT: lambda totals: totals.deposited_minor,
}


def exceeded_limits(
    limits: Mapping[str, int], total: Sum, asked_minor: int, usage: Usage
) -> Iterator[tuple[Name, int, int]]:
    """Yield each limit on this sum that `asked_minor` more would pass: its name, maximum and what it still leaves."""
    for span in Span:
        name = total.over(span)
        maximum_minor = limits.get(name)
        if maximum_minor is not None:
            left_minor = remaining_amount(maximum_minor, total, usage.within(span))
            if asked_minor > left_minor:
                yield name, maximum_minor, left_minor


def used_amount(total: Sum, within: Totals) -> int:
    """Return what was used of a sum (minor units) by what happened within a span; a loss below zero is a win."""
    return _USED[total](within)


def remaining_amount(maximum_minor: int, total: Sum, within: Totals) -> int:
    """Return what a limit leaves (minor units, 0 or more) after what happened within its span; winnings add to it."""
    return max(0, maximum_minor - _USED[total](within))
