"""The profiles that the log announces, and the terms that bind by them."""

from datetime import datetime
from typing import Any

from audit.core.records import COMMON_FIELDS, parse_entry
from audit.queries.records import system_entries_of_type
from kernel.instants import to_epoch_ms
from responsible_gaming.core.exclusion_rules import ExclusionRules
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.profile import (
    PublishedTerms,
    has_same_terms,
    profile_in_force,
    profile_of,
    with_longer_waits,
    with_waits_of,
)


def announced_profiles() -> list[PublishedTerms]:
    """Return the profiles that the log announces, in its order."""
    records: list[Any] = [parse_entry(entry) for entry in system_entries_of_type("profile")]
    return [
        {name: value for name, value in record.items() if name != "ev" and name not in COMMON_FIELDS}
        for record in records
    ]


def exclusion_rules_in_force(rules: ExclusionRules, *, now: datetime) -> ExclusionRules:
    """Return the rules by which players exclude themselves now, as `terms_in_force` says."""
    profile = profile_in_force(announced_profiles(), at_ms=to_epoch_ms(now))
    return rules if profile is None else with_longer_waits(rules, profile)


def is_announced(jurisdiction: Jurisdiction) -> bool:
    """Return whether the newest profile has the terms of a jurisdiction."""
    announced = announced_profiles()
    return bool(announced) and has_same_terms(announced[-1], profile_of(jurisdiction, from_ms=0))


def terms_in_force(jurisdiction: Jurisdiction, *, now: datetime) -> Jurisdiction:
    """Return the jurisdiction by which limits and exclusions are changed now: a shorter wait that is announced waits."""
    return with_waits_of(jurisdiction, profile_in_force(announced_profiles(), at_ms=to_epoch_ms(now)))
