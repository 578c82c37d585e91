"""Check that each table is what its record says, and that each epoch replays to what was recorded."""

from collections.abc import Iterator

from audit.core.note import leaf_hash
from audit.core.records import parse_entry
from audit.queries.chains import load_head
from audit.queries.epochs import epoch_seeds
from audit.queries.records import entries, record_entry
from games.operations.round_cards import round_seed
from kernel.ids import ChainId
from kernel.refusals import Refusal
from tables.core.definition import TableDefinition
from tables.core.epoch import TableEpoch, commitment, mix, with_beacon
from tables.core.epoch_cards import EpochCards
from tables.core.house_hand import HouseHand, SeatDecision, deal_hand
from tables.core.opening import AbortReason
from tables.core.pot_game import TableGame, hand_end_fields
from tables.core.replay import replay_ended_game, replay_game
from tables.core.stakes import Stake, stakes_from_record
from tables.models import BegunEpoch, Decision, EpochEnd, Fate, PlacedStake, Reveal, StakeFate, Table
from tables.queries.decision_rows import decision_of_row
from tables.queries.definitions import defined_table
from tables.queries.records_without_rows import epochs_without_rows, tables_without_rows
from tables.soundness.stored import Record, checked, number, optional_bytes, record, stake_of, tells


def faults() -> Iterator[str]:
    """Yield a sentence for each table and epoch that is not what its records say."""
    yield from _table_faults()
    for row in BegunEpoch.objects.order_by("table", "epoch").iterator(chunk_size=500):
        yield from checked(f"Epoch {row.epoch} of table {row.table.hex}", _epoch_faults(row))
    for chain in tables_without_rows():
        yield f"Table {chain.hex} has no row."
    for chain, seq in epochs_without_rows():
        yield f"The epoch that record {seq} of table {chain.hex} began has no row."


def _table_faults() -> Iterator[str]:
    for row in Table.objects.all():
        defined = defined_table(ChainId(row.chain))
        sheet, table = defined.definition.sheet, defined.definition
        stored = (bytes(row.leaf), row.game, bytes(row.rules_leaf), row.test, row.opened_ms)
        if stored != (defined.leaf, sheet.game, table.rules_leaf, table.test, defined.opened_ms):
            yield f"The row of table {row.chain.hex} differs from the record that opened it."


def _epoch_faults(row: BegunEpoch) -> Iterator[str]:
    table, epoch = defined_table(ChainId(row.table)).definition, TableEpoch(ChainId(row.table), row.epoch)
    seats = record(row.table, row.seats_seq)
    placed = _named_stakes(row)
    listed = stakes_from_record(table, seats, {s.seat: s.room_minor for s in placed if s.room_minor is not None})
    if (seats["epoch"], seats["time"], listed) != (row.epoch, row.seats_ms, placed):
        yield "the stakes that its `seats` names are not those of its rows."
        return
    if row.game is not None and (row.game, row.test) != (table.sheet.game, table.test):
        yield "it is counted with another game than its table's."
    if row.hand_seq is not None and _is_opened(row, epoch):
        yield from _dealt_faults(row, table, epoch, listed)
    if row.end_seq is not None and (row.hand_seq is None or row.ended_by == EpochEnd.TABLE_ABORT):
        yield from _burnt_faults(row, epoch)


def _is_opened(row: BegunEpoch, epoch: TableEpoch) -> bool:
    """Say whether its seed can be opened. Of an epoch that was voided because its seed was lost, nothing replays."""
    return row.ended_by != EpochEnd.TABLE_ABORT or "seed" in record(epoch.chain, number(row.end_seq))


def _named_stakes(row: BegunEpoch) -> tuple[Stake, ...]:
    named = Fate.objects.filter(fate=StakeFate.NAMED.value).values_list("chain", "seq")
    stakes = PlacedStake.objects.filter(table=row.table, epoch=row.epoch).order_by("seat")
    keys = set(named.filter(chain__in=stakes.values("chain")))
    return tuple(stake_of(stake) for stake in stakes if (stake.chain, stake.seq) in keys)


def _dealt_faults(
    row: BegunEpoch, table: TableDefinition, epoch: TableEpoch, stakes: tuple[Stake, ...]
) -> Iterator[str]:
    seeds = epoch_seeds(epoch.chain, epoch.number)
    assert seeds is not None, "an epoch was announced"
    assert row.hand_seq is not None, "it was dealt"
    seed, opened = round_seed(epoch.round_id, seeds), record(row.table, row.hand_seq - 1)
    hand = record(row.table, row.hand_seq)
    leaf = leaf_hash(record_entry(epoch.chain, row.hand_seq))
    if (hand["type"], hand.get("until"), leaf) != ("hand", row.until_ms, bytes(row.hand_leaf or b"")):
        yield "its `hand` is not the record that its row names."
    if commitment(epoch, seed) != bytes(seeds.commitment):
        yield "its seed is not the one that was committed to."
    values = {each.seat: bytes(each.value) for each in _reveals(row) if each.value is not None}
    if {member["seat"]: bytes.fromhex(member["r"]) for member in opened["reveals"]} != values:
        yield "the values that its `open` names are not those of its rows."
        return
    if not _beacon_is_the_tables(table, opened, row.seats_ms):
        yield "its `open` has another beacon than the round that its table and its `seats` fix."
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


