"""Which limits are in force at an instant, and whether a wager or a deposit is within them.

Source: docs/formats/record.md, "Limits in force".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from kernel.refusals import Refusal, RefusalKind
from responsible_gaming.core.limits.excluded import EXCLUDED
from responsible_gaming.core.limits.limit_context import DepositContext, LimitContext
from responsible_gaming.core.limits.rule import WagerCheck
from responsible_gaming.core.limits.wager import Wager
from responsible_gaming.core.limits.windows import WindowRule
from responsible_gaming.core.rules import BET_CHECKS, DEPOSIT_CHECKS, LIMITS, RAISE_CHECKS, WINDOWED_LIMITS

_ENFORCED: Final = LIMITS.keys() | {EXCLUDED}


class OutdatedLimits(Refusal):
    """This player's limits are outdated."""

    code, kind = "outdated-limits", RefusalKind.UNAVAILABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """A chain's limits in force, now and after the one instant at which they change by themselves.

    Nothing has to happen at that instant: which limits are in force is decided when somebody asks.
    """

    current: Mapping[str, int] = field(default_factory=dict)
    """The limits before `effective_at_ms`: values (minor units, milliseconds) by name."""

    upcoming: Mapping[str, int] = field(default_factory=dict)
    """The limits from `effective_at_ms` on."""

    effective_at_ms: int | None = None
    """The instant from which `upcoming` replaces `current`. None: never."""

    window_rule: WindowRule | None = None
    """How days, weeks and months are counted. None: no limit adds up over a window."""

    def in_force(self, at_ms: int) -> Mapping[str, int]:
        """Return the limits in force at an instant."""
        if self.effective_at_ms is not None and at_ms >= self.effective_at_ms:
            return self.upcoming
        return self.current

    def with_values(self, values: Mapping[str, int], window_rule: WindowRule) -> "Limits":
        """Return the limits with `values` in place of all but an exclusion, current and upcoming."""
        exclusion = {name: value for name, value in self.current.items() if name == EXCLUDED}
        return Limits(
            current={**exclusion, **values},
            upcoming=dict(values) if self.effective_at_ms is not None else {},
            effective_at_ms=self.effective_at_ms,
            window_rule=window_rule if not WINDOWED_LIMITS.isdisjoint(values) else None,
        )

    def with_exclusion(self, lifted_ms: int | None) -> "Limits":
        """Return the limits with an exclusion until an instant. None: its end is unknown."""
        others = {name: value for name, value in self.current.items() if name != EXCLUDED}
        return replace(
            self,
            current={**others, EXCLUDED: 1},
            upcoming={} if lifted_ms is None else others,
            effective_at_ms=lifted_ms,
        )

    def document(self) -> dict[str, object]:
        """Return the limits as a record has them."""
        document: dict[str, object] = {"now": self._members(self.current)}
        if self.effective_at_ms is not None:
            document["next"] = {"effective_at": self.effective_at_ms, **self._members(self.upcoming)}
        return document

    def _members(self, limits: Mapping[str, int]) -> dict[str, object]:
        if self.window_rule is None or WINDOWED_LIMITS.isdisjoint(limits):
            return dict(limits)
        return {**limits, "windows": self.window_rule.kind.value, "zone": self.window_rule.zone}


NO_LIMITS: Final = Limits()


def recorded_in_force(document: Mapping[str, Any], at_ms: int) -> dict[str, int]:
    """Return which limits of a record's `rg` were in force at an instant."""
    following = document.get("next")
    members = document["now"] if following is None or at_ms < following["effective_at"] else following
    return {name: value for name, value in members.items() if name in _ENFORCED}


def require_bet_allowed(limits: Limits, wager: Wager, context: LimitContext) -> None:
    """Accept a bet that exceeds no limit in force.

    Raises:
        LimitExceeded: by the first rule that forbids it.
        OutdatedLimits: the limits were written under other rules of the jurisdiction than the current ones, or by
            a release that enforces a limit which this one does not know.
    """
    _require(BET_CHECKS, limits, wager, context)


def require_raise_allowed(limits: Limits, raise_minor: int, context: LimitContext) -> None:
    """Accept a raise that exceeds no limit in force.

    Raises:
        LimitExceeded: by the first rule that forbids it. The round stays open for another decision.
        OutdatedLimits: as for a bet.
    """
    _require(RAISE_CHECKS, limits, Wager(raise_minor=raise_minor), context)


def require_deposit_allowed(limits: Limits, deposit_minor: int, context: DepositContext, *, at_ms: int) -> None:
    """Accept a deposit that exceeds no limit in force at an instant.

    Raises:
        PlayerExcluded, MissingDepositLimit, DepositLimitExceeded: by the first rule that forbids it.
        OutdatedLimits: as for a bet.
    """
    in_force = require_current(limits, context.jurisdiction.window_rule, at_ms=at_ms)
    for check in DEPOSIT_CHECKS:
        check(in_force, deposit_minor, context)


def require_current(limits: Limits, window_rule: WindowRule, *, at_ms: int) -> Mapping[str, int]:
    """Return the limits in force at an instant, if this code can enforce every one of them as it was logged.

    Raises:
        OutdatedLimits: they count by other days, weeks and months, until `manage.py adopt_jurisdiction` has written
            them anew; or the registry does not have one of them, until the release that has it is back.
    """
    if limits.window_rule not in {None, window_rule}:
        raise OutdatedLimits("Nothing was taken. Try again later; the operator has to renew your limits first.")
    in_force = limits.in_force(at_ms)
    if not in_force.keys() <= _ENFORCED:
        # A release that added the limit was rolled back. The signed record says that the limit binds.
        raise OutdatedLimits("Nothing was taken. Try again later; one of your limits cannot be checked now.")
    return in_force


def _require(checks: Sequence[WagerCheck], limits: Limits, wager: Wager, context: LimitContext) -> None:
    in_force = require_current(limits, context.jurisdiction.window_rule, at_ms=context.at_ms)
    for check in checks:
        check(in_force, wager, context)
