"""Check that tables are what their records, their seeds and the rules give, and that the money adds up. It replays all.

Source: docs/formats/tables.md, "Money"; docs/invariants.md.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from audit.core.note import leaf_hash
from audit.core.records import COMMON_FIELDS, parse_entry
from audit.queries.chains import load_head
from audit.queries.epochs import epoch_seeds
from audit.queries.records import entries, record_entry
from games.core.family import Bet
from games.operations.round_cards import round_seed
from games.soundness import staked_in_open_rounds
from kernel.ids import ChainId
from kernel.refusals import Refusal
from tables.core.continuation import end_of_stake
from tables.core.definition import TableDefinition
from tables.core.epoch import TableEpoch, commitment, mix, with_beacon
from tables.core.epoch_cards import EpochCards
from tables.core.house_hand import HouseHand, deal_hand
from tables.core.money import OpenSit, table_accounts_missing_minor
from tables.core.opening import AbortReason
from tables.core.pot_game import TableGame, hand_end_fields
from tables.core.replay import replay_ended_game, replay_game
from tables.core.room import totals_of_leaving
from tables.core.stakes import Stake, stakes_from_record
from tables.models import Decision, Epoch, EpochEnd, Fate, PlacedStake, Reveal, StakeFate, Table
from tables.queries.definitions import defined_table
from tables.queries.table_states import decision_of_row
from wallet.core.ledger import Account
from wallet.queries.account_sums import held_by_chain
from wallet.queries.balances import all_currencies
from wallet.queries.journals import bets_made_again

Record = Mapping[str, Any]


def faults() -> Iterator[str]:
    """Yield a sentence for each table, epoch and stake that is not what its records say, and for money that is missing."""
    yield from _table_faults()
    for row in Epoch.objects.order_by("table", "epoch").iterator(chunk_size=500):
        yield from (f"Epoch {row.epoch} of table {row.table.hex}: {fault}" for fault in _epoch_faults(row))
    yield from _stake_faults()
    yield from _money_faults()


def _table_faults() -> Iterator[str]:
    for row in Table.objects.all():
        defined = defined_table(ChainId(row.chain))
        sheet, table = defined.definition.sheet, defined.definition
        stored = (bytes(row.leaf), row.game, bytes(row.rules_leaf), row.test, row.opened_ms)
        if stored != (defined.leaf, sheet.game, table.rules_leaf, table.test, defined.opened_ms):
            yield f"The row of table {row.chain.hex} differs from the record that opened it."


# --- Epochs -------------------------------------------------------------------------------------------------


def _epoch_faults(row: Epoch) -> Iterator[str]:
    table, epoch = defined_table(ChainId(row.table)).definition, TableEpoch(ChainId(row.table), row.epoch)
    seats = _record(row.table, row.seats_seq)
    placed = _named_stakes(row)
    listed = stakes_from_record(table, seats, {s.seat: s.room_minor for s in placed if s.room_minor is not None})
    if (seats["epoch"], seats["time"], listed) != (row.epoch, row.seats_ms, placed):
        yield "the stakes that its `seats` names are not those of its rows."
        return
    if row.hand_seq is not None:
        yield from _dealt_faults(row, table, epoch, listed)
    elif row.end_seq is not None:
        yield from _burnt_faults(row, epoch)


def _named_stakes(row: Epoch) -> tuple[Stake, ...]:
    named = Fate.objects.filter(fate=StakeFate.NAMED.value).values_list("chain", "seq")
    stakes = PlacedStake.objects.filter(table=row.table, epoch=row.epoch).order_by("seat")
    keys = set(named.filter(chain__in=stakes.values("chain")))
    return tuple(_stake_of(stake) for stake in stakes if (stake.chain, stake.seq) in keys)


def _dealt_faults(row: Epoch, table: TableDefinition, epoch: TableEpoch, stakes: tuple[Stake, ...]) -> Iterator[str]:
    seeds = epoch_seeds(epoch.chain, epoch.number)
    assert seeds is not None, "an epoch was announced"
    assert row.hand_seq is not None, "it was dealt"
    seed, opened = round_seed(epoch.round_id, seeds), _record(row.table, row.hand_seq - 1)
    if commitment(epoch, seed) != bytes(seeds.commitment):
        yield "its seed is not the one that was committed to."
    values = {each.seat: bytes(each.value) for each in _reveals(row) if each.value is not None}
    if {member["seat"]: bytes.fromhex(member["r"]) for member in opened["reveals"]} != values:
        yield "the values that its `open` names are not those of its rows."
        return
    mixed = mix(epoch, values)
    client = with_beacon(mixed, bytes.fromhex(opened["beacon"]["value"])) if "beacon" in opened else mixed
    if not opened["client"] == client.hex() == bytes(seeds.client_seed).hex():
        yield "its client seed is not the mix of the players' values."
        return
    cards = EpochCards(epoch=epoch, seed=seed, client=client)
    try:
        replayed = (
            _pot_replays(row, table, stakes, cards) if table.around_pot else _hand_replays(row, table, stakes, cards)
        )
    except (Refusal, AssertionError):
        # The rules would never have taken one of its records.
        replayed = False
    if not replayed:
        yield "its hand does not replay to what was recorded."


def _hand_replays(row: Epoch, table: TableDefinition, stakes: tuple[Stake, ...], cards: EpochCards) -> bool:
    hand, dealt = _record(row.table, _number(row.hand_seq)), deal_hand(table.sheet, stakes, cards)
    if not _tells(hand, dealt.fields(at_ms=hand["time"])) or hand.get("until") != row.until_ms:
        return False
    return row.ended_by != EpochEnd.HAND_END or _end_replays(row, dealt)


def _end_replays(row: Epoch, dealt: HouseHand) -> bool:
    decisions = [
        decision_of_row(each.seat, each.action, each.amount_minor, each.at_ms, _bytes(each.act_leaf))
        for each in Decision.objects.filter(table=row.table, epoch=row.epoch)
    ]
    end = _record(row.table, _number(row.end_seq))
    fields = dealt.finish(decisions).fields(dealt.cards, hand_leaf=bytes(row.hand_leaf or b""))
    return _tells(end, fields) and _end_of(row, end)


def _pot_replays(row: Epoch, table: TableDefinition, stakes: tuple[Stake, ...], cards: EpochCards) -> bool:
    first = _number(row.hand_seq)
    to_seq = row.end_seq if row.end_seq is not None else load_head(ChainId(row.table)).tip.seq + 1
    hand, *turns = [parse_entry(entry) for entry in entries(ChainId(row.table), from_seq=first, to_seq=to_seq)]
    game: TableGame = replay_game(table, stakes, cards, hand, turns)
    if row.ended_by != EpochEnd.HAND_END:
        return True
    end = _record(row.table, _number(row.end_seq))
    over = replay_ended_game(game, end)
    return _tells(end, hand_end_fields(over, hand_leaf=bytes(row.hand_leaf or b""))) and _end_of(row, end)


def _burnt_faults(row: Epoch, epoch: TableEpoch) -> Iterator[str]:
    end, seeds = _record(row.table, _number(row.end_seq)), epoch_seeds(epoch.chain, epoch.number)
    assert seeds is not None, "an epoch was announced"
    if end["type"] != "table_abort" or not _end_of(row, end):
        yield "its row says that it was burnt, its record does not."
        return
    if "seed" in end and end["seed"] != round_seed(epoch.round_id, seeds).hex():
        yield "its `table_abort` reveals another seed."
    reveals = list(_reveals(row))
    if end["reason"] != AbortReason.VOID and end["missing"] != [each.seat for each in reveals if each.value is None]:
        yield "the seats that its `table_abort` names as missing are not those of its rows."


def _end_of(row: Epoch, end: Record) -> bool:
    """Say whether the row has the end that its record tells."""
    told = (end["type"], end["epoch"], end["time"], leaf_hash(record_entry(ChainId(row.table), _number(row.end_seq))))
    return told == (row.ended_by, row.epoch, row.ended_ms, bytes(row.end_leaf or b""))


def _reveals(row: Epoch) -> Iterator[Reveal]:
    yield from Reveal.objects.filter(table=row.table, epoch=row.epoch).order_by("seat")


# --- Stakes -------------------------------------------------------------------------------------------------


def _stake_faults() -> Iterator[str]:
    fates = {(fate.chain, fate.seq): fate.fate for fate in Fate.objects.iterator(chunk_size=2000)}
    ended = {(row.table, row.epoch): row for row in Epoch.objects.exclude(end_seq=None).iterator(chunk_size=2000)}
    for row in PlacedStake.objects.order_by("chain", "seq").iterator(chunk_size=2000):
        fate, epoch = fates.get((row.chain, row.seq)), ended.get((row.table, row.epoch))
        if not _is_recorded(row) or row.unseated != (fate == StakeFate.UNSEATED):
            yield f"Stake {row.seq} of chain {row.chain.hex} is not stored as it was recorded."
        elif row.end_seq is not None and not _ended_rightly(row, None if row.unseated else epoch):
            yield f"Stake {row.seq} of chain {row.chain.hex} did not end as its epoch did."


def _is_recorded(row: PlacedStake) -> bool:
    record, table = _record(row.chain, row.seq), defined_table(ChainId(row.table))
    amount = record.get("buy_in" if table.definition.around_pot else "ante")
    told = (
        record["type"],
        record.get("table"),
        *(record.get(name) for name in ("epoch", "seat", "contrib", "room", "time")),
        amount,
        record.get("bonus", 0),
    )
    stake = _stake_of(row)
    stored = (
        "sit" if table.definition.around_pot else "deal",
        table.leaf.hex(),
        *(row.epoch, row.seat, stake.contribution.hex(), row.room_minor, row.placed_ms),
        row.stake_minor,
        row.side_bet_minor,
    )
    return told == stored and leaf_hash(record_entry(ChainId(row.chain), row.seq)) == stake.leaf


def _ended_rightly(row: PlacedStake, epoch: Epoch | None) -> bool:
    """Say whether the record that ended a stake cites its epoch's end, or none where `seats` did not name the stake."""
    if not row.unseated and epoch is None:
        return False
    table, record = defined_table(ChainId(row.table)).definition, _record(row.chain, _number(row.end_seq))
    ended_by = None if epoch is None else epoch.ended_by
    end_leaf = None if epoch is None else bytes(epoch.end_leaf or b"").hex()
    if (record["type"], record.get("end"), record["time"]) != (
        end_of_stake(table, end_type=ended_by).value,
        end_leaf,
        row.ended_ms,
    ):
        return False
    if epoch is None or ended_by == EpochEnd.TABLE_ABORT:
        return True
    result = _result_of(epoch, row.seat)
    return bool(record["pay"] == {"staked": result["staked"], "returned": result["returned"]})


