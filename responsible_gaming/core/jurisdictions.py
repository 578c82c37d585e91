"""The values of the six jurisdictions. Where each value comes from: docs/jurisdictions.md.

Source: regulation F53.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from players.core.account_rules import AccountRules
from players.core.session_rules import SessionRules
from responsible_gaming.core.case_rules import CaseRules
from responsible_gaming.core.currency_amounts import CaseAmounts, CurrencyAmounts
from responsible_gaming.core.exclusion_rules import ExclusionRules
from responsible_gaming.core.jurisdiction import Jurisdiction, SharedPlaceRule
from responsible_gaming.core.limits.windows import WindowKind
from responsible_gaming.core.retention_rules import RetentionRules
from responsible_gaming.core.tax_rules import UNTAXED, RevenueTax, TaxRate

_MINUTE_MS: Final = 60 * 1000


_HOUR_MS: Final = 60 * _MINUTE_MS


_DAY_MS: Final = 24 * _HOUR_MS


# Ten years, of which up to three are leap years (NJ 1.8(d), PA 811a.7(d)).
_TEN_YEARS_DAYS: Final = 10 * 365 + 3


_SESSIONS: Final = SessionRules(
    single_device=True,
    inactivity_duration_ms=30 * _MINUTE_MS,
    full_login_duration_ms=30 * _DAY_MS,
    # No shorter than the inactivity that locks a session: a player who is there has not paused.
    pause_duration_ms=30 * _MINUTE_MS,
)


_EXCLUSIONS: Final = ExclusionRules(
    time_out_days_min=1,
    time_out_days_max=42,
    self_exclusion_days_min=184,
    cooling_off_ms=_DAY_MS,
    indefinite_cooling_off_ms=_DAY_MS,
)


_CASES: Final = CaseRules(
    unplayed_window_days=7,
    unplayed_percent=50,
    short_account_days=30,
    dispute_answer_days=5,
    lone_review_hours=72,
)


_AMOUNTS: Final = CurrencyAmounts(
    table_maximum_minor=50_000,
    wager_maximum_minor=None,
    # A stake at the table's maximum reaches the first of these only together with its raise.
    large_round_minor=100_000,
    large_rounds_day_minor=500_000,
    large_payment_minor=1_000_000,
    large_payments_day_minor=1_000_000,
    cases=CaseAmounts(payments_day_minor=1_000_000, unplayed_minor=200_000, short_account_minor=100_000),
    lone_adjustment_max_minor=10_000,
)
"""The same numbers of minor units whatever the currency, as in the rule sheets."""


# NJ 13:69O-1.3(i): up to 500 dollars a supervisor reviews later what is adjusted; above, somebody approves it before.
_NEW_JERSEY_AMOUNTS: Final = replace(_AMOUNTS, lone_adjustment_max_minor=50_000)


# Five years, of which up to two are leap years (GLI-19 A.4.4; the EU's and Great Britain's rules on laundering).
_FIVE_YEARS_DAYS: Final = 5 * 365 + 2


_RETENTION: Final = RetentionRules(
    dispute_days=_FIVE_YEARS_DAYS,
    # Where somebody played is part of an account's activity, which the states keep as long as the account.
    session_place_days=_TEN_YEARS_DAYS,
    sent_days=90,
    log_in_days=30,
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
    amounts=dict.fromkeys(("USD", "EUR", "GBP", "JPY"), replace(_NEW_JERSEY_AMOUNTS, lone_grant_max_minor=2_000_000)),
    extra_tightening=False,
    window_kind=WindowKind.CALENDAR,
    loosening_delay_ms=_DAY_MS,
    bet_limit_delay_ms=0,
    loosening_after_period=False,
    deposit_limit_first=False,
    withdrawal_cancellable=True,
    game_cycle_ms=0,
    reality_check_interval_ms=_HOUR_MS,
    reality_check_choices_ms=_CHOICES_MS,
    shared_device=SharedPlaceRule.FLAGGED,
    shared_address=SharedPlaceRule.FLAGGED,
    rtp_min=Fraction(75, 100),
    cases=_CASES,
    exclusion_stops_raises=False,
    retention=_RETENTION,
    play_money=True,
    # Nothing is owed of play money; a rate shows what the report says.
    revenue_tax=RevenueTax((TaxRate(since=date(2020, 1, 1), basis_points=1_500),)),
)
"""The rules of the game as InterCasino and Safari dealt it, for play money."""


NEW_JERSEY: Final = replace(
    DEMO,
    name="new-jersey",
    amounts={"USD": _NEW_JERSEY_AMOUNTS},
    accounts=replace(DEMO.accounts, verification_required=True),
    sessions=_SESSIONS,
    # A time-out is 72 hours or more. A self-exclusion is one year or five, with as many leap days as they can have.
    exclusions=ExclusionRules(
        time_out_days_min=3,
        time_out_days_max=42,
        self_exclusion_days_min=366,
        self_exclusion_terms_days=(366, 1_827),
        cooling_off_ms=_DAY_MS,
        indefinite_cooling_off_ms=_DAY_MS,
    ),
    extra_tightening=True,
    exclusion_stops_raises=True,
    bet_limit_delay_ms=_DAY_MS,
    reality_check_interval_ms=30 * _MINUTE_MS,
    reality_check_choices_ms=(15 * _MINUTE_MS, 30 * _MINUTE_MS),
    shared_device=SharedPlaceRule.REFUSED,
    rtp_min=Fraction(83, 100),
    play_money=False,
    revenue_tax=RevenueTax(
        (
            TaxRate(since=date(2013, 2, 26), basis_points=1_500),
            TaxRate(since=date(2025, 7, 1), basis_points=1_975),
        )
    ),
)


PENNSYLVANIA: Final = replace(
    NEW_JERSEY,
    name="pennsylvania",
    amounts={"USD": _AMOUNTS},
    loosening_after_period=True,
    reality_check_interval_ms=_HOUR_MS,
    reality_check_choices_ms=_CHOICES_MS,
    rtp_min=Fraction(85, 100),
    # The tax on games that simulate table games, and the local share.
    revenue_tax=RevenueTax((TaxRate(since=date(2017, 10, 30), basis_points=1_400 + 200, bonus_deducted=True),)),
)


GREAT_BRITAIN: Final = replace(
    NEW_JERSEY,
    name="great-britain",
    amounts={"GBP": _AMOUNTS},
    zone="Europe/London",
    exclusions=_EXCLUSIONS,
    accounts=replace(NEW_JERSEY.accounts, minimum_age_years=18),
    cases=replace(_CASES, dispute_answer_days=56),
    retention=replace(_RETENTION, session_place_days=_FIVE_YEARS_DAYS),
    window_kind=WindowKind.ROLLING,
    deposit_limit_first=True,
    withdrawal_cancellable=False,
    game_cycle_ms=5_000,
    reality_check_interval_ms=_HOUR_MS,
    reality_check_choices_ms=_CHOICES_MS,
    rtp_min=Fraction(75, 100),
    revenue_tax=RevenueTax(
        (
            TaxRate(since=date(2014, 12, 1), basis_points=1_500),
            TaxRate(since=date(2019, 4, 1), basis_points=2_100),
            TaxRate(since=date(2026, 4, 1), basis_points=4_000),
        )
    ),
)


MALTA: Final = replace(
    NEW_JERSEY,
    name="malta",
    amounts={"EUR": _AMOUNTS},
    zone="Europe/Malta",
    # A self-exclusion ends a day after the request to return, and one without an end a week after it.
    exclusions=replace(_EXCLUSIONS, indefinite_cooling_off_ms=7 * _DAY_MS),
    accounts=replace(NEW_JERSEY.accounts, minimum_age_years=18),
    cases=replace(_CASES, dispute_answer_days=10),
    retention=replace(_RETENTION, session_place_days=_FIVE_YEARS_DAYS),
    reality_check_interval_ms=_HOUR_MS,
    reality_check_choices_ms=_CHOICES_MS,
    rtp_min=Fraction(85, 100),
    revenue_tax=RevenueTax((TaxRate(since=date(2018, 8, 1), basis_points=500, bonus_deducted=True),)),
)


WASHINGTON: Final = replace(
    NEW_JERSEY,
    name="washington",
    amounts={"USD": replace(_AMOUNTS, wager_maximum_minor=30_000, lone_adjustment_max_minor=0)},
    zone="America/Los_Angeles",
    exclusions=_EXCLUSIONS,
    reality_check_interval_ms=_HOUR_MS,
    reality_check_choices_ms=_CHOICES_MS,
    rtp_min=Fraction(75, 100),
    revenue_tax=UNTAXED,
)


JURISDICTIONS: Final[Mapping[str, Jurisdiction]] = MappingProxyType(
    {
        jurisdiction.name: jurisdiction
        for jurisdiction in (DEMO, NEW_JERSEY, PENNSYLVANIA, GREAT_BRITAIN, MALTA, WASHINGTON)
    }
)
"""By the name that `REDDOG_JURISDICTION` has."""
