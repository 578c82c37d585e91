"""The rules of a jurisdiction, as data.

Source: regulation F53; docs/jurisdictions.md.
"""

import enum
from dataclasses import dataclass
from fractions import Fraction

from players.core.account_rules import AccountRules
from players.core.session_rules import SessionRules
from responsible_gaming.core.case_rules import CaseRules
from responsible_gaming.core.exclusion_rules import ExclusionRules
from responsible_gaming.core.limits.windows import WindowKind, WindowRule
from responsible_gaming.core.retention_rules import RetentionRules
from responsible_gaming.core.tax_rules import UNTAXED, RevenueTax


class SharedPlaceRule(enum.Enum):
    """What happens to a stake around a pot by a player who shares a device or an address with another one there."""

    FLAGGED = "flagged"
    """It is taken, and an event says what is shared."""
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Jurisdiction:
    """A jurisdiction's rules. A change of any value is a new `version`. Amounts are minor units."""

    name: str
    """The name that `REDDOG_JURISDICTION` has, such as `new-jersey`."""

    version: int
    """1 for the first, one more for every change of a value."""

    zone: str
    """The IANA name of the time zone in which its days and gaming weeks begin."""

    accounts: AccountRules
    """Who may open an account, and how long accounts are kept."""

    sessions: SessionRules
    """How long logins last, and on how many devices."""

    exclusions: ExclusionRules
    """How long exclusions last."""

    table_maximum_minor: int
    """The highest stake that any table takes."""

    wager_maximum_minor: int | None
    """The highest stake, side bet or raise, each taken alone. None: the rule sheet's own maximum."""

    large_round_minor: int
    """A round whose stake or win reaches this is reported individually."""

    large_rounds_day_minor: int
    """An account whose stakes or wins of a gaming day reach this is reported."""

    large_payment_minor: int
    """A deposit or withdrawal that reaches this is reported individually."""

    large_payments_day_minor: int
    """An account whose deposits or withdrawals of a gaming day reach this is reported."""

    extra_tightening: bool
    """Whether a player may tighten the table bet limit as often as wanted. Otherwise once in a gaming week."""

    window_kind: WindowKind
    """Whether days, weeks and months of limits are calendar or rolling windows."""

    loosening_delay_ms: int
    """How long after the request a looser limit can be confirmed, at the earliest."""

    bet_limit_delay_ms: int
    """The same for the table bet limit, which must also wait for the next gaming week."""

    loosening_after_period: bool
    """Whether the limit's day, week or month must also have ended before a looser limit can be confirmed."""

    deposit_limit_first: bool
    """Whether a deposit needs a deposit limit, of the player or the operator, to be set before."""

    withdrawal_cancellable: bool
    """Whether a player can cancel a pending withdrawal."""

    game_cycle_ms: int
    """The least time between the beginnings of two rounds of one player."""

    reality_check_interval_ms: int
    """The longest time between two reality checks."""

    reality_check_choices_ms: tuple[int, ...]
    """The intervals between reality checks that a player can choose."""

    shared_device: SharedPlaceRule
    """Of two players of a table around a pot whose sessions were begun on one device."""

    shared_address: SharedPlaceRule
    """Of two players of a table around a pot whose sessions were begun at one address, as in a household."""

    rtp_min: Fraction
    """The least RTP of a game: per unit of the stake, of everything staked, and of a side bet."""

    cases: CaseRules
    """From which amounts on cases are opened, and how soon disputes are answered."""

    exclusion_stops_raises: bool
    """Whether an exclusion also refuses a raise in a round of one player that is open. At tables it always does.

    What was refused is in no log, so this is no term of the published profile."""

    retention: RetentionRules
    """How long is kept what is not kept for ever."""

    lone_grant_max_minor: int = 0
    """What the staff can grant to an account within 24 hours, each time one person alone. More needs two people.

    It says nothing about a player's protection, and so it is no term of the published profile."""

    lone_adjustment_max_minor: int = 0
    """What the staff can give to an account and take from it within 24 hours, both added up, each time one person alone.

    More needs two people. Play money has its own bound, above. It is no term of the published profile either."""

    play_money: bool = False
    """Whether all money is play money, which operators grant. Otherwise test accounts alone have it."""

    revenue_tax: RevenueTax = UNTAXED
    """What is taken of gross gaming revenue. No player's protection rests on it: it is no term of the published profile."""

    @property
    def highest_stake_minor(self) -> int:
        """The highest stake that any table takes under these rules."""
        return min(self.table_maximum_minor, self.wager_maximum_minor or self.table_maximum_minor)

    @property
    def window_rule(self) -> WindowRule:
        """How its days, weeks and months are counted."""
        return WindowRule(kind=self.window_kind, zone=self.zone)
