"""What a jurisdiction lays down, as data.

Source: regulation F53; docs/jurisdictions.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from players.core.account_rules import AccountRules
from players.core.session_rules import SessionRules
from responsible_gaming.core.exclusion_rules import ExclusionRules
from responsible_gaming.core.limits.window_kind import WindowKind, WindowRule


@dataclass(frozen=True, slots=True, kw_only=True)
class Jurisdiction:
    """A jurisdiction's rules. A change of any value is a new `version`.

    `zone` is the IANA name of the time zone on whose wall its days and gaming weeks turn, `windows` how they are counted. `table_maximum_minor` is the
    highest stake that any of its tables takes, `wager_maximum_minor` the most at any one decision, side bet or raise
    each by itself (None: the sheet's own). From `large_round_minor` on a round's stake or win is reported by itself,
    from `large_rounds_day_minor` on what an account staked or won on a gaming day; from `large_payment_minor` and
    `large_payments_day_minor` on a deposit or withdrawal, and those of a day. With `extra_tightening` a player may tighten the own bet limit as often as
    wanted; without, that too is the one modification of the gaming week. A looser one waits `bet_limit_delay_ms` at
    least, beside the week's turn.

    A looser limit can be confirmed `loosening_delay_ms` after it was asked for and, where `loosening_after_period`
    holds, not before the day, week or month has ended in which it was asked for. Rounds of one player begin `cycle_ms`
    apart or more. The reality check comes every `reality_check_ms` at the latest, or as often as the player chose of
    `reality_check_choices_ms`. Nobody deposits before having set a deposit limit where `deposit_limit_first` holds. A
    withdrawal that is pending can be taken back by its player where `withdrawal_cancellable` holds. No game is offered whose return, to the first bet, to all that is wagered or to a side bet, is below `payout_floor`.
    """

    name: str
    version: int
    zone: str
    accounts: AccountRules
    sessions: SessionRules
    exclusions: ExclusionRules
    table_maximum_minor: int
    wager_maximum_minor: int | None
    large_round_minor: int
    large_rounds_day_minor: int
    large_payment_minor: int
    large_payments_day_minor: int
    extra_tightening: bool
    window_kind: WindowKind
    loosening_delay_ms: int
    bet_limit_delay_ms: int
    loosening_after_period: bool
    deposit_limit_first: bool
    withdrawal_cancellable: bool
    game_cycle_ms: int
    reality_check_ms: int
    reality_check_choices_ms: tuple[int, ...]
    rtp_min: Fraction

    @property
    def highest_stake_minor(self) -> int:
        """The highest first bet that any table takes here."""
        return min(self.table_maximum_minor, self.wager_maximum_minor or self.table_maximum_minor)

    @property
    def window_rule(self) -> WindowRule:
        """How its days, weeks and months are counted."""
        return WindowRule(window_kind=self.window_kind, zone=self.zone)


_MINUTE_MS: Final = 60 * 1000
_HOUR_MS: Final = 60 * _MINUTE_MS
_DAY_MS: Final = 24 * _HOUR_MS
# Ten years, of which up to three are leap years (NJ 1.8(d), PA 811a.7(d)).
_TEN_YEARS_DAYS: Final = 10 * 365 + 3
_SESSIONS: Final = SessionRules(single_device=True, inactivity_ms=30 * _MINUTE_MS, full_log_in_ms=30 * _DAY_MS)
_EXCLUSIONS: Final = ExclusionRules(
    time_out_days_min=1,
    time_out_days_max=42,
    self_exclusion_days_min=184,
    cooling_off_ms=_DAY_MS,
    indefinite_cooling_off_ms=_DAY_MS,
)
_CHOICES_MS: Final = (15 * _MINUTE_MS, 30 * _MINUTE_MS, _HOUR_MS)

DEMO: Final = Jurisdiction(
    name="demo",
    version=1,
    zone="America/New_York",
    accounts=AccountRules(
        minimum_age_years=21, verification_required=False, dormant_after_days=365, retention_days=_TEN_YEARS_DAYS
    ),
    sessions=replace(_SESSIONS, single_device=False),
    exclusions=_EXCLUSIONS,
    table_maximum_minor=50_000,
    wager_maximum_minor=None,
    # A raise can take a stake at the table's maximum to the first of these, so that no wager below it stands out.
    large_round_minor=100_000,
    large_rounds_day_minor=500_000,
    large_payment_minor=1_000_000,
    large_payments_day_minor=1_000_000,
    extra_tightening=False,
    window_kind=WindowKind.CALENDAR,
    loosening_delay_ms=_DAY_MS,
    bet_limit_delay_ms=0,
    loosening_after_period=False,
    deposit_limit_first=False,
    withdrawal_cancellable=True,
    game_cycle_ms=0,
    reality_check_ms=_HOUR_MS,
    reality_check_choices_ms=_CHOICES_MS,
    rtp_min=Fraction(75, 100),
)
"""The rules of the game as InterCasino and Safari dealt it, for play money."""

NEW_JERSEY: Final = replace(
    DEMO,
    name="new-jersey",
    accounts=replace(DEMO.accounts, verification_required=True),
    sessions=_SESSIONS,
    # Suspensions of 72 hours or more; one year or five, each with all the leap days it can have.
    exclusions=ExclusionRules(
        time_out_days_min=3,
        time_out_days_max=42,
        self_exclusion_days_min=366,
        self_exclusion_terms_days=(366, 1_827),
        cooling_off_ms=_DAY_MS,
        indefinite_cooling_off_ms=_DAY_MS,
    ),
    extra_tightening=True,
    bet_limit_delay_ms=_DAY_MS,
    reality_check_ms=30 * _MINUTE_MS,
    reality_check_choices_ms=(15 * _MINUTE_MS, 30 * _MINUTE_MS),
    rtp_min=Fraction(83, 100),
)
PENNSYLVANIA: Final = replace(
    NEW_JERSEY,
    name="pennsylvania",
    loosening_after_period=True,
    reality_check_ms=_HOUR_MS,
    reality_check_choices_ms=_CHOICES_MS,
    rtp_min=Fraction(85, 100),
)
GREAT_BRITAIN: Final = replace(
    NEW_JERSEY,
    name="great-britain",
    zone="Europe/London",
    exclusions=_EXCLUSIONS,
    accounts=replace(NEW_JERSEY.accounts, minimum_age_years=18),
    window_kind=WindowKind.ROLLING,
    deposit_limit_first=True,
    withdrawal_cancellable=False,
    game_cycle_ms=5_000,
    reality_check_ms=_HOUR_MS,
    reality_check_choices_ms=_CHOICES_MS,
    rtp_min=Fraction(75, 100),
)
MALTA: Final = replace(
    NEW_JERSEY,
    name="malta",
    zone="Europe/Malta",
    # Lifted a day after the word where an end was named, a week after it where there was none.
    exclusions=replace(_EXCLUSIONS, indefinite_cooling_off_ms=7 * _DAY_MS),
    accounts=replace(NEW_JERSEY.accounts, minimum_age_years=18),
    reality_check_ms=_HOUR_MS,
    reality_check_choices_ms=_CHOICES_MS,
    rtp_min=Fraction(85, 100),
)
WASHINGTON: Final = replace(
    NEW_JERSEY,
    name="washington",
    zone="America/Los_Angeles",
    exclusions=_EXCLUSIONS,
    wager_maximum_minor=30_000,
    reality_check_ms=_HOUR_MS,
    reality_check_choices_ms=_CHOICES_MS,
    rtp_min=Fraction(75, 100),
)

JURISDICTIONS: Final[Mapping[str, Jurisdiction]] = MappingProxyType(
    {
        jurisdiction.name: jurisdiction
        for jurisdiction in (DEMO, NEW_JERSEY, PENNSYLVANIA, GREAT_BRITAIN, MALTA, WASHINGTON)
    }
)
"""By name, as `REDDOG_JURISDICTION` says it. Where each value comes from: docs/jurisdictions.md."""
