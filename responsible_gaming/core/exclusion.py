"""Leaving the games for a while: by oneself, by the operator's decision, by a national list.

Each kind is held apart, and none ends another: a player may play when the last of them has ended.

Source: docs/rules/exclusion.md; regulation F28.
"""

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from kernel.instants import rfc3339
from kernel.refusals import Refusal, RefusalKind
from responsible_gaming.core.exclusion_rules import ExclusionRules

DAY_MS: Final = 24 * 60 * 60 * 1000
DAYS_MOST: Final = 36_525
"""A hundred years: who wants more leaves without an end."""
_NEVER_MS: Final = 2**62


class ExclusionKind(enum.StrEnum):
    """How somebody stays away."""

    TIME_OUT = "time-out"
    """By the player's own word. Ends by itself."""
    SELF_EXCLUSION = "self-exclusion"
    """By the player's own word. Ends only when the player asks for it after its time, and a while has passed."""
    OPERATOR_EXCLUSION = "operator-exclusion"
    """By the staff, until an operator lifts it or its end has come."""
    NATIONAL_EXCLUSION = "national-exclusion"
    """By a national list, for as long as it names the person, and a day."""


OWN: Final = (ExclusionKind.TIME_OUT, ExclusionKind.SELF_EXCLUSION)
"""What players lay upon themselves."""


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


class NotExcludedByOperator(Refusal):
    """There is no exclusion that an operator may lift."""

    code, kind = "not-excluded-by-operator", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusion:
    """An exclusion since one instant (ms) until another, None for one whose end nobody knows.

    `returnable_ms` is when the player may ask to return from a self-exclusion, never before any that it replaced;
    None for other kinds. `lifted_ms` is when it ends: for a time-out its end, for a self-exclusion a while after the
    player asked to return, for an operator's its end or when it was lifted, for a national one a day after the list
    has let the person go. None until that is known.
    """

    kind: ExclusionKind
    since_ms: int
    until_ms: int | None
    returnable_ms: int | None = None
    lifted_ms: int | None

    def holds(self, now_ms: int) -> bool:
        """Say whether the player may not play at an instant."""
        return self.lifted_ms is None or now_ms < self.lifted_ms


Exclusions = Mapping[ExclusionKind, Exclusion]
"""A player's newest exclusion of each kind, whether it holds or not."""


def holding(exclusions: Exclusions, *, now_ms: int) -> list[Exclusion]:
    """Return the exclusions that hold at an instant, the first to begin first."""
    return sorted(
        (exclusion for exclusion in exclusions.values() if exclusion.holds(now_ms)),
        key=lambda exclusion: (exclusion.since_ms, exclusion.kind),
    )


def last_lifted_ms(exclusions: Iterable[Exclusion]) -> int | None:
    """Return the instant from which none of these, at least one, holds; None where no end is known."""
    ends = [exclusion.lifted_ms for exclusion in exclusions]
    known = [end for end in ends if end is not None]
    return max(known) if len(known) == len(ends) else None


def exclude_oneself(
    exclusions: Exclusions, kind: ExclusionKind, days: int | None, *, rules: ExclusionRules, now_ms: int
) -> Exclusion:
    """Exclude from now on for a number of days, None for a self-exclusion without end.

    Raises:
        ExclusionOutOfRange: with `minimum` and, where there is one, `maximum` days, or with `terms`.
        ExclusionNotShortened: with `until`, of one's own that holds and is stricter.
    """
    assert kind in OWN, "the others are not the player's to lay down"
    _require_range(kind, days, rules)
    wanted = _exclusion(kind, days, now_ms=now_ms)
    if kind is ExclusionKind.SELF_EXCLUSION:
        least_ms = now_ms + (rules.self_exclusion_days_min if days is None else days) * DAY_MS
        wanted = replace(wanted, returnable_ms=least_ms, lifted_ms=None)
    for current in (exclusions[own_kind] for own_kind in OWN if own_kind in exclusions):
        if not current.holds(now_ms):
            continue
        _require_not_shortened(current, wanted)
        if current.kind is kind and current.returnable_ms is not None and wanted.returnable_ms is not None:
            wanted = replace(wanted, returnable_ms=max(current.returnable_ms, wanted.returnable_ms))
    return wanted


def ask_return(exclusions: Exclusions, *, rules: ExclusionRules, now_ms: int) -> Exclusion:
    """End a self-exclusion whose time is over, a while from now. Asking again changes nothing.

    Raises:
        NotExcluded: there is none, or another kind, which does not end by the player's word.
        ExclusionStillRuns: with `returnable_from`.
    """
    current = exclusions.get(ExclusionKind.SELF_EXCLUSION)
    if current is None or not current.holds(now_ms):
        raise NotExcluded("Nothing was changed. Other exclusions do not end by your word.")
    assert current.returnable_ms is not None, "a self-exclusion can be left one day"
    if now_ms < current.returnable_ms:
        raise ExclusionStillRuns("Nothing was changed.", returnable_from=rfc3339(current.returnable_ms))
    cooling_off_ms = rules.indefinite_cooling_off_ms if current.until_ms is None else rules.cooling_off_ms
    return current if current.lifted_ms is not None else replace(current, lifted_ms=now_ms + cooling_off_ms)


