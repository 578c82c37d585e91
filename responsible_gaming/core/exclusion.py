"""Exclusions from the games: by the player, by the operator, or by a national list.

Each kind is stored by itself, and none ends another. A player may play when the last of them has ended.

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
"""A hundred years. A longer exclusion is one without an end."""
_NEVER_MS: Final = 2**62


class ExclusionKind(enum.StrEnum):
    """Who excluded a player, and how it ends."""

    TIME_OUT = "time-out"
    """By the player. It ends by itself."""
    SELF_EXCLUSION = "self-exclusion"
    """By the player. After its time, the player must ask to return, and a cooling-off must pass."""
    OPERATOR_EXCLUSION = "operator-exclusion"
    """By an operator. It ends at its end, or when an operator lifts it."""
    NATIONAL_EXCLUSION = "national-exclusion"
    """By a national list, for as long as the list names the person, and a day longer."""


OWN: Final = (ExclusionKind.TIME_OUT, ExclusionKind.SELF_EXCLUSION)
"""The kinds that players choose themselves."""


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
    """One exclusion of a player."""

    kind: ExclusionKind
    since_ms: int
    until_ms: int | None
    """The end that was set. None: none was."""
    returnable_ms: int | None = None
    """When the player may ask to return from a self-exclusion, no sooner than from one that it replaced. Else None."""
    lifted_ms: int | None
    """When the exclusion ends. None: not known yet.

    A time-out ends at its end, and a self-exclusion a cooling-off after the player asked to return. An operator's ends
    at its end or when it was lifted, and a national one a day after the list dropped the person.
    """

    def holds(self, now_ms: int) -> bool:
        """Return whether the exclusion is in force at an instant."""
        return self.lifted_ms is None or now_ms < self.lifted_ms


Exclusions = Mapping[ExclusionKind, Exclusion]
"""A player's newest exclusion of each kind, in force or not."""


def holding(exclusions: Exclusions, *, now_ms: int) -> list[Exclusion]:
    """Return the exclusions in force at an instant, in the order in which they began."""
    return sorted(
        (exclusion for exclusion in exclusions.values() if exclusion.holds(now_ms)),
        key=lambda exclusion: (exclusion.since_ms, exclusion.kind),
    )


def last_lifted_ms(exclusions: Iterable[Exclusion]) -> int | None:
    """Return the instant from which none of these exclusions (one or more) holds. None: an end is unknown."""
    ends = [exclusion.lifted_ms for exclusion in exclusions]
    known = [end for end in ends if end is not None]
    return max(known) if len(known) == len(ends) else None


def exclude_oneself(
    exclusions: Exclusions, kind: ExclusionKind, days: int | None, *, rules: ExclusionRules, now_ms: int
) -> Exclusion:
    """Return an exclusion from now on for `days`. None: a self-exclusion without an end.

    Raises:
        ExclusionOutOfRange: with `minimum` and, if there is one, `maximum` days, or with `terms`.
        ExclusionNotShortened: with the `until` of the player's stricter exclusion that is in force.
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
    """Return the self-exclusion with its end a cooling-off from now. Asking again changes nothing.

    Raises:
        NotExcluded: no self-exclusion is in force. The player cannot end another kind.
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
    """Return an operator's exclusion from now on for `days`, 1 to 36,525. None: until an operator lifts it.

    Raises:
        ExclusionNotShortened: with the `until` of a stricter one in force. Operators lift it, but do not shorten it.
    """
    assert days is None or 1 <= days <= DAYS_MOST
    wanted = _exclusion(ExclusionKind.OPERATOR_EXCLUSION, days, now_ms=now_ms)
    current = exclusions.get(ExclusionKind.OPERATOR_EXCLUSION)
    if current is not None and current.holds(now_ms):
        _require_not_shortened(current, wanted)
    return wanted


def lift_by_operator(exclusions: Exclusions, *, now_ms: int) -> Exclusion:
    """Return the operator's exclusion with its end now. The player's own and the national one stay in force.

    Raises:
        NotExcludedByOperator: with the `kinds` that are in force.
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
    """A person's entry in the national list, which ends at `until_ms`. None: it holds while the list has it."""

    until_ms: int | None


def national_exclusion_of(
    current: Exclusion | None, listing: Listing | None, *, rules: ExclusionRules, now_ms: int
) -> Exclusion | None:
    """Return the national exclusion by the list in force. None: there never was one.

    `listing` is None if the list does not name the person. The exclusion begins when the list is imported. It ends a
    day after the listing, and no sooner than a day after the import of the list that ended it. Another import of the
    same list changes nothing.
    """
    ends_ms = 0 if listing is None else _after(listing.until_ms, rules.cooling_off_ms)
    if current is None or not current.holds(now_ms):
        if listing is None or ends_ms <= now_ms:
            return current
        return Exclusion(
            kind=ExclusionKind.NATIONAL_EXCLUSION, since_ms=now_ms, until_ms=listing.until_ms, lifted_ms=_known(ends_ms)
        )
    # No sooner than the end that is known so far, or than a day from now if that is earlier.
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
    """Compare kinds, then ends. After a request to return, neither its kind nor a missing end makes one stricter."""
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
