"""A player in a session, as one statement reads it: the session, the chain's head, the money and the limits.

A bet, a decision and the session's summary depend on the same four.

Source: docs/life-of-a-round.md; docs/adr/0023-a-seat-as-a-value.md.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from audit.chain_head import Head
from audit.gather import gather_row
from audit.queries.chains import HeadRow, head_source
from kernel.cte import GatheredRow, TypedCte
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from kernel.play_time import PlayTime
from players.queries.sessions import SessionRow, session_cte
from players.tokens import NotAuthenticated
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.windows import WindowStarts, window_starts_at
from responsible_gaming.core.session_summary import SessionSummary, counted_from_ms, summarize
from responsible_gaming.limit_snapshot import LimitSnapshot, LimitSources, limit_snapshot_of, limit_sources
from wallet.core.ledger import Balance
from wallet.queries.balances import BALANCE_SOURCE, BalanceRow
from wallet.queries.totals import totals_before


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerInSession:
    """What a bet of a player depends on, as of one version of the player's chain."""

    session: SessionRow
    """The session that the request came in, with the player's status."""
    head: Head
    """The head of the player's chain; its version proves later that nothing has changed."""
    money: BalanceRow
    """The account's currency, money and totals."""
    limit_snapshot: LimitSnapshot
    """The limits in force, and what they are measured against."""

    def limit_context(self, *, at_ms: int, jurisdiction: Jurisdiction, last_deal_ms: int | None = None) -> LimitContext:
        """Return the context that limits are checked in at an instant (ms)."""
        return self.limit_snapshot.limit_context(
            at_ms=at_ms,
            jurisdiction=jurisdiction,
            session=self.session,
            # Whoever has a stake at a table plays until it ends.
            play=self.head.play.until(at_ms) if self.head.stake_open else self.head.play,
            balance=self.money.balance(),
            currency=self.money.currency,
            last_deal_ms=last_deal_ms,
        )

    def play_after_bet(self, *, at_ms: int, jurisdiction: Jurisdiction) -> PlayTime:
        """Return the time of play after a bet at an instant (ms) of the day that the limits were read for."""
        return self.head.play.after_bet(
            at_ms,
            pause_duration_ms=jurisdiction.sessions.pause_duration_ms,
            day_started_ms=self.limit_snapshot.window_starts.day_started_ms,
        )

    def after_step(self, head: Head, balance: Balance, *, now: datetime) -> "PlayerInSession":
        """Return the player after a step at `now`, which left `head` and `balance`, without reading it again."""
        return PlayerInSession(
            session=self.session.with_activity(now),
            head=head.with_next_version(),
            money=self.money.with_balance(balance),
            limit_snapshot=self.limit_snapshot,
        )


class _PlayerSources(NamedTuple):
    """The sources of a `PlayerInSession`, by part."""

    session: TypedCte[SessionRow]
    head: TypedCte[HeadRow]
    limits: LimitSources


def gather_player(
    session_id: UUID, window_starts: WindowStarts, *others: TypedCte[tuple[object, ...]], now: datetime
) -> tuple[PlayerInSession, GatheredRow]:
    """Read the player of a session, with totals by these window starts, and what `others` select.

    Others may select from the sources named `session`, `head` and `balance`.

    Raises:
        NotAuthenticated: the session has ended.
    """
    sources = _PlayerSources(
        session=session_cte(session_id, now=now),
        head=head_source("(SELECT chain FROM session)"),
        limits=limit_sources(session_id, window_starts),
    )
    gathered = gather_row(sources.session, sources.head, BALANCE_SOURCE, *sources.limits, *others)
    if gathered is None:
        raise NotAuthenticated("Nothing was done. The session has ended; log in again.")
    player = PlayerInSession(
        session=gathered.required(sources.session),
        head=gathered.required(sources.head).head(),
        money=gathered.required(BALANCE_SOURCE),
        limit_snapshot=limit_snapshot_of(gathered, sources.limits, window_starts),
    )
    return player, gathered


def session_summary(session_id: UUID, *, jurisdiction: Jurisdiction, now: datetime) -> SessionSummary:
    """Return the summary of a session.

    Raises:
        NotAuthenticated: the session has ended.
    """
    window_starts = window_starts_at(to_epoch_ms(now), jurisdiction.window_rule)
    player, _ = gather_player(session_id, window_starts, now=now)
    # A bet is decided at the same instant: if the clock went back, that of the newest record.
    limit_context = player.limit_context(at_ms=player.head.record_time_ms(now), jurisdiction=jurisdiction)
    at_start = totals_before(ChainId(player.session.chain), counted_from_ms(limit_context))
    return summarize(player.limit_snapshot.limits.in_force(limit_context.at_ms), limit_context, at_start=at_start)
