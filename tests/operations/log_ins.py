"""Ada's log-ins, right and wrong, and what opens them again."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from audit.queries.events import events
from kernel.ids import ChainId
from players.operations.unlock import LoginUnlock, unlock_login
from tests.world import NOW, PASSWORD, proof

MINUTE = timedelta(minutes=1)
DEVICE = "a-device-of-adas-own"
NOBODY = ChainId(UUID(int=1))


def kinds(chain: ChainId | None = None) -> list[str]:
    """Return the kinds of significant events, oldest first."""
    return [event.kind for event in reversed(events(subject=chain, before=None, limit=100))]


def unlocks(
    *, password: str = PASSWORD, code: str | None = None, token: str | None = None, now: datetime = NOW
) -> None:
    unlock_login(LoginUnlock(username="Ada", proof=proof(password, code=code), token=token), now=now)