def exclude_by_operator(exclusions: Exclusions, days: int | None, *, now_ms: int) -> Exclusion:
    """Exclude from now on for a number of days, 1 to 36,525; None until an operator lifts it.

    Raises:
        ExclusionNotShortened: with `until`, of an operator's that holds and is stricter: that is lifted, not shortened.
    """
    assert days is None or 1 <= days <= DAYS_MOST
    wanted = _exclusion(ExclusionKind.OPERATOR_EXCLUSION, days, now_ms=now_ms)
    current = exclusions.get(ExclusionKind.OPERATOR_EXCLUSION)
    if current is not None and current.holds(now_ms):
        _require_not_shortened(current, wanted)
    return wanted


def lift_by_operator(exclusions: Exclusions, *, now_ms: int) -> Exclusion:
    """End what an operator laid down, now. What the player or the national list did, holds on.

    Raises:
        NotExcludedByOperator: with the `kinds` that hold.
    """
    current = exclusions.get(ExclusionKind.OPERATOR_EXCLUSION)
    if current is None or not current.holds(now_ms):
        raise NotExcludedByOperator(
            "Nothing was changed. Players end their own exclusion, and the national list its own.",
            kinds=[exclusion.kind.value for exclusion in holding(exclusions, now_ms=now_ms)],
        )
    return replace(current, lifted_ms=now_ms)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """That the national list names somebody, until an instant (ms), None for as long as it does."""

    until_ms: int | None


def national_exclusion_of(
    current: Exclusion | None, listing: Listing | None, *, rules: ExclusionRules, now_ms: int
) -> Exclusion | None:
    """Return the national exclusion as the list now has it (None: does not name the person); None for none at all.

    It holds from the moment the list is known here. It ends a day after the listing does, and never sooner than a day
    after the list that ended it is known here. Following the same list again changes nothing.
    """
    ends_ms = 0 if listing is None else _after(listing.until_ms, rules.cooling_off_ms)
    if current is None or not current.holds(now_ms):
        if listing is None or ends_ms <= now_ms:
            return current
        return Exclusion(
            kind=ExclusionKind.NATIONAL_EXCLUSION, since_ms=now_ms, until_ms=listing.until_ms, lifted_ms=_known(ends_ms)
        )
    # Never sooner than what was promised already, unless that is more than a day away: the list decides that.
    least_ms = min(_after(current.lifted_ms, 0), now_ms + rules.cooling_off_ms)
    until_ms = current.until_ms if listing is None else listing.until_ms
    return replace(current, until_ms=until_ms, lifted_ms=_known(max(ends_ms, least_ms)))


def _exclusion(kind: ExclusionKind, days: int | None, *, now_ms: int) -> Exclusion:
    until_ms = None if days is None else now_ms + days * DAY_MS
    return Exclusion(kind=kind, since_ms=now_ms, until_ms=until_ms, lifted_ms=until_ms)


def _require_range(kind: ExclusionKind, days: int | None, rules: ExclusionRules) -> None:
    if kind is ExclusionKind.TIME_OUT:
        low, high = rules.time_out_days_min, rules.time_out_days_max
        if days is None or not low <= days <= high:
            raise ExclusionOutOfRange(
                f"Nothing was changed. A time-out is {low} to {high} days.", minimum=low, maximum=high
            )
        return
    terms, least = rules.self_exclusion_terms_days, rules.self_exclusion_days_min
    if days is None or (days in terms if terms else least <= days <= DAYS_MOST):
        return
    if terms:
        raise ExclusionOutOfRange(
            f"Nothing was changed. A self-exclusion is {' or '.join(map(str, terms))} days.", terms=list(terms)
        )
    raise ExclusionOutOfRange(f"Nothing was changed. A self-exclusion is {least} days or more.", minimum=least)


def _require_not_shortened(current: Exclusion, wanted: Exclusion) -> None:
    if _is_stricter(current, wanted):
        until = None if current.until_ms is None else rfc3339(current.until_ms)
        raise ExclusionNotShortened("Nothing was changed. The exclusion that holds is the stricter one.", until=until)


def _is_stricter(current: Exclusion, wanted: Exclusion) -> bool:
    """Compare how one ends first, and then when; a self-exclusion that was asked to end is no longer the stricter."""
    asked_to_end = current.kind is ExclusionKind.SELF_EXCLUSION and current.lifted_ms is not None
    if current.kind is not wanted.kind:
        return current.kind is ExclusionKind.SELF_EXCLUSION and not asked_to_end
    if current.until_ms is None or wanted.until_ms is None:
        return current.until_ms is None and wanted.until_ms is not None and not asked_to_end
    return current.until_ms > wanted.until_ms


def _after(instant_ms: int | None, delay_ms: int) -> int:
    return _NEVER_MS if instant_ms is None else instant_ms + delay_ms


def _known(instant_ms: int) -> int | None:
    return None if instant_ms == _NEVER_MS else instant_ms