def _stake_of(row: PlacedStake) -> Stake:
    return Stake(
        seat=row.seat,
        leaf=bytes(row.leaf),
        bet=Bet(row.stake_minor, row.side_bet_minor),
        contribution=bytes(row.contribution),
        room_minor=row.room_minor,
    )


# --- Money --------------------------------------------------------------------------------------------------


def _money_faults() -> Iterator[str]:
    ended = {(row.table, row.epoch): row for row in Epoch.objects.exclude(end_seq=None)}
    acts = {(each.table, each.epoch, each.seat): each.amount_minor for each in Decision.objects.exclude(act_leaf=None)}
    in_play, sits, currencies = staked_in_open_rounds(), dict[str, list[OpenSit]](), all_currencies()
    for row in PlacedStake.objects.filter(end_seq=None):
        if defined_table(ChainId(row.table)).definition.around_pot:
            sit = OpenSit(
                buy_in_minor=row.stake_minor, due_minor=_due_minor(ended.get((row.table, row.epoch)), row.seat)
            )
            sits.setdefault(currencies[ChainId(row.chain)], []).append(sit)
        else:
            raised_minor = acts.get((row.table, row.epoch, row.seat), 0)
            staked_minor = row.stake_minor + row.side_bet_minor + raised_minor
            in_play[ChainId(row.chain)] = in_play.get(ChainId(row.chain), 0) + staked_minor
    held = {chain: minor for chain, minor in held_by_chain(Account.IN_PLAY).items() if minor}
    for chain in sorted(held.keys() | in_play.keys()):
        if held.get(chain, 0) != in_play.get(chain, 0):
            yield f"Chain {chain.hex} has {in_play.get(chain, 0)} minor units at stake, but {held.get(chain, 0)} in play."
    yield from _pot_money_faults(sits, currencies)


