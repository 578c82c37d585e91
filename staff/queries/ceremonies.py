"""Logins and enrolments in progress."""

from datetime import datetime
from uuid import UUID

from staff.ceremony_tokens import challenge_expired
from staff.models import Ceremony, CeremonyKind, Member


def ceremony_for_update(ceremony_id: UUID, kind: CeremonyKind, *, now: datetime) -> Ceremony:
    """Return a ceremony that is in progress, with its member's row locked until the transaction ends.

    Raises:
        ChallengeExpired: it has ended, or is of another kind.
    """
    # The member's row first, as everywhere: whoever begins a ceremony has locked it.
    member = Member.objects.for_update().filter(ceremony__id=ceremony_id).first()
    ceremony = Ceremony.objects.filter(id=ceremony_id, member=member, kind=kind, expires_at__gt=now).first()
    if member is None or ceremony is None:
        raise challenge_expired()
    ceremony.member = member
    return ceremony
