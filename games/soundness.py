"""Whether every round is what its seed and its acts give. Replays everything."""

from collections.abc import Iterator
from typing import Any

from audit.core.note import leaf_hash
from audit.core.records import read
from audit.queries import epoch_seeds, record_entry, system_entries
from games.core.cards import text
from games.core.families import family_of
from games.core.family import Action, Bet, Over
from games.core.play import Act, first_cards, replay
from games.core.round_view import VOID, bet_of
from games.models import PublishedSheet, Round
from games.operations.deal import round_seed, round_shoe
from games.queries import sheet_by_leaf
from kernel.ids import ChainId, RoundId
from kernel.refusals import Refusal
from wallet.queries.balances import balance


def faults() -> Iterator[str]:
    """Yield a sentence for each rule sheet that is not as it was logged, or else for each round that is not its replay.

    By a sheet that was never published no round is replayed.
    """
    sheets = list(_sheet_faults())
    yield from sheets or _round_faults()


def _sheet_faults() -> Iterator[str]:
    stored = {
        bytes(row.leaf): (row.published_seq, row.game, row.engine_sha256, row.document)
        for row in PublishedSheet.objects.all()
    }
    for entry in system_entries():
        record: Any = read(entry)
        if record["type"] != "rules":
            continue
        sheet = record["rules"]
        if stored.pop(leaf_hash(entry), None) != (record["seq"], sheet["game"], sheet["engine_sha256"], sheet):
            yield f"The rule sheet of {sheet['game']} is not stored as record {record['seq']} of the system chain has it."
    yield from (f"A rule sheet of {game} is stored that was never published." for _, game, *_ in stored.values())


def _round_faults() -> Iterator[str]:
    """Yield a sentence for each round whose records, row or money are not what a replay gives."""
    in_play: dict[ChainId, int] = {}
    for row in Round.objects.order_by("chain", "epoch", "nonce").iterator(chunk_size=2000):
        round_id = RoundId(ChainId(row.chain), row.epoch, row.nonce)
        if not _replays(row, round_id):
            yield f"Round {round_id} does not replay to what was recorded."
        in_play.setdefault(round_id.chain, 0)
        in_play[round_id.chain] += row.stake_minor + row.side_bet_minor if row.settle_seq is None else 0
    for chain, staked_minor in in_play.items():
        if balance(chain).in_play_minor != staked_minor:
            yield f"Chain {chain.hex} has {staked_minor} minor units at stake in open rounds, but other money in play."


def _replays(row: Round, round_id: RoundId) -> bool:
    try:
        return _told(row) == _replayed(row, round_id)
    except Refusal:
        # A bet or an act that the rules would never have taken.
        return False


def _told(row: Round) -> dict[str, Any]:
    """Return what the records and the row say."""
    deal, end = _records(row)
    told: dict[str, Any] = {"visible": deal["cards"], "bet": bet_of(deal), "by": (deal["rules"], deal["time"])}
    if end is None:
        return told
    told["row"] = {"result": row.outcome, "pay": {"staked": row.staked_minor, "returned": row.returned_minor}}
    names = ("moves", "seed") if end["type"] == "void" else ("bonus", "cards", "result", "pay", "seed")
    return told | {name: end.get(name) for name in names}


def _replayed(row: Round, round_id: RoundId) -> dict[str, Any]:
    """Return what the sealed seed, the client's seed and the acts give; no end where the acts do not come to one.

    Raises:
        Refusal: the rules take neither this bet nor these acts.
    """
    epoch = epoch_seeds(round_id.chain, round_id.epoch)
    assert epoch is not None, "a round has an epoch"
    sheet, seed = sheet_by_leaf(bytes(row.rules_leaf)), round_seed(round_id, epoch)
    family, bets = family_of(sheet), [Bet(row.stake_minor, row.side_bet_minor)]
    deck = round_shoe(seed, round_id, epoch, sheet)
    opening = family.visible(first_cards(sheet, bets, deck), seat=0)
    by = (bytes(row.rules_leaf).hex(), row.dealt_ms)
    told: dict[str, Any] = {"visible": [text(card) for card in opening], "bet": bets[0], "by": by}
    _, end = _records(row)
    if end is None:
        return told
    if end["type"] == "void":
        put_down_minor = bets[0].total_minor
        returned = {"staked": put_down_minor, "returned": put_down_minor}
        moves = [["cash", put_down_minor], ["in_play", -put_down_minor]]
        return told | {"row": {"result": VOID, "pay": returned}, "moves": moves, "seed": seed.hex()}
    acts = [Act(seat=0, action=Action(act["a"]), amount_minor=act["amt"]) for act in end["acts"]]
    state = replay(sheet, bets, deck, acts)
    over = family.need(state)
    if not isinstance(over, Over):
        return told
    (result,) = over.results
    pay = {"staked": result.staked_minor, "returned": result.returned_minor}
    won = {"result": result.outcome, "pay": pay}
    bonus = result.bonus and {"category": result.bonus.category, "returned": result.bonus.returned_minor}
    return told | {
        "row": won,
        **won,
        "bonus": bonus,
        "cards": [text(card) for card in family.dealt(state)],
        "seed": seed.hex(),
    }


def _records(row: Round) -> tuple[Any, Any]:
    """Return the documents of the round's deal and of its end, None while it is open."""
    numbers = (row.deal_seq, row.settle_seq)
    deal, end = (None if seq is None else read(record_entry(ChainId(row.chain), seq)) for seq in numbers)
    return deal, end