def _beacon_is_the_tables(table: TableDefinition, opened: Record, seats_ms: int) -> bool:
    beacon = opened.get("beacon")
    if table.beacon is None or beacon is None:
        return table.beacon is beacon is None
    due = table.beacon.first_round_after(seats_ms)
    return (beacon["src"], beacon["round"]) == (table.beacon.url, due.number) and due.published_ms <= opened["time"]


def _hand_replays(row: BegunEpoch, table: TableDefinition, stakes: tuple[Stake, ...], cards: EpochCards) -> bool:
    hand, dealt = record(row.table, number(row.hand_seq)), deal_hand(table.sheet, stakes, cards)
    if not tells(hand, dealt.fields(at_ms=hand["time"])):
        return False
    return _end_replays(row, dealt) if row.ended_by == EpochEnd.HAND_END else _told(row) == _acts(row)


def _end_replays(row: BegunEpoch, dealt: HouseHand) -> bool:
    end = record(row.table, number(row.end_seq))
    fields = dealt.finish(_decisions(row)).fields(dealt.cards, hand_leaf=bytes(row.hand_leaf or b""))
    return tells(end, fields) and _end_of(row, end)


def _decisions(row: BegunEpoch) -> list[SeatDecision]:
    return [
        decision_of_row(each.seat, each.action, each.amount_minor, each.at_ms, optional_bytes(each.act_leaf))
        for each in Decision.objects.filter(table=row.table, epoch=row.epoch).order_by("seat")
    ]


def _told(row: BegunEpoch) -> list[SeatDecision]:
    """Return the decisions that players took: an epoch that is voided takes the others' places."""
    return [decision for decision in _decisions(row) if decision.act_leaf is not None]


def _acts(row: BegunEpoch) -> list[SeatDecision]:
    """Return the decisions of a hand without an end as its players' chains have them."""
    acts = []
    for stake in PlacedStake.objects.filter(table=row.table, epoch=row.epoch, unseated=False).order_by("seat"):
        chain = ChainId(stake.chain)
        to_seq = load_head(chain).tip.seq + 1 if stake.end_seq is None else stake.end_seq
        for entry in entries(chain, from_seq=stake.seq + 1, to_seq=to_seq):
            act: Record = parse_entry(entry)
            if act["type"] == "act":
                assert (act["deal"], act["hand"]) == (bytes(stake.leaf).hex(), bytes(row.hand_leaf or b"").hex()), (
                    "an act is of the stake that is open"
                )
                acts.append(decision_of_row(stake.seat, act["a"], act["amt"], act["time"], leaf_hash(entry)))
    return acts


def _pot_replays(row: BegunEpoch, table: TableDefinition, stakes: tuple[Stake, ...], cards: EpochCards) -> bool:
    first = number(row.hand_seq)
    to_seq = row.end_seq if row.end_seq is not None else load_head(ChainId(row.table)).tip.seq + 1
    hand, *turns = [parse_entry(entry) for entry in entries(ChainId(row.table), from_seq=first, to_seq=to_seq)]
    game: TableGame = replay_game(table, stakes, cards, hand, turns)
    if row.ended_by != EpochEnd.HAND_END:
        return True
    end = record(row.table, number(row.end_seq))
    over = replay_ended_game(game, end)
    return tells(end, hand_end_fields(over, hand_leaf=bytes(row.hand_leaf or b""))) and _end_of(row, end)


def _burnt_faults(row: BegunEpoch, epoch: TableEpoch) -> Iterator[str]:
    end, seeds = record(row.table, number(row.end_seq)), epoch_seeds(epoch.chain, epoch.number)
    assert seeds is not None, "an epoch was announced"
    if end["type"] != "table_abort" or not _end_of(row, end):
        yield "its row says that it was burnt, its record does not."
        return
    if "seed" in end and end["seed"] != round_seed(epoch.round_id, seeds).hex():
        yield "its `table_abort` reveals another seed."
    if end["reason"] == AbortReason.VOID:
        return
    reveals = list(_reveals(row))
    if end["missing"] != [each.seat for each in reveals if each.value is None]:
        yield "the seats that its `table_abort` names as missing are not those of its rows."
    values = [{"seat": each.seat, "r": bytes(each.value).hex()} for each in reveals if each.value is not None]
    if end["reveals"] != values:
        yield "the values that its `table_abort` names are not those of its rows."


def _end_of(row: BegunEpoch, end: Record) -> bool:
    """Say whether the row has the end that its record tells."""
    recorded = (
        end["type"],
        end["epoch"],
        end["time"],
        leaf_hash(record_entry(ChainId(row.table), number(row.end_seq))),
    )
    return recorded == (row.ended_by, row.epoch, row.ended_ms, bytes(row.end_leaf or b""))


def _reveals(row: BegunEpoch) -> Iterator[Reveal]:
    yield from Reveal.objects.filter(table=row.table, epoch=row.epoch).order_by("seat")