def _pot_money_faults(sits: Mapping[str, list[OpenSit]], currencies: Mapping[ChainId, str]) -> Iterator[str]:
    held: dict[str, int] = {}
    for chain, minor in held_by_chain(Account.TABLE).items():
        held[currencies[chain]] = held.get(currencies[chain], 0) + minor
    for currency in sorted(held.keys() | sits.keys()):
        missing_minor = table_accounts_missing_minor(held_minor=held.get(currency, 0), sits=sits.get(currency, []))
        if missing_minor:
            yield f"The tables owe {missing_minor} minor units of {currency} more than their accounts hold."
    told = dict(_bets_again_told())
    stored = {(chain, seq): minor for chain, seq, minor in bets_made_again()}
    for chain, seq in sorted(told.keys() | stored.keys()):
        if told.get((chain, seq), 0) != stored.get((chain, seq), 0):
            yield f"Journal {seq} of chain {chain.hex} adds other bets to the totals than the game that it leaves."


def _bets_again_told() -> Iterator[tuple[tuple[ChainId, int], int]]:
    """Yield for each seat that left a game what its raises bet beyond its buy-in, by the `leave`."""
    ended = {(row.table, row.epoch): row for row in Epoch.objects.filter(ended_by=EpochEnd.HAND_END.value)}
    for row in PlacedStake.objects.filter(unseated=False).exclude(end_seq=None):
        epoch = ended.get((row.table, row.epoch))
        if epoch is None or not defined_table(ChainId(row.table)).definition.around_pot:
            continue
        raised_minor = _result_of(epoch, row.seat)["raised"]
        totals = totals_of_leaving(buy_in_minor=row.stake_minor, raised_minor=raised_minor, returned_minor=0)
        if totals.staked_minor:
            yield (ChainId(row.chain), _number(row.end_seq)), totals.staked_minor


def _due_minor(epoch: Epoch | None, seat: int) -> int | None:
    if epoch is None or epoch.ended_by != EpochEnd.HAND_END:
        return None
    result = _result_of(epoch, seat)
    return int(result["returned"]) + int(result["rake"])


def _result_of(epoch: Epoch, seat: int) -> Record:
    results = _record(epoch.table, _number(epoch.end_seq))["results"]
    result: Record = next(result for result in results if result["seat"] == seat)
    return result


def _record(chain: Any, seq: int) -> Record:
    """Return a stored record's document."""
    return parse_entry(record_entry(ChainId(chain), seq))


def _tells(record: Record, fields: Mapping[str, object]) -> bool:
    """Say whether a record has exactly these fields beside those that every record has."""
    return {name: value for name, value in record.items() if name not in COMMON_FIELDS} == dict(fields)


def _number(seq: int | None) -> int:
    assert seq is not None, "the row has the record's number"
    return seq


def _bytes(stored: bytes | memoryview | None) -> bytes | None:
    return None if stored is None else bytes(stored)
