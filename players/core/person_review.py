"""Reviews of players who may be the holder of another account, or a person of the national list.

Source: docs/rules/persons.md, PM-14 to PM-16; regulation F21, F28.
"""

import enum

from kernel.refusals import Refusal, RefusalKind
from players.core.matching.birth_dates import BirthDates
from players.core.matching.likeness import Likeness
from players.core.matching.verdict import Evidence


class PersonReviewDecision(enum.StrEnum):
    """What two members of the staff found."""

    SAME = "same"
    """One person: the account is closed, and the exclusions of both bind whoever comes back as either."""
    DIFFERENT = "different"
    """Two persons: the player may play."""


class PersonReviewOpen(Refusal):
    """Whether this player is another one is not decided."""

    code, kind = "person-review-open", RefusalKind.CONFLICT


class PersonReviewNotFound(Refusal):
    """There is no such review."""

    code, kind = "person-review-not-found", RefusalKind.NOT_FOUND


class PersonReviewDecided(Refusal):
    """This review is decided already."""

    code, kind = "person-review-decided", RefusalKind.CONFLICT


def shared_in(evidence: Evidence) -> list[str]:
    """Return what two descriptions share, as words for the staff that say nothing of what it is."""
    names = {"given-name": evidence.names.given, "family-name": evidence.names.family}
    shared = [f"{name}-{likeness.name.lower()}" for name, likeness in names.items() if likeness is not Likeness.NONE]
    if evidence.born in {BirthDates.EQUAL, BirthDates.SLIP}:
        shared.append(f"birth-date-{evidence.born.value}")
    contacts = {"email": evidence.email, "phone": evidence.phone, "address": evidence.address}
    contacts["device"] = evidence.device
    return [*shared, *(name for name, is_shared in contacts.items() if is_shared)]
