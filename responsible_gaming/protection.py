"""All that protects a player at one look: the parts of a step's statement, and what came of them.

Source: docs/adr/0013-running-totals.md; regulation F26, F29, F30.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection

from audit.queries import HeadRow, head_source
from kernel.cte import Columns, TypedCte, gather
from kernel.ids import ChainId
from kernel.instants import from_epoch_ms, to_epoch_ms
from players.queries import PlayedRow, SessionRow, played_source, session_source
from players.tokens import NotAuthenticated
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.usage import Usage
from responsible_gaming.core.limits.windows import LimitWindow, WindowStarts, window_starts_at
from responsible_gaming.core.rules import WINDOWED_LIMITS
from responsible_gaming.core.rules.daily_time import DAILY_TIME
from responsible_gaming.core.session_summary import SessionSummary, summarize
from responsible_gaming.queries.limits import LIMITS_SOURCE, LimitsRow, limits_of_row
from responsible_gaming.queries.reality_checks import CheckRow, check_source
from wallet.core.ledger import Balance, Totals
from wallet.queries import BALANCE_SOURCE, BalanceRow, EarlierRow, earlier_source, totals_before

Sources = tuple[TypedCte[LimitsRow], TypedCte[EarlierRow], TypedCte[PlayedRow], TypedCte[CheckRow]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Protection:
    """A player's limits, and what they are held against, as of one look.

    `earlier` are the player's totals when each of the `spans` began.
    """

    limits: Limits
    spans: WindowStarts
    earlier: Mapping[LimitWindow, Totals]
    other_sessions_duration_ms: int
    checked_ms: int | None

    def holds(self, at_ms: int) -> bool:
        """Say whether what was looked up is still that of an instant (ms), if nothing else has changed."""
        if DAILY_TIME.name in self.limits.current and at_ms != self.spans.at_ms:
            # Another session of the player's may go on meanwhile, and its time counts.
            return False
        same_day = self.spans.day_started_ms <= at_ms < self.spans.day_ends_ms
        return self.spans.are_current_at(at_ms) or (same_day and WINDOWED_LIMITS.isdisjoint(self.limits.current))

    def circumstances(
        self,
        *,
        at_ms: int,
        jurisdiction: Jurisdiction,
        session: SessionRow,
        balance: Balance,
        currency: str,
        last_deal_ms: int | None = None,
    ) -> LimitContext:
        """Return what limits look at, with the player's money as it is now."""
        return LimitContext(
            at_ms=at_ms,
            jurisdiction=jurisdiction,
            currency=currency,
            usage=Usage(totals=balance.totals, earlier=self.earlier),
            session_started_ms=to_epoch_ms(session.created_at),
            reality_checked_ms=self.checked_ms,
            other_sessions_duration_ms=self.other_sessions_duration_ms,
            day_started_ms=self.spans.day_started_ms,
            last_deal_ms=last_deal_ms,
        )


def protection_sources(session_id: UUID, spans: WindowStarts) -> Sources:
    """Read what protects the player of the sources named `session` and `head`."""
    return (
        LIMITS_SOURCE,
        earlier_source(*(spans.starts_ms[span] for span in LimitWindow)),
        played_source(session_id, since=from_epoch_ms(spans.day_started_ms)),
        check_source(session_id),
    )


def protection_of(columns: Columns, spans: WindowStarts) -> Protection:
    """Take out of a gathered row what `protection_sources` read."""
    limits, earlier = limits_of_row(columns.take(LimitsRow)), columns.take(EarlierRow)
    played, checked = columns.take(PlayedRow), columns.take(CheckRow)
    assert earlier is not None, "every chain has totals"
    assert played is not None, "every session's player has played for some time"
    return Protection(
        limits=limits,
        spans=spans,
        earlier=dict(zip(LimitWindow, earlier.totals(), strict=True)),
        other_sessions_duration_ms=played.played_ms,
        checked_ms=None if checked is None else checked.checked_ms,
    )


def session_summary(session_id: UUID, *, jurisdiction: Jurisdiction, now: datetime) -> SessionSummary:
    """Return what a session has come to.

    Raises:
        NotAuthenticated: it has ended.
    """
    spans = window_starts_at(to_epoch_ms(now), jurisdiction.window_rule)
    sql, params = gather(
        session_source(session_id, now=now),
        head_source("(SELECT chain FROM session)"),
        BALANCE_SOURCE,
        *protection_sources(session_id, spans),
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        row = cursor.fetchone()
    if row is None:
        raise NotAuthenticated("Nothing was done. The session has ended; log in again.")
    columns = Columns(row)
    player, head, money = columns.take(SessionRow), columns.take(HeadRow), columns.take(BalanceRow)
    assert player is not None, "the row exists for its session"
    assert head is not None, "a player has a chain"
    assert money is not None, "a player's chain has accounts"
    protection = protection_of(columns, spans)
    # As the bet is decided: by the time of the newest record, where the clock went back.
    at_ms = head.head().instant_ms(now)
    circumstances = protection.circumstances(
        at_ms=at_ms, jurisdiction=jurisdiction, session=player, balance=money.balance(), currency=money.currency
    )
    at_start = totals_before(ChainId(player.chain), circumstances.session_started_ms)
    return summarize(protection.limits.in_force(circumstances.at_ms), circumstances, at_start=at_start)
