"""Session tokens. What is stored of one is a digest, which is the session's id (credentials/bearer_tokens.py)."""

from typing import Final
from uuid import UUID

from credentials.bearer_tokens import BearerTokens
from kernel.refusals import Refusal, RefusalKind
from kernel.serving import cached_by_cell

_TOKENS: Final = BearerTokens("players.session")


class NotAuthenticated(Refusal):
    """This needs a valid session."""

    code, kind = "not-authenticated", RefusalKind.UNAUTHENTICATED


def draw_session_token() -> str:
    """Return a new token. Whoever has it is the player until the session ends."""
    return _TOKENS.draw()


@cached_by_cell(4096)
def session_id_of(token: str) -> UUID:
    """Return the id of the session that a token stands for. The session may have ended, or never have begun.

    The results for recent tokens are cached, since what is signed stays so. Refusals are not.

    Raises:
        NotAuthenticated: not a token of ours.
    """
    try:
        return _TOKENS.row_id(token)
    except ValueError as error:
        raise NotAuthenticated("Nothing was done. Log in, and send the token as `Authorization: Bearer …`.") from error
