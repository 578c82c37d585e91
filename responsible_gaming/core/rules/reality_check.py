"""How long a player may play without a reality check, which shows how long the play lasted and what it cost.

Source: regulation F29; docs/rules/sessions.md, SE-2 and SE-9; docs/formats/record.md, "Limits in force" (`check_ms`).
"""

from collections.abc import Mapping
from typing import Final

from kernel.instants import rfc3339
from kernel.refusals import RefusalKind
from responsible_gaming.core.limits.definition import LimitDefinition, LimitName
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.limit_values import JurisdictionChoices
from responsible_gaming.core.limits.rule import LimitRule
from responsible_gaming.core.limits.wager import LimitExceeded, Wager

REALITY_CHECK: Final = LimitDefinition(
    name=LimitName("check_ms"),
    api_name="reality_check",
    bounds="how long the player plays until the reality check",
    values=JurisdictionChoices(lambda jurisdiction: jurisdiction.reality_check_choices_ms),
)


class RealityCheckDue(LimitExceeded):
    """The reality check must be acknowledged first."""

    code, kind = "reality-check-due", RefusalKind.FORBIDDEN


def check(limits: Mapping[str, int], wager: Wager, context: LimitContext) -> None:  # noqa: ARG001  any wager
    """Refuse a new round until the player has acknowledged the session summary.

    Raises:
        RealityCheckDue: with `due_at`, and `since`, from when on the interval counts.
    """
    due_ms = reality_check_due_ms(limits, context)
    if context.at_ms >= due_ms:
        since = rfc3339(due_ms - _interval_duration_ms(limits, context))
        raise RealityCheckDue(
            f"Nothing was staked. Time counts since {since}, over all log-ins and devices. Look at your session,"
            " acknowledge it, then play on or stop.",
            due_at=rfc3339(due_ms),
            since=since,
        )


def reality_check_due_ms(limits: Mapping[str, int], context: LimitContext) -> int:
    """Return the instant at which the next reality check is due.

    It counts from the last that was acknowledged, or from where the session or the play began: whichever comes first.
    The interval is the player's choice, and never longer than the jurisdiction's.
    """
    return max(min(context.counts_since_ms), context.reality_checked_ms or 0) + _interval_duration_ms(limits, context)


def _interval_duration_ms(limits: Mapping[str, int], context: LimitContext) -> int:
    jurisdiction_ms = context.jurisdiction.reality_check_interval_ms
    return min(limits.get(REALITY_CHECK.name, jurisdiction_ms), jurisdiction_ms)


RULE: Final = LimitRule(limits=(REALITY_CHECK,), at_bet=check)
