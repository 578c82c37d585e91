"""What this process knows of a player since the player's last step, so that the next need not read it again.

Whatever can make a decision stricter moves the version of the player's chain, and a step is written only where the
version is still the one that was decided on; or it lies in the clock, which is looked at here and by the decision. So a step may decide on what is remembered: either that still holds, and
the step is written, or nothing is written and the step gathers anew. What has no version is looked at by the very
statement that writes (the rule sheet, the key) or here (the session's end). A refusal is never told from memory.

A crash, or another process that takes the next step, costs nothing but the reading.

Source: docs/adr/0012-remembered-standing.md.
"""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from audit.operations.append import Head
from audit.queries import EpochRow
from games.operations.waiting import WaitingRound
from games.queries import SheetRow
from players.queries import SessionRow
from responsible_gaming.protection import Protection
from wallet.queries.balances import BalanceRow

_PLAYERS_MOST: Final = 4096
"""Some kilobytes each; who was longest without a step is forgotten first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """All that a player's next step depends on, as of one version of the chain.

    `rules` is the current sheet of `game`, None where no game of that name is on offer; `last_deal_ms` is when the
    newest round began, None where the jurisdiction does not ask; `waiting` is the open round, where this process dealt
    it.
    """

    player: SessionRow
    head: Head
    money: BalanceRow
    epoch: EpochRow | None
    protection: Protection
    game: str
    rules: SheetRow | None
    last_deal_ms: int | None
    waiting: WaitingRound | None = None


_remembered: OrderedDict[UUID, Standing] = OrderedDict()


def remember(session_id: UUID, standing: Standing) -> None:
    """Keep how a player stands after a step."""
    _remembered[session_id] = standing
    if len(_remembered) > _PLAYERS_MOST:
        _remembered.popitem(last=False)


def recall(session_id: UUID, *, now: datetime) -> Standing | None:
    """Hand out what is remembered of a session, once: two requests never share it.

    Not what an instant has outlived: the session's end, or the day whose limits it is held against.
    """
    standing = _remembered.pop(session_id, None)
    if standing is None or now >= standing.player.expires_at:
        return None
    return standing if standing.protection.holds(standing.head.instant_ms(now)) else None
