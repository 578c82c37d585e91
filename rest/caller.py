"""The caller of a request, as authentication identified it."""

from dataclasses import dataclass
from uuid import UUID

from rest_framework.request import Request

from kernel.ids import ChainId
from kernel.serving import served_cell


@dataclass(frozen=True, slots=True)
class PlayerIdentity:
    """A player whose session is in force."""

    chain: ChainId
    session_id: UUID
    is_authenticated: bool = True


@dataclass(frozen=True, slots=True)
class SignedSession:
    """The bearer of a token that we signed. The step's own SQL statement checks that the session is in force."""

    session_id: UUID
    is_authenticated: bool = True


def account_of(request: Request) -> str | None:
    """Return a text that tells the caller's account, a player's or a staff member's, from all others; None for none."""
    caller: object = request.user
    if isinstance(caller, PlayerIdentity):
        return f"player:{caller.chain.hex}"
    number = getattr(caller, "pk", None)
    return None if number is None else f"staff{served_cell().suffix}:{number}"


def actor_of(request: Request) -> str:
    """Return the member of the staff who asks, as significant events name one; for views with the staff's tokens."""
    return f"operator:{request.user.get_username()}"


def chain_of(request: Request) -> ChainId:
    """Return the calling player's chain; for views that `IsPlayer` guards."""
    caller: object = request.user
    assert isinstance(caller, PlayerIdentity), "IsPlayer let somebody else pass"
    return caller.chain


def session_of(request: Request) -> UUID:
    """Return the calling player's session; for views with players' tokens."""
    caller: object = request.user
    assert isinstance(caller, PlayerIdentity | SignedSession), "IsAuthenticated let somebody else pass"
    return caller.session_id
