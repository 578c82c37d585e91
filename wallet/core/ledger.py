"""Double entry: an amount moves from one account of a chain to another.

Every posting is a positive amount from a source to a target, so that no journal can be out of balance.

Source: regulation F01, F03; docs/invariants.md.
"""

import enum
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from kernel.money import MAX_MINOR
from kernel.refusals import Kind, Refusal


class Account(enum.StrEnum):
    """The accounts of one chain, in the order in which records list them.

    `cash` and `in_play` are the player's money and never negative. The others are the house's side of this chain;
    the house's balance is the sum over all chains, and is not kept in any one row.
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

    code, kind = "insufficient-funds", Kind.CONFLICT


class CurrencyMismatch(Refusal):
    """The account is kept in another currency."""

    code, kind = "currency-mismatch", Kind.INVALID


class BalanceTooLarge(Refusal):
    """The account would hold more than the platform can count exactly."""

    code, kind = "balance-too-large", Kind.CONFLICT


@dataclass(frozen=True, slots=True)
class Posting:
    """One movement: `amount_minor` (1 or more) from `source` to `target`."""

    from_account: Account
    to_account: Account
    amount_minor: int

    def __post_init__(self) -> None:
        """Hold what makes a ledger balance by construction."""
        assert self.amount_minor > 0, "a posting moves a positive amount"
        assert self.from_account is not self.to_account, "a posting moves between two accounts"


class Totals(NamedTuple):
    """What has gone through a player's accounts, in minor units; the totals never fall.

    All that was deposited, put at stake, and came back from rounds, stakes included. The difference of two totals is
    what happened in between: a limit over a day or a month costs two look-ups, however much was played.
    """

    deposited_minor: int
    staked_minor: int
    returned_minor: int

    def since(self, earlier: "Totals") -> "Totals":
        """Return what was added to `earlier`, of the same accounts."""
        return Totals(
            self.deposited_minor - earlier.deposited_minor,
            self.staked_minor - earlier.staked_minor,
            self.returned_minor - earlier.returned_minor,
        )

    @property
    def loss_minor(self) -> int:
        """What play has cost, below zero for a win; what is at stake counts as lost until it comes back."""
        return self.staked_minor - self.returned_minor


NOTHING: Final = Totals(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Balance:
    """A player's money in minor units: free, and staked in open rounds.

    `totals` is what has gone through it so far; balances are equal where the money is.
    """

    cash_minor: int = 0
    in_play_minor: int = 0
    totals: Totals = field(default=NOTHING, compare=False)


def apply_postings(balance: Balance, postings: Sequence[Posting]) -> Balance:
    """Return the balance after `postings`, taken one after the other: winnings cannot pay for their own stake.

    Raises:
        InsufficientFunds: with `available` and `required` minor units of the posting that cannot be paid.
        BalanceTooLarge: more than 2**53 - 1 minor units.
    """
    cash_minor, in_play_minor = balance.cash_minor, balance.in_play_minor
    for posting in postings:
        amount_minor = posting.amount_minor
        if posting.from_account is Account.CASH:
            _require_funds(cash_minor, amount_minor)
            cash_minor -= amount_minor
        elif posting.from_account is Account.IN_PLAY:
            assert in_play_minor >= amount_minor, "only what is in play leaves play"
            in_play_minor -= amount_minor
        if posting.to_account is Account.CASH:
            cash_minor += amount_minor
        elif posting.to_account is Account.IN_PLAY:
            in_play_minor += amount_minor
        if max(cash_minor, in_play_minor) > MAX_MINOR:
            raise BalanceTooLarge(f"At most {MAX_MINOR} minor units are kept on one account. Nothing was changed.")
    return Balance(cash_minor, in_play_minor, _add_totals(balance.totals, postings))


def net_moves(postings: Sequence[Posting]) -> list[tuple[str, int]]:
    """Return the change of each account that `postings` change, in the accounts' order; they sum to zero."""
    net = dict.fromkeys(_IN_ORDER, 0)
    for posting in postings:
        net[posting.from_account] -= posting.amount_minor
        net[posting.to_account] += posting.amount_minor
    return [(account.value, delta) for account, delta in net.items() if delta]


def _require_funds(available_minor: int, required_minor: int) -> None:
    if available_minor < required_minor:
        raise InsufficientFunds(
            f"{available_minor} minor units are available, {required_minor} are needed. Nothing was taken.",
            available=available_minor,
            required=required_minor,
        )


def _add_totals(totals: Totals, postings: Sequence[Posting]) -> Totals:
    deposited_minor, staked_minor, returned_minor = totals
    for posting in postings:
        if posting.to_account is Account.IN_PLAY:
            staked_minor += posting.amount_minor
        elif posting.to_account is Account.CASH:
            if posting.from_account is Account.DEPOSIT:
                deposited_minor += posting.amount_minor
            elif posting.from_account in _ROUNDS:
                returned_minor += posting.amount_minor
    return Totals(deposited_minor, staked_minor, returned_minor)


_ROUNDS: Final = frozenset({Account.IN_PLAY, Account.HOUSE})
