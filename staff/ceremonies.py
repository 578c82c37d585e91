"""Log-ins and enrolments under way: a row each, and a signed token that stands for it."""

from datetime import datetime, timedelta
from functools import cache
from typing import Final
from uuid import UUID, uuid4

from django.core.signing import BadSignature, Signer

from kernel.refusals import Refusal, RefusalKind
from staff.factors.passkeys import new_challenge
from staff.models import Ceremony, CeremonyKind, Member

_LENGTHS: Final = {
    CeremonyKind.SESSION: timedelta(minutes=5),
    CeremonyKind.ENROLMENT: timedelta(minutes=5),
    CeremonyKind.ENROLLING: timedelta(minutes=15),
}


class ChallengeExpired(Refusal):
    """The challenge does not hold, or no longer."""

    code, kind = "challenge-expired", RefusalKind.UNAUTHENTICATED


def token_of(ceremony: Ceremony) -> str:
    """Return what stands for a ceremony outside. The row alone, as in a copy of the database, does not let anybody in."""
    return _signer().sign(ceremony.id.hex)


def ceremony_of(token: str) -> UUID:
    """Read the id out of a token of ours; the ceremony may be over.

    Raises:
        ChallengeExpired: not a token of ours.
    """
    try:
        return UUID(hex=_signer().unsign(token))
    except (BadSignature, ValueError) as error:
        raise _over() from error


def begin(member: Member, kind: CeremonyKind, *, now: datetime) -> Ceremony:
    """Begin a ceremony in place of the member's last one of this kind. The member's row is held."""
    Ceremony.objects.filter(member=member, kind=kind).delete()
    return Ceremony.objects.create(
        id=uuid4(), member=member, kind=kind, challenge=new_challenge(), expires_at=now + _LENGTHS[kind]
    )


def held(ceremony_id: UUID, kind: CeremonyKind, *, now: datetime) -> Ceremony:
    """Return a ceremony that is not over, with its member's row held until the transaction ends.

    Raises:
        ChallengeExpired: it is over, was done, or is of another kind.
    """
    # The member's row first, as everywhere: whoever begins a ceremony has it.
    member = Member.objects.held().filter(ceremony__id=ceremony_id).first()
    found = Ceremony.objects.filter(id=ceremony_id, member=member, kind=kind, expires_at__gt=now).first()
    if member is None or found is None:
        raise _over()
    found.member = member
    return found


def _over() -> ChallengeExpired:
    return ChallengeExpired("Nothing was done. Begin again with the user name and the password.")


@cache
def _signer() -> Signer:
    return Signer(salt="staff.ceremony")
