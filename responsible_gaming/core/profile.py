"""The terms of protection as the log publishes them, and which waits bind while shorter ones are only announced.

Source: docs/formats/protection.md, "Profiles".
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from audit.core.player_key_changes import KEY_WAIT_MS
from responsible_gaming.core.exclusion_rules import ExclusionRules
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.limit_setting import CONFIRMABLE_DURATION_MS

NOTICE_DURATION_MS: Final = 7 * 24 * 60 * 60 * 1000
"""So long before it holds, a shorter wait is announced."""

PublishedTerms = Mapping[str, Any]
"""The fields of a `profile` record, `ev` and the common ones left out."""


def profile_of(jurisdiction: Jurisdiction, *, from_ms: int) -> PublishedTerms:
    """Return the profile that says a jurisdiction's terms, in force from an instant on."""
    exclusions, floor = jurisdiction.exclusions, Fraction(jurisdiction.rtp_min)
    return {
        "name": jurisdiction.name,
        "ver": jurisdiction.version,
        "from": from_ms,
        "windows": jurisdiction.window_kind.value,
        "zone": jurisdiction.zone,
        "loosen_ms": jurisdiction.loosening_delay_ms,
        "loosen_after_period": jurisdiction.loosening_after_period,
        "stake_loosen_ms": jurisdiction.bet_limit_delay_ms,
        "confirm_ms": CONFIRMABLE_DURATION_MS,
        "timeout_days": [exclusions.time_out_days_min, exclusions.time_out_days_max],
        "exclude_days_min": exclusions.self_exclusion_days_min,
        "exclude_terms": list(exclusions.self_exclusion_terms_days),
        "cool_ms": exclusions.cooling_off_ms,
        "cool_open_ms": exclusions.indefinite_cooling_off_ms,
        "key_wait_ms": KEY_WAIT_MS,
        "payout_floor": [floor.numerator, floor.denominator],
        "play_money": jurisdiction.play_money,
    }


def has_same_terms(one: PublishedTerms, other: PublishedTerms) -> bool:
    """Return whether two profiles differ in nothing but the instant from which they hold."""
    return {**one, "from": 0} == {**other, "from": 0}


def profile_in_force(announced: list[PublishedTerms], *, at_ms: int) -> PublishedTerms | None:
    """Return the profile that holds at an instant: of those that hold by then the one announced last."""
    begun = [profile for profile in announced if profile["from"] <= at_ms]
    first = announced[0] if announced else None
    return begun[-1] if begun else first


def with_waits_of(jurisdiction: Jurisdiction, profile: PublishedTerms | None) -> Jurisdiction:
    """Return the jurisdiction with no wait shorter than in a profile: the one in force, while another is announced."""
    if profile is None:
        return jurisdiction
    return replace(
        jurisdiction,
        loosening_delay_ms=max(jurisdiction.loosening_delay_ms, profile["loosen_ms"]),
        loosening_after_period=jurisdiction.loosening_after_period or profile["loosen_after_period"],
        bet_limit_delay_ms=max(jurisdiction.bet_limit_delay_ms, profile["stake_loosen_ms"]),
        exclusions=with_longer_waits(jurisdiction.exclusions, profile),
    )


def with_longer_waits(rules: ExclusionRules, profile: PublishedTerms) -> ExclusionRules:
    """Return rules of exclusions with no wait shorter than in a profile."""
    time_out_days_min = max(rules.time_out_days_min, profile["timeout_days"][0])
    days_min = max(rules.self_exclusion_days_min, profile["exclude_days_min"])
    terms = tuple(days for days in rules.self_exclusion_terms_days if days >= days_min)
    return ExclusionRules(
        time_out_days_min=time_out_days_min,
        time_out_days_max=max(time_out_days_min, rules.time_out_days_max),
        self_exclusion_days_min=min(terms, default=days_min),
        self_exclusion_terms_days=terms,
        cooling_off_ms=max(rules.cooling_off_ms, profile["cool_ms"]),
        indefinite_cooling_off_ms=max(rules.indefinite_cooling_off_ms, profile["cool_open_ms"]),
    )
