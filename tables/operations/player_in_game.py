"""Whether a player may go on playing a game around a pot. Whoever may not is played for by the defaults.

Source: docs/formats/tables.md, "Clock" and "Limits".
"""

from datetime import datetime
from uuid import UUID

from kernel.instants import to_epoch_ms
from players.core.eligibility import require_eligible
from players.core.session_state import require_unlocked
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.excluded import require_not_excluded
from responsible_gaming.core.limits.windows import window_starts_at
from responsible_gaming.player_in_session import PlayerInSession, gather_player


def gather_player_in_game(session_id: UUID, *, jurisdiction: Jurisdiction, now: datetime) -> PlayerInSession:
    """Read the player of a session.

    Raises:
        NotAuthenticated: the session has ended.
    """
    window_starts = window_starts_at(to_epoch_ms(now), jurisdiction.window_rule)
    player, _ = gather_player(session_id, window_starts, now=now)
    return player


def require_may_play(player: PlayerInSession, *, jurisdiction: Jurisdiction, now: datetime) -> None:
    """Refuse a player whom something protects from play. Its game is finished by the defaults, and its chips come back.

    Raises:
        SessionLocked: it needs the PIN.
        PlayerSuspended, AccountClosed, AccountDormant, NotVerified, OutdatedConsent: by the account.
        PlayerExcluded: by an exclusion in force.
    """
    session = player.session
    require_unlocked(session.active_at, now=now, rules=jurisdiction.sessions)
    require_eligible(
        status=session.status, verification=session.verification, consents=session.consents, rules=jurisdiction.accounts
    )
    require_not_excluded(player.limit_snapshot.limits.in_force(player.head.record_time_ms(now)))
