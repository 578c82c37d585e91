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
from responsible_gaming.core.limits.limit_context import Circumstances
from responsible_gaming.core.limits.names import SUMS, Name
from responsible_gaming.core.limits.usage import Usage
from responsible_gaming.core.limits.windows import Span, Spans, spans_at
from responsible_gaming.core.session_summary import SessionSummary, summarize
from responsible_gaming.queries.limits import LIMITS_SOURCE, LimitsRow, limits_of
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
    spans: Spans
    earlier: Mapping[Span, Totals]
    played_before_ms: int
    checked_ms: int | None

    def holds(self, at_ms: int) -> bool:
        """Say whether what was looked up is still that of an instant (ms), if nothing else has changed."""
        if Name.DAY in self.limits.now and at_ms != self.spans.at_ms:
            # Another session of the player's may go on meanwhile, and its time counts.
            return False
        same_day = self.spans.day_ms <= at_ms < self.spans.day_ends_ms
        return self.spans.hold(at_ms) or (same_day and SUMS.isdisjoint(self.limits.now))

    def circumstances(
        self,
        *,
        at_ms: int,
        jurisdiction: Jurisdiction,
        session: SessionRow,
        balance: Balance,
        last_deal_ms: int | None = None,
    ) -> Circumstances:
        """Return what limits look at, with the player's money as it is now."""
        return Circumstances(
            at_ms=at_ms,
            jurisdiction=jurisdiction,
            usage=Usage(totals=balance.totals, earlier=self.earlier),
            session_ms=to_epoch_ms(session.created_at),
            checked_ms=self.checked_ms,
            played_before_ms=self.played_before_ms,
            day_ms=self.spans.day_ms,
            last_deal_ms=last_deal_ms,
        )


def protection_sources(session_id: UUID, spans: Spans) -> Sources:
    """Read what protects the player of the sources named `session` and `head`."""
    return (
        LIMITS_SOURCE,
        earlier_source(*(spans.starts_ms[span] for span in Span)),
        played_source(session_id, since=from_epoch_ms(spans.day_ms)),
        check_source(session_id),
    )


def protection_of(columns: Columns, spans: Spans) -> Protection:
    """Take out of a gathered row what `protection_sources` read."""
    limits, earlier = limits_of(columns.take(LimitsRow)), columns.take(EarlierRow)
    played, checked = columns.take(PlayedRow), columns.take(CheckRow)
    assert earlier is not None, "every chain has totals"
    assert played is not None, "every session's player has played for some time"
    return Protection(
        limits=limits,
        spans=spans,
        earlier=dict(zip(Span, earlier.totals(), strict=True)),
        played_before_ms=played.played_ms,
        checked_ms=None if checked is None else checked.checked_ms,
    )


def session_summary(session_id: UUID, *, jurisdiction: Jurisdiction, now: datetime) -> SessionSummary:
    """Return what a session has come to.

    Raises:
        NotAuthenticated: it has ended.
    """
    spans = spans_at(to_epoch_ms(now), jurisdiction.counting)
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
        at_ms=at_ms, jurisdiction=jurisdiction, session=player, balance=money.balance()
    )
    at_start = totals_before(ChainId(player.chain), circumstances.session_ms)
    return summarize(protection.limits.in_force(circumstances.at_ms), circumstances, at_start=at_start)
