"""Whether every round is what its seed and its acts give. Replays everything."""

from collections.abc import Iterator
from typing import Any

from audit.core.records import read
from audit.queries import entries, epoch_seeds
from games.core.cards import text
from games.core.families import family_of
from games.core.family import Action, Over
from games.core.play import Act, first_cards, replay
from games.models import Round
from games.operations.deal import round_seed, round_shoe
from games.queries import sheet_by_leaf
from kernel.ids import ChainId, RoundId
from wallet.queries import balance


def faults() -> Iterator[str]:
    """Yield a sentence for each round whose records, row or money are not what a replay gives."""
    in_play: dict[ChainId, int] = {}
    for row in Round.objects.order_by("chain", "epoch", "nonce").iterator(chunk_size=2000):
        round_id = RoundId(ChainId(row.chain), row.epoch, row.nonce)
        if _told(row) != _replayed(row, round_id):
            yield f"Round {round_id} does not replay to what was recorded."
        in_play.setdefault(round_id.chain, 0)
        in_play[round_id.chain] += row.ante_minor if row.settle_seq is None else 0
    for chain, staked_minor in in_play.items():
        if balance(chain).in_play_minor != staked_minor:
            yield f"Chain {chain.hex} has {staked_minor} minor units at stake in open rounds, but other money in play."


def _told(row: Round) -> dict[str, Any]:
    """Return what the records and the row say."""
    (deal,) = entries(ChainId(row.chain), from_seq=row.deal_seq, to_seq=row.deal_seq + 1)
    told: dict[str, Any] = {"visible": read(deal)["cards"], "ante": read(deal)["ante"]}
    if row.settle_seq is None:
        return told
    (entry,) = entries(ChainId(row.chain), from_seq=row.settle_seq, to_seq=row.settle_seq + 1)
    settle: Any = read(entry)
    row_says = {"result": row.outcome, "pay": {"staked": row.staked_minor, "returned": row.returned_minor}}
    return told | {"row": row_says} | {name: settle[name] for name in ("cards", "result", "pay", "seed")}


def _replayed(row: Round, round_id: RoundId) -> dict[str, Any]:
    """Return what the sealed seed, the client's seed and the acts give."""
    epoch = epoch_seeds(round_id.chain, round_id.epoch)
    assert epoch is not None, "a round has an epoch"
    sheet, seed = sheet_by_leaf(bytes(row.rules_leaf)), round_seed(round_id, epoch)
    family, stakes = family_of(sheet), [row.ante_minor]
    opening = first_cards(sheet, stakes, round_shoe(seed, round_id, epoch, sheet))
    told = {"visible": [text(card) for card in family.visible(opening, seat=0)], "ante": row.ante_minor}
    if row.settle_seq is None:
        return told
    (entry,) = entries(round_id.chain, from_seq=row.settle_seq, to_seq=row.settle_seq + 1)
    settle: Any = read(entry)
    acts = [Act(seat=0, action=Action(act["a"]), amount_minor=act["amt"]) for act in settle["acts"]]
    state = replay(sheet, stakes, round_shoe(seed, round_id, epoch, sheet), acts)
    over = family.need(state)
    assert isinstance(over, Over), "the acts of a settled round complete it"
    (result,) = over.results
    end = {
        "result": result.outcome,
        "pay": {"staked": result.staked_minor, "returned": result.returned_minor},
    }
    return told | {"row": end, **end, "cards": [text(card) for card in family.dealt(state)], "seed": seed.hex()}
