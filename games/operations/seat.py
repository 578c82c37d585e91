"""A seat: what one player at a table needs to bet, as of one version of the player's chain.

A round of one player has one seat, `SOLO_SEAT`. Whoever deals to several players holds several of these values.

Source: docs/adr/0023-a-seat-as-a-value.md.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from audit.chain_head import Head
from audit.core.player_signatures import PlayerKey, PlayerSignature
from audit.queries.epochs import EPOCH_SOURCE, EpochRow
from audit.queries.player_keys import player_key_source
from games.core.family import Bet
from kernel.cte import GatheredRow, TypedCte
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.excluded import require_raise_while_not_excluded
from responsible_gaming.core.limits.in_force import require_bet_allowed, require_raise_allowed
from responsible_gaming.core.limits.wager import Wager
from responsible_gaming.core.limits.windows import WindowStarts
from responsible_gaming.player_in_session import PlayerInSession, gather_player
from wallet.core.ledger import Balance

SOLO_SEAT: Final = 0
"""The seat of a player who plays alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A player in a session, at a place of a table."""

    number: int
    """The place, from 0: by it the rules deal cards, take decisions and give results."""
    player: PlayerInSession
    """Session, chain head, money, limits."""
    epoch: EpochRow | None
    """The open epoch of the player's chain, which a solo round is dealt from; None before the first."""
    key: PlayerKey | None = None
    """The key that the request is signed by, if the chain has it and it has not ended."""

    def require_bet_allowed(
        self, bet: Bet, *, jurisdiction: Jurisdiction, at_ms: int, last_deal_ms: int | None
    ) -> None:
        """Refuse a bet that the player's limits forbid at an instant (ms).

        `last_deal_ms` is when the player's newest round began, None where the jurisdiction sets no pace.

        Raises:
            LimitExceeded, OutdatedLimits: a limit forbids the bet.
        """
        limit_context = self.player.limit_context(at_ms=at_ms, jurisdiction=jurisdiction, last_deal_ms=last_deal_ms)
        wager = Wager(stake_minor=bet.stake_minor, side_bet_minor=bet.side_bet_minor)
        require_bet_allowed(self.player.limit_snapshot.limits, wager, limit_context)

    def require_raise_allowed(self, raise_minor: int, *, jurisdiction: Jurisdiction, at_ms: int) -> None:
        """Refuse a raise that the player's limits on money forbid at an instant (ms); a raise of 0 is always allowed.

        An exclusion forbids it where the jurisdiction says so. It is among the limits that were read with the seat.

        Raises:
            PlayerExcluded, LimitExceeded, OutdatedLimits: the raise is refused; the round stays open.
        """
        if raise_minor:
            if jurisdiction.exclusion_stops_raises:
                require_raise_while_not_excluded(self.player.limit_snapshot.limits.in_force(at_ms))
            limit_context = self.player.limit_context(at_ms=at_ms, jurisdiction=jurisdiction)
            require_raise_allowed(self.player.limit_snapshot.limits, raise_minor, limit_context)

    def after_step(self, head: Head, balance: Balance, *, now: datetime) -> "Seat":
        """Return the seat as it is read once a step of this instant has been written."""
        player = self.player.after_step(head, balance, now=now)
        return Seat(number=self.number, player=player, epoch=self.epoch, key=self.key)


def gather_seat(
    session_id: UUID,
    window_starts: WindowStarts,
    *others: TypedCte[tuple[object, ...]],
    signature: PlayerSignature | None,
    now: datetime,
) -> tuple[Seat, GatheredRow]:
    """Read the seat of a player who plays alone, and what `others` select in the same statement.

    The key of the request's signature is read with them.

    Raises:
        NotAuthenticated: the session has ended.
    """
    key_source = None if signature is None else player_key_source(signature.kid)
    signer = () if key_source is None else (key_source,)
    player, gathered = gather_player(session_id, window_starts, EPOCH_SOURCE, *signer, *others, now=now)
    key = None if key_source is None else gathered[key_source]
    return Seat(number=SOLO_SEAT, player=player, epoch=gathered[EPOCH_SOURCE], key=key), gathered
