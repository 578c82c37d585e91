"""Double entry: an amount moves from one account of a chain to another.

Every posting is a positive amount from a source to a target, so that no journal can be out of balance.

Source: regulation F01, F03; docs/invariants.md.
"""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

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

    source: Account
    target: Account
    amount_minor: int

    def __post_init__(self) -> None:
        """Hold what makes a ledger balance by construction."""
        assert self.amount_minor > 0, "a posting moves a positive amount"
        assert self.source is not self.target, "a posting moves between two accounts"


@dataclass(frozen=True, slots=True)
class Balance:
    """A player's money in minor units: free, and staked in open rounds."""

    cash_minor: int = 0
    in_play_minor: int = 0


def apply(balance: Balance, postings: Sequence[Posting]) -> Balance:
    """Return the balance after `postings`, taken one after the other: winnings cannot pay for their own stake.

    Raises:
        InsufficientFunds: with `available` and `required` minor units of the posting that cannot be paid.
        BalanceTooLarge: more than 2**53 - 1 minor units.
    """
    for posting in postings:
        balance = _credited(_debited(balance, posting), posting)
    return balance


def net_moves(postings: Sequence[Posting]) -> list[tuple[str, int]]:
    """Return the change of each account that `postings` change, in the accounts' order; they sum to zero."""
    net = dict.fromkeys(_IN_ORDER, 0)
    for posting in postings:
        net[posting.source] -= posting.amount_minor
        net[posting.target] += posting.amount_minor
    return [(account.value, delta) for account, delta in net.items() if delta]


def _debited(balance: Balance, posting: Posting) -> Balance:
    amount = posting.amount_minor
    if posting.source is Account.CASH:
        if balance.cash_minor < amount:
            raise InsufficientFunds(
                f"{balance.cash_minor} minor units are available, {amount} are needed. Nothing was taken.",
                available=balance.cash_minor,
                required=amount,
            )
        return Balance(balance.cash_minor - amount, balance.in_play_minor)
    if posting.source is Account.IN_PLAY:
        assert balance.in_play_minor >= amount, "only what is in play leaves play"
        return Balance(balance.cash_minor, balance.in_play_minor - amount)
    return balance


def _credited(balance: Balance, posting: Posting) -> Balance:
    if posting.target is Account.CASH:
        balance = Balance(balance.cash_minor + posting.amount_minor, balance.in_play_minor)
    elif posting.target is Account.IN_PLAY:
        balance = Balance(balance.cash_minor, balance.in_play_minor + posting.amount_minor)
    if max(balance.cash_minor, balance.in_play_minor) > MAX_MINOR:
        raise BalanceTooLarge(f"At most {MAX_MINOR} minor units are kept on one account. Nothing was changed.")
    return balance
