"""A cache: what a player's last step in this process left, so that the next step need not read it again.

A step may decide on a cached snapshot, because a stale one writes nothing:

- Whatever could tighten a decision bumps the version of the player's chain, and a step is written only if the version
  is still the one that it was decided on. If it is not, the step reads everything again.
- What changes with the clock is checked here and by the decision.
- What has no version (the rule sheet, the idempotency key) is checked by the statement that writes; the end of the
  session is checked here.
- A refusal is never answered from a cached snapshot.

If the process crashes, or another process takes the next step, the step reads everything once more.

Source: docs/adr/0012-remembered-standing.md.
"""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from audit.queries.switches import OffSwitch
from games.operations.open_round import OpenRound
from games.operations.seat import Seat
from games.queries.sheets import SheetRow

_MAX_SNAPSHOTS: Final = 4096
"""Some kilobytes each. The player who has gone longest without a step is dropped first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSnapshot:
    """All that a player's next step depends on, as of one version of the player's chain."""

    seat: Seat
    game: str
    """The game of the player's last deal."""
    rules: SheetRow | None
    """The current rule sheet of `game`; None if no game of that name is on offer."""
    off: tuple[OffSwitch, ...] = ()
    """The switches that were off. A remembered standing has none: the statement that takes the bet looks again."""
    last_deal_ms: int | None
    """When the newest round began; None if the jurisdiction sets no pace, or before the first round."""
    open_round: OpenRound | None = None
    """The open round, if this process dealt it."""


_snapshots: OrderedDict[UUID, PlayerSnapshot] = OrderedDict()


def cache_snapshot(session_id: UUID, snapshot: PlayerSnapshot) -> None:
    """Keep what a step of this session left."""
    _snapshots[session_id] = snapshot
    if len(_snapshots) > _MAX_SNAPSHOTS:
        _snapshots.popitem(last=False)


def pop_snapshot(session_id: UUID, *, now: datetime) -> PlayerSnapshot | None:
    """Take the snapshot of a session out of the cache, so that two requests never share it.

    Return None if there is none, if the session has expired, or if the windows of its limits have changed.
    """
    snapshot = _snapshots.pop(session_id, None)
    if snapshot is None:
        return None
    player = snapshot.seat.player
    if now >= player.session.expires_at:
        return None
    return snapshot if player.limit_snapshot.is_current_at(player.head.record_time_ms(now)) else None
