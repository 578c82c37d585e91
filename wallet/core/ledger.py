"""Double entry: an amount moves from one account of a chain to another.

Every posting moves a positive amount between two accounts, so that no journal can be out of balance.

Source: regulation F01, F03; docs/invariants.md.
"""

import enum
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from kernel.money import MAX_MINOR, Money, display
from kernel.refusals import Refusal, RefusalKind


class Account(enum.StrEnum):
    """The accounts of one chain, in the order in which records list them.

    `cash` and `in_play` are the player's money and never negative. The others are the house's side of this chain.
    The house's balance is the sum over all chains; no row stores it. `table` has what players bought into games around
    a pot: of one chain it may be negative after a game, since one player's winnings are another's buy-in.
    """

    CASH = "cash"
    IN_PLAY = "in_play"
    HOUSE = "house"
    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    ADJUSTMENT = "adjustment"
    BONUS = "bonus"
    TABLE = "table"


_IN_ORDER: Final = tuple(Account)


class InsufficientFunds(Refusal):
    """The account does not hold enough money."""

    code, kind = "insufficient-funds", RefusalKind.CONFLICT


class CurrencyMismatch(Refusal):
    """The account is kept in another currency."""

    code, kind = "currency-mismatch", RefusalKind.INVALID


class BalanceTooLarge(Refusal):
    """The account would hold more than the platform can count exactly."""

    code, kind = "balance-too-large", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True)
class Posting:
    """One movement of money between two accounts of a chain."""

    from_account: Account
    to_account: Account
    amount_minor: int
    """How much, in minor units, 1 or more."""

    def __post_init__(self) -> None:
        """Assert what balances the ledger by construction."""
        assert self.amount_minor > 0, "a posting moves a positive amount"
        assert self.from_account is not self.to_account, "a posting moves between two accounts"


class Totals(NamedTuple):
    """Running totals of a player's money, in minor units. They never fall.

    The difference of two totals is what happened in between. A limit over a day or a month therefore costs two
    look-ups, however much was played.
    """

    deposited_minor: int
    """All deposits, and what the staff gave for the cause `other`, which counts as a deposit."""
    staked_minor: int
    """All stakes, raises and side bets; of a game around a pot the buy-in or the raises, whichever is more."""
    returned_minor: int
    """Everything that rounds and games paid back, stakes included."""

    def since(self, earlier: "Totals") -> "Totals":
        """Return what was added since `earlier`, on the same accounts."""
        return Totals(
            self.deposited_minor - earlier.deposited_minor,
            self.staked_minor - earlier.staked_minor,
            self.returned_minor - earlier.returned_minor,
        )

    @property
    def loss_minor(self) -> int:
        """The player's loss, negative for a win. Money in play counts as lost until it is returned."""
        return self.staked_minor - self.returned_minor


NOTHING: Final = Totals(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Balance:
    """A player's money in minor units. Two balances are equal if `cash_minor` and `in_play_minor` are."""

    cash_minor: int = 0
    """What the player can stake or withdraw."""
    in_play_minor: int = 0
    """What is staked in open rounds."""
    totals: Totals = field(default=NOTHING, compare=False)
    """The running totals up to this balance."""
    currency: str = field(default="", compare=False)
    """The currency of the accounts. It must be set if postings are applied to the balance; only amounts need none."""

    def with_bets_again(self, beyond_minor: int) -> "Balance":
        """Return the same money with `beyond_minor` more both staked and returned; 0 changes nothing.

        At the end of a game around a pot it is what the player's raises came to beyond the buy-in: chips that were
        won there and bet again, which no posting moves.

        Source: docs/formats/tables.md, "Limits".
        """
        assert beyond_minor >= 0, "totals never fall"
        totals = self.totals
        return replace(
            self,
            totals=totals._replace(
                staked_minor=totals.staked_minor + beyond_minor, returned_minor=totals.returned_minor + beyond_minor
            ),
        )

    def with_gift_as_deposit(self, gift_minor: int) -> "Balance":
        """Return the same money with `gift_minor` more deposited; 0 changes nothing.

        An adjustment whose cause is `other` counts as a deposit with what it gives, or it would be a way around limits.

        Source: docs/formats/adjustments.md, rule 4.
        """
        assert gift_minor >= 0, "totals never fall"
        totals = self.totals
        return replace(self, totals=totals._replace(deposited_minor=totals.deposited_minor + gift_minor))


def apply_postings(balance: Balance, postings: Sequence[Posting]) -> Balance:
    """Return the balance after `postings`, applied one after the other: winnings cannot pay for their own stake.

    Raises:
        InsufficientFunds: with the money `available`, and `required` by the posting that cannot be paid.
        BalanceTooLarge: an account would hold more than 2**53 - 1 minor units.
    """
    cash_minor, in_play_minor = balance.cash_minor, balance.in_play_minor
    for posting in postings:
        amount_minor = posting.amount_minor
        if posting.from_account is Account.CASH:
            _require_funds(cash_minor, amount_minor, balance.currency)
            cash_minor -= amount_minor
        elif posting.from_account is Account.IN_PLAY:
            assert in_play_minor >= amount_minor, "only what is in play leaves play"
            in_play_minor -= amount_minor
        if posting.to_account is Account.CASH:
            cash_minor += amount_minor
        elif posting.to_account is Account.IN_PLAY:
            in_play_minor += amount_minor
        if max(cash_minor, in_play_minor) > MAX_MINOR:
            maximum = display(MAX_MINOR, balance.currency)
            raise BalanceTooLarge(f"Nothing was changed. An account holds at most {maximum}.")
    return Balance(cash_minor, in_play_minor, _add_totals(balance.totals, postings), balance.currency)


def net_moves(postings: Sequence[Posting]) -> list[tuple[str, int]]:
    """Return the net change of each account that `postings` touch, in the accounts' order. The changes sum to zero."""
    net = dict.fromkeys(_IN_ORDER, 0)
    for posting in postings:
        net[posting.from_account] -= posting.amount_minor
        net[posting.to_account] += posting.amount_minor
    return [(account.value, delta) for account, delta in net.items() if delta]


def _require_funds(available_minor: int, required_minor: int, currency: str) -> None:
    if available_minor < required_minor:
        available, required = Money(available_minor, currency), Money(required_minor, currency)
        raise InsufficientFunds(
            f"Nothing was taken. {available} is available, {required} is needed.",
            available=available,
            required=required,
        )


def _add_totals(totals: Totals, postings: Sequence[Posting]) -> Totals:
    deposited_minor, staked_minor, returned_minor = totals
    for posting in postings:
        if posting.to_account is Account.IN_PLAY or (
            posting.to_account is Account.TABLE and posting.from_account is Account.CASH
        ):
            staked_minor += posting.amount_minor
        elif posting.to_account is Account.CASH:
            if posting.from_account is Account.DEPOSIT:
                deposited_minor += posting.amount_minor
            elif posting.from_account in _ROUNDS:
                returned_minor += posting.amount_minor
    return Totals(deposited_minor, staked_minor, returned_minor)


_ROUNDS: Final = frozenset({Account.IN_PLAY, Account.HOUSE, Account.TABLE})
