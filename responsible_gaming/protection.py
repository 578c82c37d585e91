"""All that protects a player at one look: the parts of a step's statement, and what came of them.

Source: docs/adr/0013-running-totals.md; regulation F26, F29, F30.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from kernel.cte import GatheredRow, TypedCte
from kernel.instants import from_epoch_ms, to_epoch_ms
from players.queries.sessions import PlayedRow, SessionRow, played_cte
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.usage import Usage
from responsible_gaming.core.limits.windows import LimitWindow, WindowStarts
from responsible_gaming.core.rules import WINDOWED_LIMITS
from responsible_gaming.core.rules.daily_time import DAILY_TIME
from responsible_gaming.queries.limits import LIMITS_SOURCE, LimitsRow, limits_of_row
from responsible_gaming.queries.reality_checks import CheckRow, check_source
from wallet.core.ledger import Balance, Totals
from wallet.queries.totals import TotalsBeforeRow, totals_before_source


class ProtectionSources(NamedTuple):
    """What a player's limits are decided by, each part by its source."""

    limits: TypedCte[LimitsRow]
    earlier: TypedCte[TotalsBeforeRow]
    played: TypedCte[PlayedRow]
    check: TypedCte[CheckRow]


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


def protection_sources(session_id: UUID, spans: WindowStarts) -> ProtectionSources:
    """Read what protects the player of the sources named `session` and `head`."""
    return ProtectionSources(
        limits=LIMITS_SOURCE,
        earlier=totals_before_source(*(spans.starts_ms[span] for span in LimitWindow)),
        played=played_cte(session_id, since=from_epoch_ms(spans.day_started_ms)),
        check=check_source(session_id),
    )


def protection_of(gathered: GatheredRow, sources: ProtectionSources, spans: WindowStarts) -> Protection:
    """Return what was gathered from `sources`, which were made for `spans`."""
    check = gathered[sources.check]
    return Protection(
        limits=limits_of_row(gathered[sources.limits]),
        spans=spans,
        earlier=dict(zip(LimitWindow, gathered.required(sources.earlier).totals(), strict=True)),
        other_sessions_duration_ms=gathered.required(sources.played).played_duration_ms,
        checked_ms=None if check is None else check.checked_ms,
    )
