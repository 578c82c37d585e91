"""The rules of a jurisdiction, as data.

Source: regulation F53; docs/jurisdictions.md.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from kernel.money import CURRENCIES, UnknownCurrency
from kernel.refusals import Refusal, RefusalKind
from players.core.account_rules import AccountRules
from players.core.session_rules import SessionRules
from responsible_gaming.core.case_rules import CaseRules
from responsible_gaming.core.currency_amounts import CaseAmounts, CurrencyAmounts
from responsible_gaming.core.exclusion_rules import ExclusionRules
from responsible_gaming.core.limits.windows import WindowKind, WindowRule
from responsible_gaming.core.retention_rules import RetentionRules
from responsible_gaming.core.tax_rules import UNTAXED, RevenueTax


class CurrencyEnded(Refusal):
    """No new money is taken in this currency any more."""

    code, kind = "currency-ended", RefusalKind.CONFLICT


class SharedPlaceRule(enum.Enum):
    """What happens to a stake around a pot by a player who shares a device or an address with another one there."""

    FLAGGED = "flagged"
    """It is taken, and an event says what is shared."""
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Jurisdiction:
    """A jurisdiction's rules. A change of any value is a new `version`."""

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

    amounts: Mapping[str, CurrencyAmounts] = field(hash=False)
    """The currencies of its accounts, as ISO 4217 codes, each with all amounts of these rules. The first is the usual one.

    An account of a currency that is not among them any more is served to its end: an open round goes on, and what is there is paid out."""

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
    """When cases are opened, besides the amounts, and how soon disputes are answered."""

    exclusion_stops_raises: bool
    """Whether an exclusion also refuses a raise in a round of one player that is open. At tables it always does.

    What was refused is in no log, so this is no term of the published profile."""

    retention: RetentionRules
    """How long is kept what is not kept for ever."""

    play_money: bool = False
    """Whether all money is play money, which operators grant. Otherwise test accounts alone have it."""

    revenue_tax: RevenueTax = UNTAXED
    """What is taken of gross gaming revenue. No player's protection rests on it: it is no term of the published profile."""

    def __post_init__(self) -> None:
        """Refuse a jurisdiction without a currency, or with one that does not exist."""
        if not self.amounts or self.amounts.keys() - CURRENCIES.keys():
            raise ValueError(f"{self.name} names the currencies {list(self.amounts)}.")

    @property
    def currencies(self) -> tuple[str, ...]:
        """The currencies in which accounts are opened and bets are taken, the usual one first."""
        return tuple(self.amounts)

    def amounts_in(self, currency: str) -> CurrencyAmounts:
        """Return the amounts in a currency; in one that the jurisdiction names no more, those of `elsewhere`."""
        return self.amounts.get(currency) or self.elsewhere

    @property
    def elsewhere(self) -> CurrencyAmounts:
        """The amounts in a currency that the jurisdiction names no more: the least that any currency has, number by number.

        What is left in such a currency is open rounds and pay-outs, and they are watched closely. No wager is capped, as
        an open round goes on as it was dealt; and nobody moves money alone.
        """
        named = list(self.amounts.values())
        cases = [amounts.cases for amounts in named]
        return CurrencyAmounts(
            table_maximum_minor=min(amounts.table_maximum_minor for amounts in named),
            wager_maximum_minor=None,
            large_round_minor=min(amounts.large_round_minor for amounts in named),
            large_rounds_day_minor=min(amounts.large_rounds_day_minor for amounts in named),
            large_payment_minor=min(amounts.large_payment_minor for amounts in named),
            large_payments_day_minor=min(amounts.large_payments_day_minor for amounts in named),
            cases=CaseAmounts(
                payments_day_minor=min(each.payments_day_minor for each in cases),
                unplayed_minor=min(each.unplayed_minor for each in cases),
                short_account_minor=min(each.short_account_minor for each in cases),
            ),
        )

    def require_named(self, currency: str) -> None:
        """Require that accounts are opened in a currency.

        Raises:
            UnknownCurrency: with the currencies that are `known`.
        """
        if currency not in self.amounts:
            named = " or ".join(self.amounts)
            raise UnknownCurrency(f"Nothing was done. Accounts are kept in {named}.", known=list(self.amounts))

    def require_served(self, currency: str, *, nothing: str) -> None:
        """Require that new money is taken in the currency of an account or a table. `nothing` begins the refusal.

        Raises:
            CurrencyEnded: the jurisdiction names the currency no more.
        """
        if currency not in self.amounts:
            raise CurrencyEnded(
                f"{nothing} No new bets and deposits are taken in {currency} here. An open round can be finished, and what"
                " the account has can be withdrawn.",
                currency=currency,
            )

    @property
    def window_rule(self) -> WindowRule:
        """How its days, weeks and months are counted."""
        return WindowRule(kind=self.window_kind, zone=self.zone)
