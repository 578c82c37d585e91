"""What players' accounts hold for tables, against what the tables owe them.

Source: docs/formats/tables.md, "Money".
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from verifier.table_state import Stake
from verifier.tally import MoneyKey, Tally
from verifier.verdict import Code, Failure, Place


@dataclass(slots=True)
class Held:
    """Sums over the open stakes of all tables, in minor units: chips around pots, and stakes against the house."""

    on_tables: int = 0
    in_play: int = 0


def owed(stakes: Iterable[Stake]) -> dict[MoneyKey, Held]:
    """Add up what tables owe for these stakes."""
    sums: dict[MoneyKey, Held] = {}
    for stake in stakes:
        table = stake.table
        held = sums.setdefault(MoneyKey(table.currency, table.exponent, table.test), Held())
        if stake.kind == "sit":
            held.on_tables += stake.owed_minor
        else:
            held.in_play += stake.owed_minor
    return sums


def difference(tally: Tally, sums: Mapping[MoneyKey, Held]) -> Failure | None:
    """Add what tables hold to the money in play, and return a failure if the accounts hold something else.

    The accounts of players' chains are in the tally; `in_play` there has rounds of one seat alone before this.
    """
    failure = None
    for key in sorted({*tally.money, *sums}):
        money, held = (
            tally.money_totals(key.currency, key.exponent, test_account=key.test_account),
            sums.get(key, Held()),
        )
        money.in_play += held.in_play
        if money.on_tables != held.on_tables or money.held_in_play != money.in_play:
            sentence = (
                f"the accounts hold {money.on_tables} on tables and {money.held_in_play} in play,"
                f" what is open comes to {held.on_tables} and {money.in_play}"
            )
            failure = Failure(code=Code.E_CHIPS, sentence=sentence, place=Place())
    return failure
