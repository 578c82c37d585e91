"""What must add up at tables. Each function returns a difference in minor units, which is 0 where nothing is wrong.

Source: docs/formats/tables.md, "Money".
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.core.family import SeatResult
from wallet.core.ledger import Account, Posting


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSit:
    """A buy-in that its player has not left with yet. Minor units."""

    buy_in_minor: int
    due_minor: int | None = None
    """What its game's `hand_end` owes it, returned and rake; None while the game runs and after an abort."""


def chips_missing_minor(
    buy_ins_minor: Sequence[int], *, stacks_minor: Sequence[int], pot_minor: int, rake_minor: int
) -> int:
    """Compare the chips on a table with those that were bought."""
    return sum(buy_ins_minor) - sum(stacks_minor) - pot_minor - rake_minor


def results_missing_minor(results: Iterable[tuple[SeatResult, int]]) -> int:
    """Compare what the seats of a game brought with what they get; each result comes with its seat's rake."""
    return sum(result.staked_minor - result.returned_minor - rake_minor for result, rake_minor in results)


def table_accounts_missing_minor(*, held_minor: int, sits: Iterable[OpenSit]) -> int:
    """Compare what the tables owe with `held_minor`, the sum of the account `table` over all players' chains.

    `sits` are those without a `leave`. A chain that has left may hold less or more than 0 there: its winnings are
    another's loss.
    """
    owed_minor = sum(sit.buy_in_minor if sit.due_minor is None else sit.due_minor for sit in sits)
    return owed_minor - held_minor


def in_play_missing_minor(*, held_minor: int, stakes_minor: Iterable[int]) -> int:
    """Compare stakes and raises without a settlement or a void, each as one sum, with the accounts `in_play`."""
    return sum(stakes_minor) - held_minor


def house_missing_minor(results: Iterable[SeatResult], settlements: Iterable[Sequence[Posting]]) -> int:
    """Compare what a hand's seats lost with what its settlements gave to the house."""
    lost_minor = sum(result.staked_minor - result.returned_minor for result in results)
    return lost_minor - sum(_house_minor(posting) for postings in settlements for posting in postings)


def _house_minor(posting: Posting) -> int:
    to_house, from_house = posting.to_account is Account.HOUSE, posting.from_account is Account.HOUSE
    return posting.amount_minor * (to_house - from_house)
