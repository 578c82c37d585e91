"""The amounts of a jurisdiction in one currency.

Source: regulation F53, F54; docs/jurisdictions.md.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseAmounts:
    """From which amounts on a case is opened, in minor units of one currency. `CaseRules` has what is no amount."""

    payments_day_minor: int
    """Deposits, or withdrawals, of one gaming day that sum to more than this are a case."""

    unplayed_minor: int
    """Deposits and withdrawals of the window of money that was not played with both reach this."""

    short_account_minor: int
    """The deposits of an account that was open for a short time reach this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrencyAmounts:
    """What a jurisdiction sets in one currency, in its minor units."""

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

    cases: CaseAmounts
    """From which amounts on cases are opened."""

    lone_grant_max_minor: int = 0
    """What the staff can grant to an account within 24 hours, each time one person alone. More needs two people.

    It says nothing about a player's protection, and so it is no term of the published profile."""

    lone_adjustment_max_minor: int = 0
    """What the staff can give to an account and take from it within 24 hours, both added up, each time one person alone.

    More needs two people. Play money has its own bound, above. It is no term of the published profile either."""

    @property
    def highest_stake_minor(self) -> int:
        """The highest stake that any table takes under these rules."""
        return min(self.table_maximum_minor, self.wager_maximum_minor or self.table_maximum_minor)
