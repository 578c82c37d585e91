"""Set a mark in a game around a pot: vote for its end, be away, come back.

Source: docs/formats/tables.md, "Clock", rules 4 and 5.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from kernel.ids import ChainId
from responsible_gaming.core.jurisdiction import Jurisdiction
from tables.core.attendance import Mark
from tables.operations import play_turn
from tables.operations.play_turn import TakenTurn
from tables.operations.player_in_game import gather_player_in_game, require_may_play


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkRequest:
    """A player's mark."""

    session_id: UUID
    table: ChainId
    epoch: int
    """Of the game: so a request that comes late says nothing in another one."""
    mark: Mark


def mark_at_table(request: MarkRequest, *, jurisdiction: Jurisdiction, now: datetime) -> TakenTurn:
    """Set a mark for the player's seat. `now` is the database's clock. It needs no key: a mark that stands is refused.

    Anybody may be away. Whoever is protected from play neither votes nor comes back while that lasts.

    Raises:
        NotAuthenticated: the session has ended.
        SessionLocked, PlayerSuspended, AccountClosed, AccountDormant, NotVerified, OutdatedConsent, PlayerExcluded: for
            a vote and for coming back.
        Refusal: as `play_turn.mark` says.
    """
    player = gather_player_in_game(request.session_id, jurisdiction=jurisdiction, now=now)
    if request.mark is not Mark.AWAY:
        require_may_play(player, jurisdiction=jurisdiction, now=now)
    asked = play_turn.MarkRequest(
        table=request.table, chain=player.head.tip.chain, epoch=request.epoch, mark=request.mark
    )
    return play_turn.mark(asked, rules=jurisdiction.sessions, now=now)
