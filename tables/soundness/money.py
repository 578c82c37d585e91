"""Check the equations of the money at tables, over all chains.

Source: docs/formats/tables.md, "Money".
"""

from collections.abc import Iterator, Mapping

from games.soundness import staked_in_open_rounds
from kernel.ids import ChainId
from tables.core.money import OpenSit, table_accounts_missing_minor
from tables.core.room import totals_of_leaving
from tables.models import BegunEpoch, Decision, EpochEnd, PlacedStake
from tables.queries.definitions import defined_table
from tables.soundness.stored import checked, number, result_of
from wallet.core.ledger import Account
from wallet.queries.account_sums import held_by_chain
from wallet.queries.balances import all_currencies
from wallet.queries.journals import bets_made_again


def faults() -> Iterator[str]:
    """Yield a sentence for each chain, currency and journal whose money is not what stakes and games give."""
    yield from checked("The money at tables", _money_faults())


def _money_faults() -> Iterator[str]:
    acts = {(each.table, each.epoch, each.seat): each.amount_minor for each in Decision.objects.exclude(act_leaf=None)}
    in_play, sits, currencies = staked_in_open_rounds(), dict[str, list[OpenSit]](), all_currencies()
    for row in PlacedStake.objects.filter(end_seq=None):
        if defined_table(ChainId(row.table)).definition.around_pot:
            ended = BegunEpoch.objects.filter(table=row.table, epoch=row.epoch).exclude(end_seq=None).first()
            sit = OpenSit(buy_in_minor=row.stake_minor, due_minor=_due_minor(ended, row.seat))
            sits.setdefault(currencies[ChainId(row.chain)], []).append(sit)
        else:
            raised_minor = acts.get((row.table, row.epoch, row.seat), 0)
            staked_minor = row.stake_minor + row.side_bet_minor + raised_minor
            in_play[ChainId(row.chain)] = in_play.get(ChainId(row.chain), 0) + staked_minor
    yield from _in_play_faults(in_play)
    yield from _pot_money_faults(sits, currencies)
    yield from _bets_again_faults()


def _in_play_faults(in_play: Mapping[ChainId, int]) -> Iterator[str]:
    held = held_by_chain(Account.IN_PLAY)
    for chain in sorted(held.keys() | in_play.keys()):
        if held.get(chain, 0) != in_play.get(chain, 0):
            yield f"chain {chain.hex} has {in_play.get(chain, 0)} minor units at stake, but {held.get(chain, 0)} in play."


def _pot_money_faults(sits: Mapping[str, list[OpenSit]], currencies: Mapping[ChainId, str]) -> Iterator[str]:
    held: dict[str, int] = {}
    for chain, minor in held_by_chain(Account.TABLE).items():
        held[currencies[chain]] = held.get(currencies[chain], 0) + minor
    for currency in sorted(held.keys() | sits.keys()):
        missing_minor = table_accounts_missing_minor(held_minor=held.get(currency, 0), sits=sits.get(currency, []))
        if missing_minor:
            yield f"the tables owe {missing_minor} minor units of {currency} more than their accounts hold."


def _bets_again_faults() -> Iterator[str]:
    recorded = dict(_bets_again_told())
    stored = {(chain, seq): minor for chain, seq, minor in bets_made_again()}
    for chain, seq in sorted(recorded.keys() | stored.keys()):
        if recorded.get((chain, seq), 0) != stored.get((chain, seq), 0):
            yield f"journal {seq} of chain {chain.hex} adds other bets to the totals than the game that it leaves."


def _bets_again_told() -> Iterator[tuple[tuple[ChainId, int], int]]:
    """Yield for each seat that left a game what its raises bet beyond its buy-in, by the `leave`."""
    ended = {(row.table, row.epoch): row for row in BegunEpoch.objects.filter(ended_by=EpochEnd.HAND_END.value)}
    for row in PlacedStake.objects.filter(unseated=False).exclude(end_seq=None):
        epoch = ended.get((row.table, row.epoch))
        if epoch is None or not defined_table(ChainId(row.table)).definition.around_pot:
            continue
        raised_minor = result_of(epoch, row.seat)["raised"]
        totals = totals_of_leaving(buy_in_minor=row.stake_minor, raised_minor=raised_minor, returned_minor=0)
        if totals.staked_minor:
            yield (ChainId(row.chain), number(row.end_seq)), totals.staked_minor


def _due_minor(epoch: BegunEpoch | None, seat: int) -> int | None:
    if epoch is None or epoch.ended_by != EpochEnd.HAND_END:
        return None
    result = result_of(epoch, seat)
    return int(result["returned"]) + int(result["rake"])
