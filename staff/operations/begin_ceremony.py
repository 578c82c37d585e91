"""Begin a login or an enrolment that needs another step."""

from datetime import datetime, timedelta
from typing import Final
from uuid import uuid4

from credentials.passkeys import draw_challenge
from staff.models import Ceremony, CeremonyKind, Member

_LENGTHS: Final = {
    CeremonyKind.SESSION: timedelta(minutes=5),
    CeremonyKind.ENROLMENT: timedelta(minutes=5),
    CeremonyKind.ENROLLING: timedelta(minutes=15),
}


def begin_ceremony(member: Member, kind: CeremonyKind, *, now: datetime) -> Ceremony:
    """Begin a ceremony in place of the member's last one of this kind. The caller has locked the member's row."""
    Ceremony.objects.filter(member=member, kind=kind).delete()
    return Ceremony.objects.create(
        id=uuid4(), member=member, kind=kind, challenge=draw_challenge(), expires_at=now + _LENGTHS[kind]
    )
