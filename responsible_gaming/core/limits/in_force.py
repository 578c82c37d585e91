"""Which limits hold at an instant, and whether a wager passes them.

Source: docs/formats/record.md, "Limits in force".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from kernel.refusals import Kind, Refusal
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.names import WINDOWED_LIMITS, Name
from responsible_gaming.core.limits.wager import Wager
from responsible_gaming.core.limits.windows import WindowRule
from responsible_gaming.core.rules import RAISE_RULES, RULES, Rule


class LimitsOutdated(Refusal):
    """This player's limits wait to be written anew."""

    code, kind = "limits-outdated", Kind.UNAVAILABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """A chain's limits: those of `now`, and those that replace them once `effective_at_ms` has come.

    Nobody has to do anything at that instant: what holds is decided when it is asked. `counting` says how the days of
    limits that add up are counted, None where there are none.
    """

    now: Mapping[str, int] = field(default_factory=dict)
    following: Mapping[str, int] = field(default_factory=dict)
    effective_at_ms: int | None = None
    window_rule: WindowRule | None = None

    def in_force(self, at_ms: int) -> Mapping[str, int]:
        """Return the limits that hold at an instant (ms)."""
        if self.effective_at_ms is not None and at_ms >= self.effective_at_ms:
            return self.following
        return self.now

    def with_values(self, values: Mapping[str, int], window_rule: WindowRule) -> "Limits":
        """Return the limits with these in place of all but an exclusion, now and to come."""
        kept = {name: value for name, value in self.now.items() if name == Name.EXCLUDED}
        return Limits(
            now={**kept, **values},
            following=dict(values) if self.effective_at_ms is not None else {},
            effective_at_ms=self.effective_at_ms,
            window_rule=window_rule if not WINDOWED_LIMITS.isdisjoint(values) else None,
        )

    def with_exclusion(self, lifted_ms: int | None) -> "Limits":
        """Return the limits with an exclusion that holds until an instant (ms), None where no end is known."""
        others = {name: value for name, value in self.now.items() if name != Name.EXCLUDED}
        return replace(
            self,
            now={**others, Name.EXCLUDED.value: 1},
            following={} if lifted_ms is None else others,
            effective_at_ms=lifted_ms,
        )

    def document(self) -> dict[str, object]:
        """Write the limits as a record does."""
        document: dict[str, object] = {"now": self._written(self.now)}
        if self.effective_at_ms is not None:
            document["next"] = {"effective_at": self.effective_at_ms, **self._written(self.following)}
        return document

    def _written(self, limits: Mapping[str, int]) -> dict[str, object]:
        if self.window_rule is None or WINDOWED_LIMITS.isdisjoint(limits):
            return dict(limits)
        return {**limits, "windows": self.window_rule.windows.value, "zone": self.window_rule.zone}


NO_LIMITS: Final = Limits()


def require_bet_allowed(limits: Limits, wager: Wager, context: LimitContext) -> None:
    """Let a bet pass that breaks no limit in force.

    Raises:
        LimitExceeded: of the first rule that forbids it.
        LimitsOutdated: they were written under other rules of the jurisdiction than those of now.
    """
    _require(RULES, limits, wager, context)


def require_raise_allowed(limits: Limits, raise_minor: int, context: LimitContext) -> None:
    """Let a raise pass that breaks no limit in force.

    Raises:
        LimitExceeded: of the first rule that forbids it; the round waits for another decision.
        LimitsOutdated: as for a bet.
    """
    _require(RAISE_RULES, limits, Wager(raise_minor=raise_minor), context)


def require_current(limits: Limits, window_rule: WindowRule) -> None:
    """Refuse to count by other days, weeks and months than those that the limits were logged with.

    Raises:
        LimitsOutdated: until `manage.py adopt_jurisdiction` has written them anew.
    """
    if limits.window_rule not in {None, window_rule}:
        raise LimitsOutdated("Nothing was taken. Try again later; the operator has to renew your limits first.")


def _require(rules: Sequence[Rule], limits: Limits, wager: Wager, context: LimitContext) -> None:
    require_current(limits, context.jurisdiction.window_rule)
    in_force = limits.in_force(context.at_ms)
    for rule in rules:
        rule(in_force, wager, context)
