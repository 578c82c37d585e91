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
from responsible_gaming.core.circumstances import Circumstances
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits import Limits
from responsible_gaming.core.names import SUMS, Name
from responsible_gaming.core.spans import Span, Spans
from responsible_gaming.core.usage import Usage
from responsible_gaming.queries import LIMITS_SOURCE, CheckRow, LimitsRow, check_source, limits_of
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


def protection_sources(session_id: UUID, spans: Spans) -> ProtectionSources:
    """Read what protects the player of the sources named `session` and `head`."""
    return ProtectionSources(
        limits=LIMITS_SOURCE,
        earlier=totals_before_source(*(spans.starts_ms[span] for span in Span)),
        played=played_cte(session_id, since=from_epoch_ms(spans.day_ms)),
        check=check_source(session_id),
    )


def protection_of(gathered: GatheredRow, sources: ProtectionSources, spans: Spans) -> Protection:
    """Return what was gathered from `sources`, which were made for `spans`."""
    check = gathered[sources.check]
    return Protection(
        limits=limits_of(gathered[sources.limits]),
        spans=spans,
        earlier=dict(zip(Span, gathered.required(sources.earlier).totals(), strict=True)),
        played_before_ms=gathered.required(sources.played).played_duration_ms,
        checked_ms=None if check is None else check.checked_ms,
    )
