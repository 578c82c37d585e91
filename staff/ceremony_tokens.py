"""Signed tokens that stand for a login or an enrolment in progress."""

from functools import cache
from uuid import UUID

from django.core.signing import BadSignature, Signer

from kernel.refusals import Refusal, RefusalKind


class ChallengeExpired(Refusal):
    """The challenge is not valid, or no longer."""

    code, kind = "challenge-expired", RefusalKind.UNAUTHENTICATED


def ceremony_token(ceremony_id: UUID) -> str:
    """Return the token of a ceremony. Its row alone, as in a copy of the database, lets nobody in."""
    return _signer().sign(ceremony_id.hex)


def ceremony_id_of(token: str) -> UUID:
    """Read the ceremony's id from a token that we signed. The ceremony may have ended.

    Raises:
        ChallengeExpired: not a token of ours.
    """
    try:
        return UUID(hex=_signer().unsign(token))
    except (BadSignature, ValueError) as error:
        raise challenge_expired() from error


def challenge_expired() -> ChallengeExpired:
    """Return the refusal of a challenge that is not valid."""
    return ChallengeExpired("Nothing was done. Begin again with the user name and the password.")


@cache
def _signer() -> Signer:
    return Signer(salt="staff.ceremony")
