"""Leaving the games for a while: time-outs, and self-exclusion, which no one can shorten.

Source: docs/rules/exclusion.md; regulation F28.
"""

import enum
from dataclasses import dataclass, replace
from typing import Final

from kernel.periods import rfc3339
from kernel.refusals import Kind as RefusalKind, Refusal

DAY_MS: Final = 24 * 60 * 60 * 1000
TIME_OUT_DAYS: Final = (1, 42)
"""24 hours to six weeks."""
SELF_EXCLUSION_DAYS_MIN: Final = 184
"""Six months, whichever they are."""
_DAYS_MOST: Final = 36_525
_COOLING_MS: Final = DAY_MS


class Kind(enum.StrEnum):
    """How somebody stays away."""

    TIME_OUT = "time-out"
    """Ends by itself."""
    SELF_EXCLUSION = "self-exclusion"
    """Ends only when the player asks for it after its time, and a day has passed."""


class ExclusionOutOfRange(Refusal):
    """This kind of exclusion does not last so long."""

    code, kind = "exclusion-out-of-range", RefusalKind.INVALID


class ExclusionNotShortened(Refusal):
    """An exclusion cannot be shortened."""

    code, kind = "exclusion-not-shortened", RefusalKind.CONFLICT


class NotExcluded(Refusal):
    """There is no self-exclusion to return from."""

    code, kind = "not-excluded", RefusalKind.CONFLICT


class ExclusionStillRuns(Refusal):
    """The time of the self-exclusion is not over."""

    code, kind = "exclusion-still-runs", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusion:
    """An exclusion since one instant (ms) until another, None for an indefinite one.

    `returnable_ms` is when the player may ask to return from a self-exclusion: never before any that it replaced.
    `lifted_ms` is when it ends: for a time-out its end, for a self-exclusion a day after the player asked to return,
    None before that.
    """

    kind: Kind
    since_ms: int
    until_ms: int | None
    returnable_ms: int
    lifted_ms: int | None

    def holds(self, now_ms: int) -> bool:
        """Say whether the player may not play at an instant."""
        return self.lifted_ms is None or now_ms < self.lifted_ms


def exclude(current: Exclusion | None, kind: Kind, days: int | None, *, now_ms: int) -> Exclusion:
    """Exclude from now on for a number of days, None for a self-exclusion without end.

    Raises:
        ExclusionOutOfRange: with `minimum` and, where there is one, `maximum` days.
        ExclusionNotShortened: with `until`, of one that holds and is stricter.
    """
    _require_range(kind, days)
    until_ms = None if days is None else now_ms + days * DAY_MS
    wanted = Exclusion(
        kind=kind,
        since_ms=now_ms,
        until_ms=until_ms,
        returnable_ms=now_ms + (SELF_EXCLUSION_DAYS_MIN if days is None else days) * DAY_MS,
        lifted_ms=until_ms if kind is Kind.TIME_OUT else None,
    )
    if current is None or not current.holds(now_ms):
        return wanted
    if _is_stricter(current, wanted):
        until = None if current.until_ms is None else rfc3339(current.until_ms)
        raise ExclusionNotShortened("Nothing was changed. The exclusion that holds is the stricter one.", until=until)
    return replace(wanted, returnable_ms=max(current.returnable_ms, wanted.returnable_ms))


def ask_return(current: Exclusion | None, *, now_ms: int) -> Exclusion:
    """End a self-exclusion whose time is over: a day from now. Asking again changes nothing.

    Raises:
        NotExcluded: there is none, or a time-out, which ends by itself.
        ExclusionStillRuns: with `returnable_from`.
    """
    if current is None or current.kind is Kind.TIME_OUT or not current.holds(now_ms):
        raise NotExcluded("Nothing was changed.")
    if now_ms < current.returnable_ms:
        raise ExclusionStillRuns("Nothing was changed.", returnable_from=rfc3339(current.returnable_ms))
    return current if current.lifted_ms is not None else replace(current, lifted_ms=now_ms + _COOLING_MS)


def _require_range(kind: Kind, days: int | None) -> None:
    if kind is Kind.TIME_OUT:
        low, high = TIME_OUT_DAYS
        if days is None or not low <= days <= high:
            raise ExclusionOutOfRange(
                f"Nothing was changed. A time-out is {low} to {high} days.", minimum=low, maximum=high
            )
    elif days is not None and not SELF_EXCLUSION_DAYS_MIN <= days <= _DAYS_MOST:
        raise ExclusionOutOfRange(
            f"Nothing was changed. A self-exclusion is {SELF_EXCLUSION_DAYS_MIN} days or more.",
            minimum=SELF_EXCLUSION_DAYS_MIN,
        )


def _is_stricter(current: Exclusion, wanted: Exclusion) -> bool:
    """Compare how one ends first, and then when; one that was asked to end is no longer the stricter."""
    if current.kind is not wanted.kind:
        return current.kind is Kind.SELF_EXCLUSION and current.lifted_ms is None
    if current.until_ms is None or wanted.until_ms is None:
        return current.until_ms is None and wanted.until_ms is not None and current.lifted_ms is None
    return current.until_ms > wanted.until_ms
