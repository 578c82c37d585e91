"""Announce the jurisdiction's terms of protection in the log, where the newest profile has others.

Source: docs/formats/protection.md, "Profiles"; docs/jurisdictions.md; regulation F53.
"""

from datetime import datetime

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from audit.operations.write_system_record import lock_system_chain, write_system_record
from audit.queries.chains import system_head_for_update
from kernel.instants import to_epoch_ms
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.profile import (
    NOTICE_DURATION_MS,
    PublishedTerms,
    has_same_terms,
    profile_in_force,
    profile_of,
    with_waits_of,
)
from responsible_gaming.queries.profiles import announced_profiles
from staff.core.approval import Approval


def publish_profile(jurisdiction: Jurisdiction, *, now: datetime, by: Approval | None = None) -> int:
    """Announce a jurisdiction's terms, and return how many profiles that took: none where the newest one has them.

    They hold at once, but for waits that are shorter than those in force. These hold 7 days later, and until then a
    profile of its own has everything else with the longer waits. `by` is who authorised it, None where nobody has to:
    `approvals/operations/publish_release.py` knows.
    """
    with transaction.atomic():
        lock_system_chain()
        head = system_head_for_update()
        at_ms = to_epoch_ms(now) if head is None else head.record_time_ms(now)
        announced = announced_profiles()
        if announced and has_same_terms(announced[-1], profile_of(jurisdiction, from_ms=at_ms)):
            return 0
        fresh = _due(jurisdiction, announced, at_ms=at_ms)
        before = {"profile": dict(announced[-1])} if announced else {}
        after = {"profiles": [dict(profile) for profile in fresh]}
        actor, reason = ("platform", "") if by is None else (by.staff_actor, by.reason)
        event = NewEvent(kind="limits-profile-published", actor=actor, reason=reason, before=before, after=after)
        ev = save_event(event, now=now)
        for profile in fresh:
            write_system_record("profile", {**profile, "ev": ev}, signed_by="rounds", now=now)
    return len(fresh)


def _due(jurisdiction: Jurisdiction, announced: list[PublishedTerms], *, at_ms: int) -> list[PublishedTerms]:
    in_force = profile_in_force(announced, at_ms=at_ms)
    at_once = profile_of(with_waits_of(jurisdiction, in_force), from_ms=at_ms)
    wanted = profile_of(jurisdiction, from_ms=at_ms)
    if has_same_terms(at_once, wanted):
        return [wanted]
    later = profile_of(jurisdiction, from_ms=at_ms + NOTICE_DURATION_MS)
    return [later] if in_force is not None and has_same_terms(at_once, in_force) else [at_once, later]
