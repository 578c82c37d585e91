"""Session tokens: a session's id under a signature, so that most of a check needs no database."""

from functools import cache, lru_cache
from uuid import UUID

from django.core.signing import BadSignature, Signer

from kernel.refusals import Refusal, RefusalKind


class NotAuthenticated(Refusal):
    """This needs a valid session."""

    code, kind = "not-authenticated", RefusalKind.UNAUTHENTICATED


def session_token(session_id: UUID) -> str:
    """Return the token that stands for a session. Whoever has it is the player until the session ends."""
    return _signer().sign(session_id.hex)


@lru_cache(maxsize=4096)
def session_id_of(token: str) -> UUID:
    """Return the session's id in a token with a valid signature. The session may have ended.

    A valid signature stays valid, so the results for recent tokens are cached. Refusals are not.

    Raises:
        NotAuthenticated: not a token of ours.
    """
    try:
        return UUID(hex=_signer().unsign(token))
    except (BadSignature, ValueError) as error:
        raise NotAuthenticated("Nothing was done. Log in, and send the token as `Authorization: Bearer …`.") from error


@cache
def _signer() -> Signer:
    return Signer(salt="players.session")
