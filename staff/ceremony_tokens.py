"""Tokens that stand for a login or an enrolment in progress. Stored is a digest, which is the ceremony's id."""

from typing import Final
from uuid import UUID

from credentials.bearer_tokens import BearerTokens
from kernel.refusals import Refusal, RefusalKind

_TOKENS: Final = BearerTokens("staff.ceremony")


class ChallengeExpired(Refusal):
    """The challenge is not valid, or no longer."""

    code, kind = "challenge-expired", RefusalKind.UNAUTHENTICATED


def draw_ceremony_token() -> str:
    """Return a new token."""
    return _TOKENS.draw()


def ceremony_id_of(token: str) -> UUID:
    """Return the id of the ceremony that a token stands for. The ceremony may have ended.

    Raises:
        ChallengeExpired: not a token of ours.
    """
    try:
        return _TOKENS.row_id(token)
    except ValueError as error:
        raise challenge_expired() from error


def challenge_expired() -> ChallengeExpired:
    """Return the refusal of a challenge that is not valid."""
    return ChallengeExpired("Nothing was done. Begin again with the user name and the password.")
