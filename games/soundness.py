"""Check that every round is what its seed and its acts give. It replays everything."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from audit.core.note import leaf_hash
from audit.core.records import parse_entry
from audit.queries.epochs import epoch_seeds
from audit.queries.records import record_entry, system_entries
from games.core.action import Action
from games.core.cards import card_text
from games.core.families import family_of
from games.core.family import Bet, RoundOver
from games.core.play import Act, deal_first_cards, replay
from games.core.round_view import VOID, bet_from_record
from games.models import PublishedSheet, Round
from games.operations.round_cards import round_seed, round_shoe
from games.operations.seat import SOLO_SEAT
from games.queries.sheets import sheet_of_account
from kernel.ids import ChainId, RoundId
from kernel.refusals import Refusal
from players.queries.sessions import session_references


def faults() -> Iterator[str]:
    """Yield a sentence for each rule sheet that is not stored as it was logged.

    If there is none, yield a sentence for each round that is not its replay. No round is replayed by a sheet that was
    never published.
    """
    sheets = list(_sheet_faults())
    yield from sheets or _round_faults()


def _sheet_faults() -> Iterator[str]:
    stored = {
        bytes(row.leaf): (row.published_seq, row.game, row.engine_sha256, row.document)
        for row in PublishedSheet.objects.all()
    }
    for entry in system_entries():
        record: Any = parse_entry(entry)
        if record["type"] != "rules":
            continue
        sheet = record["rules"]
        if stored.pop(leaf_hash(entry), None) != (record["seq"], sheet["game"], sheet["engine_sha256"], sheet):
            yield f"The stored rule sheet of {sheet['game']} differs from record {record['seq']} of the system chain."
    yield from (f"A rule sheet of {game} is stored that was never published." for _, game, *_ in stored.values())


def _round_faults() -> Iterator[str]:
    """Yield a sentence for each round whose records or row are not what a replay gives, or of no session."""
    rows = Round.objects.order_by("chain", "epoch", "nonce").iterator(chunk_size=2000)
    for chain, rounds in groupby(rows, key=lambda row: ChainId(row.chain)):
        sessions, currency = set(session_references(chain).values()), _currency_of(chain)
        for row in rounds:
            round_id = RoundId(chain, row.epoch, row.nonce)
            if not _replays(row, round_id, currency):
                yield f"Round {round_id} does not replay to what was recorded."
            if not _in_a_session(row, sessions):
                yield f"Round {round_id} was dealt in a session that its player did not have."


def _currency_of(chain: ChainId) -> str:
    """Return the currency in which a chain began. What the account says is compared with it elsewhere."""
    init: Any = parse_entry(record_entry(chain, 0))
    currency: str = init["cur"]
    return currency


def _in_a_session(row: Round, sessions: set[str]) -> bool:
    """Tell whether a deal names one of the player's sessions. Those of erased players are gone."""
    deal, _ = _records(row)
    # The log's first version knew of no sessions.
    return not sessions or deal["v"] == "rdf/1" or deal["sess"] in sessions


def staked_in_open_rounds() -> dict[ChainId, int]:
    """Return what is at stake in open rounds (minor units), by chain, without chains that have none."""
    open_rounds = Round.objects.filter(settle_seq=None)
    return {ChainId(row.chain): row.stake_minor + row.side_bet_minor for row in open_rounds}


def _replays(row: Round, round_id: RoundId, currency: str) -> bool:
    try:
        return _recorded(row) == _replayed(row, round_id, currency)
    except Refusal:
        # The rules would never have taken this bet or this act.
        return False


def _recorded(row: Round) -> dict[str, Any]:
    """Return the facts of a round as its records and its row have them."""
    deal, end = _records(row)
    facts: dict[str, Any] = {
        "visible": deal["cards"],
        "bet": bet_from_record(deal),
        "by": (deal["rules"], deal["time"]),
    }
    if end is None:
        return facts
    facts["row"] = {"result": row.outcome, "pay": {"staked": row.staked_minor, "returned": row.returned_minor}}
    names = ("moves", "seed") if end["type"] == "void" else ("bonus", "cards", "result", "pay", "seed")
    return facts | {name: end.get(name) for name in names}


def _replayed(row: Round, round_id: RoundId, currency: str) -> dict[str, Any]:
    """Return the same facts as a replay of both seeds and the acts gives them; without an end if the acts reach none.

    Raises:
        Refusal: the rules take neither this bet nor these acts.
    """
    epoch = epoch_seeds(round_id.chain, round_id.epoch)
    assert epoch is not None, "a round has an epoch"
    sheet = sheet_of_account(bytes(row.rules_leaf), currency)
    seed = round_seed(round_id, epoch)
    family, bets = family_of(sheet), [Bet(row.stake_minor, row.side_bet_minor)]
    deck = round_shoe(seed, round_id, epoch, sheet)
    visible = family.visible(deal_first_cards(sheet, bets, deck), seat=SOLO_SEAT)
    by = (bytes(row.rules_leaf).hex(), row.dealt_ms)
    facts: dict[str, Any] = {"visible": [card_text(card) for card in visible], "bet": bets[0], "by": by}
    _, end = _records(row)
    if end is None:
        return facts
    if end["type"] == "void":
        stake_minor = bets[0].total_minor
        returned = {"staked": stake_minor, "returned": stake_minor}
        moves = [["cash", stake_minor], ["in_play", -stake_minor]]
        return facts | {"row": {"result": VOID, "pay": returned}, "moves": moves, "seed": seed.hex()}
    acts = [Act(seat=SOLO_SEAT, action=Action(act["a"]), amount_minor=act["amt"]) for act in end["acts"]]
    state = replay(sheet, bets, deck, acts)
    over = family.need(state)
    if not isinstance(over, RoundOver):
        return facts
    (result,) = over.results
    pay = {"staked": result.staked_minor, "returned": result.returned_minor}
    result_facts = {"result": result.outcome, "pay": pay}
    side_bet = result.side_bet and {"category": result.side_bet.category, "returned": result.side_bet.returned_minor}
    return facts | {
        "row": result_facts,
        **result_facts,
        "bonus": side_bet,
        "cards": [card_text(card) for card in family.dealt(state)],
        "seed": seed.hex(),
    }


def _records(row: Round) -> tuple[Any, Any]:
    """Return the documents of the round's deal and of its end, None while it is open."""
    numbers = (row.deal_seq, row.settle_seq)
    deal, end = (None if seq is None else parse_entry(record_entry(ChainId(row.chain), seq)) for seq in numbers)
    return deal, end
