"""Begin a login or an enrolment that needs another step."""

from datetime import datetime, timedelta
from typing import Final

from credentials.passkeys import draw_challenge
from staff.ceremony_tokens import ceremony_id_of, draw_ceremony_token
from staff.models import Ceremony, CeremonyKind, Member

_LENGTHS: Final = {
    CeremonyKind.SESSION: timedelta(minutes=5),
    CeremonyKind.ENROLMENT: timedelta(minutes=5),
    CeremonyKind.ENROLLING: timedelta(minutes=15),
    CeremonyKind.PRESENCE: timedelta(minutes=5),
}


def begin_ceremony(member: Member, kind: CeremonyKind, *, now: datetime) -> tuple[str, Ceremony]:
    """Begin a ceremony in place of the member's last one of this kind, and return its token with it.

    The caller has locked the member's row.
    """
    Ceremony.objects.filter(member=member, kind=kind).delete()
    token = draw_ceremony_token()
    ceremony = Ceremony.objects.create(
        id=ceremony_id_of(token), member=member, kind=kind, challenge=draw_challenge(), expires_at=now + _LENGTHS[kind]
    )
    return token, ceremony
