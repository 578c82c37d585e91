"""A player's logins and sessions, as the player may see them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from kernel.ids import ChainId
from players.core.session_state import EndReason
from players.models import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """The beginning of a session."""

    began_at: datetime
    address: str
    """The IP address; empty where it is not known."""
    device_label: str
    """What the device calls itself; empty where it does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionView:
    """A session of a player."""

    id: UUID
    reference: bytes
    """What the log calls it: the `sess` of its stakes."""
    login: Login
    active_at: datetime
    expires_at: datetime
    ended_at: datetime | None
    """None while it is open."""
    end_reason: str | None
    """None while it is open."""


def last_login(chain: ChainId, *, before: datetime | None) -> Login | None:
    """Return a player's newest login, or the newest one before an instant."""
    rows = Session.objects.filter(player_id=chain)
    if before is not None:
        rows = rows.filter(created_at__lt=before)
    newest = rows.select_related("device").order_by("-created_at").first()
    return None if newest is None else _login(newest)


def sessions(
    chain: ChainId,
    *,
    before: UUID | None,
    now: datetime,
    limit: int,
    start: datetime | None = None,
    end: datetime | None = None,
) -> list[SessionView]:
    """Return up to `limit` of a player's sessions, newest first, before the one of this id (None: from the newest).

    They began in [start, end); None does not bound.
    """
    rows = newest_first(chain, before=before)
    if start is not None:
        rows = rows.filter(created_at__gte=start)
    if end is not None:
        rows = rows.filter(created_at__lt=end)
    return [_view(row, now) for row in rows.select_related("device")[:limit]]


def newest_first(chain: ChainId, *, before: UUID | None) -> QuerySet[Session]:
    """Return a player's sessions, newest first, before the one of this id (None: from the newest).

    An id that is none of this player's has nothing before it.
    """
    rows = Session.objects.filter(player_id=chain)
    if before is not None:
        began_at = rows.filter(id=before).values("created_at")[:1]
        rows = rows.filter(Q(created_at__lt=began_at) | Q(created_at=began_at, id__lt=before))
    return rows.order_by("-created_at", "-id")


def _view(row: Session, now: datetime) -> SessionView:
    expired = row.expires_at <= now
    return SessionView(
        id=row.id,
        reference=bytes(row.reference),
        login=_login(row),
        active_at=row.active_at,
        expires_at=row.expires_at,
        ended_at=row.revoked_at or (row.expires_at if expired else None),
        end_reason=row.end_reason or (EndReason.EXPIRED.value if expired else None),
    )


def _login(row: Session) -> Login:
    label = "" if row.device is None else row.device.label
    return Login(began_at=row.created_at, address=row.address, device_label=label)
