"""Write `tables.jsonl`: what tables derive, and hands and games with the members of their records, from fixed inputs.

The first seven lines are those that were published with the protocol. Records stand without the members that all
records have; `time` is given beside them.

Usage: python tests/vectors/make_tables.py
"""

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from uuid import UUID

HERE: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from games.core.action import Action  # noqa: E402  found by the line above
from games.core.cards import Card, card_text  # noqa: E402  the same
from games.core.family import Bet  # noqa: E402  the same
from games.core.pot.game import spread_of, terms_of  # noqa: E402  the same
from games.core.sheet import RuleSheet  # noqa: E402  the same
from games.core.variants import montana_red_dog_table, pot_red_dog, red_dog_table  # noqa: E402  the same
from kernel.ids import ChainId  # noqa: E402  the same
from tables.core.attendance import Mark, MarkedBy  # noqa: E402  the same
from tables.core.decisions import DecidedBy  # noqa: E402  the same
from tables.core.definition import Admission, TableClock, TableDefinition  # noqa: E402  the same
from tables.core.epoch import TableEpoch, commitment, contribution, mix  # noqa: E402  the same
from tables.core.epoch_cards import EpochCards  # noqa: E402  the same
from tables.core.house_hand import HouseHand, SeatDecision, deal_hand  # noqa: E402  the same
from tables.core.opening import open_epoch  # noqa: E402  the same
from tables.core.pot_game import (  # noqa: E402  the same
    GameStep,
    TableGame,
    end_by_time,
    hand_end_fields,
    mark_seat,
    start_game,
    take_decision,
    take_default,
)
from tables.core.stakes import Stake, order_from_dealers_left, seats_fields  # noqa: E402  the same

CHAIN: Final = ChainId(UUID(bytes=bytes(range(16))))
FIRST_SEED: Final = bytes(range(32))
BEGIN_MS: Final = 1_790_000_000_000
HAND_LEAF: Final = bytes([0xBB]) * 32
RAKED_POT: Final = replace(
    pot_red_dog.SHEET, terms=replace(terms_of(pot_red_dog.SHEET), rake_basis_points=1000), stake_min_minor=3000
)
COVERED: Final = 5120

Line = dict[str, Any]


def seed_of(number: int) -> bytes:
    return hashlib.sha256(b"top" + number.to_bytes(4, "big")).digest() if number else FIRST_SEED


def value_of(seat: int) -> bytes:
    return bytes([0xA0 + seat]) * 32


def cards_of(number: int, seats: Sequence[int]) -> EpochCards:
    epoch = TableEpoch(CHAIN, number)
    return EpochCards(epoch=epoch, seed=seed_of(number), client=mix(epoch, {seat: value_of(seat) for seat in seats}))


def spelled(cards: Sequence[int]) -> str:
    return " ".join(card_text(Card(card)) for card in cards)


def derivation(name: str, number: int, seats: Sequence[int], *, packs: int, shown: int) -> Line:
    """Return an epoch's commitment, contributions, client seed and deck."""
    cards, epoch = cards_of(number, seats), TableEpoch(CHAIN, number)
    deck = cards.deck(packs)[:shown]
    return {
        "vector": name,
        "chain": CHAIN.hex,
        "epoch": number,
        "seed": cards.seed.hex(),
        "commit": commitment(epoch, cards.seed).hex(),
        "reveals": [[seat, value_of(seat).hex()] for seat in seats],
        "contribs": [[seat, contribution(epoch, seat=seat, value=value_of(seat)).hex()] for seat in seats],
        "client": cards.client.hex(),
        "decks": packs,
        "deck": deck,
        "cards": spelled(deck),
    }


def reshuffle(name: str, cards: EpochCards, used: Sequence[Card], *, number: int) -> Line:
    """Return the pack that used cards make."""
    pack = cards.reshuffled(used, reshuffle=number)
    return {
        "vector": name,
        "chain": CHAIN.hex,
        "epoch": cards.epoch.number,
        "seed": cards.seed.hex(),
        "client": cards.client.hex(),
        "k": number,
        "discards_in_any_order": list(used),
        "pack": list(pack),
        "cards": spelled(pack),
    }


def seals(name: str, cards: EpochCards, seat: int, hands: Sequence[Sequence[Card]]) -> Line:
    """Return the keys and seals of a seat's hands, dealt one after the other."""
    sealed = [cards.sealed(seat, nth, hand) for nth, hand in enumerate(hands)]
    return {
        "vector": name,
        "chain": CHAIN.hex,
        "epoch": cards.epoch.number,
        "seed": cards.seed.hex(),
        "seat": seat,
        "keys": [hand.key.hex() for hand in sealed],
        "cards": [hand.texts for hand in sealed],
        "sealed": [hand.seal.hex() for hand in sealed],
    }


def derivations() -> Iterator[Line]:
    """Yield the published lines."""
    yield derivation("one seat: deck of one pack", 0, [3], packs=1, shown=52)
    yield derivation("seven seats: deck of one pack", 1, range(7), packs=1, shown=52)
    yield derivation("ten seats: deck of two packs", 2, range(10), packs=2, shown=104)
    one_changes = "three seats of which one changes: the deck has nothing to do with the other"
    yield derivation(one_changes, 3, [0, 2, 5], packs=1, shown=12)
    cards = cards_of(3, [0, 2, 5])
    deck = [Card(card) for card in cards.deck(1)]
    first = reshuffle("first reshuffle: 44 used cards, 8 are held", cards, deck[:44], number=1)
    yield first
    used_again = [*first["pack"][:37], *deck[44:]]
    yield reshuffle("second reshuffle: 45 used cards", cards, used_again, number=2)
    yield seals("sealed hands of seat 5: its first and its second", cards, 5, [deck[:2], deck[2:4]])


def table_of(sheet: RuleSheet) -> TableDefinition:
    return TableDefinition(
        sheet=sheet,
        rules_leaf=hashlib.sha256(sheet.game.encode()).digest(),
        exponent=2,
        seats=sheet.seats,
        stake_min_minor=sheet.stake_min_minor,
        stake_max_minor=sheet.stake_max_minor,
        admission=Admission.PUBLIC,
        clock=TableClock(bet_ms=8000, reveal_ms=10_000, game_ms=300_000 if sheet.family == "pot" else None),
        test=False,
    )


def stakes_of(number: int, bets: Mapping[int, Bet]) -> tuple[Stake, ...]:
    epoch = TableEpoch(CHAIN, number)
    return tuple(
        Stake(
            seat=seat,
            leaf=hashlib.sha256(f"stake {number} {seat}".encode()).digest(),
            bet=bet,
            contribution=contribution(epoch, seat=seat, value=value_of(seat)),
        )
        for seat, bet in sorted(bets.items())
    )


class Written:
    """The records of one epoch, in the chain's order."""

    def __init__(self, sheet: RuleSheet, number: int, bets: Mapping[int, Bet]) -> None:
        """Write `seats` and `open`."""
        self.table, self.stakes, self.cards = table_of(sheet), stakes_of(number, bets), cards_of(number, sorted(bets))
        self.records: list[Line] = []
        next_commitment = commitment(TableEpoch(CHAIN, number + 1), seed_of(number + 1))
        values = {seat: value_of(seat) for seat in bets}
        opened = open_epoch(self.cards.epoch, self.stakes, values, covered_size=COVERED)
        self.add("seats", seats_fields(self.table, number, self.stakes, next_commitment=next_commitment), BEGIN_MS)
        self.add("open", opened.fields, BEGIN_MS + 600)

    def add(self, kind: str, fields: Mapping[str, object], at_ms: int) -> None:
        self.records.append({"type": kind, "time": at_ms, **fields})

    def line(self, name: str) -> Line:
        return {
            "vector": name,
            "chain": CHAIN.hex,
            "rules": self.table.sheet.document("0" * 64),
            "table": self.table.fields(),
            "hand_leaf": HAND_LEAF.hex(),
            "records": self.records,
        }


def house_line(
    name: str, sheet: RuleSheet, number: int, bets: Mapping[int, Bet], decided: Mapping[int, tuple[Action, int]]
) -> Line:
    """Play a hand in which the seats of `decided` decide, and the others are silent."""
    written = Written(sheet, number, bets)
    hand = deal_hand(sheet, written.stakes, written.cards)
    at_ms = BEGIN_MS + 600
    written.add("hand", hand.fields(at_ms=at_ms), at_ms)
    end_ms = at_ms + sheet.timeout_ms if hand.needs_decisions else at_ms
    finished = hand.finish(_decisions(hand, decided, end_ms) if hand.needs_decisions else [])
    written.add("hand_end", finished.fields(written.cards, hand_leaf=HAND_LEAF), end_ms)
    return written.line(name)


def _decisions(hand: HouseHand, decided: Mapping[int, tuple[Action, int]], end_ms: int) -> list[SeatDecision]:
    seats = [stake.seat for stake in hand.stakes]
    own = [
        SeatDecision(
            seat=seat,
            action=action,
            amount_minor=amount_minor,
            by=DecidedBy.PLAYER,
            at_ms=BEGIN_MS + 4000 + seat,
            act_leaf=hashlib.sha256(f"act {seat}".encode()).digest(),
        )
        for seat, (action, amount_minor) in decided.items()
    ]
    return own + [hand.default_of(seat, at_ms=end_ms) for seat in seats if seat not in decided]


def pot_line(
    name: str, sheet: RuleSheet, number: int, bets: Mapping[int, Bet], *, silent: Sequence[int] = (), votes_at: int = 0
) -> Line:
    """Play a game by a fixed strategy; `silent` seats time out, and from turn `votes_at` on everybody votes."""
    written = Written(sheet, number, bets)
    order = order_from_dealers_left(sorted(bets), began_last=4)
    now_ms = BEGIN_MS + 600
    step = start_game(written.table, written.stakes, written.cards, order=order, at_ms=now_ms)
    written.add("hand", step.fields, now_ms)
    while step.game.end is None and now_ms + 1000 < step.game.ends_ms:
        now_ms += 1000
        step, now_ms = _next(step.game, now_ms, silent=silent, votes_at=votes_at)
        written.add("turn", step.fields, now_ms)
    over, now_ms = (
        (step.game, now_ms) if step.game.end else (end_by_time(step.game, at_ms=step.game.ends_ms), step.game.ends_ms)
    )
    written.add("hand_end", hand_end_fields(over, hand_leaf=HAND_LEAF), now_ms)
    return written.line(name)


def _next(game: TableGame, now_ms: int, *, silent: Sequence[int], votes_at: int) -> tuple[GameStep, int]:
    """Return the next step of a game, and its instant."""
    voters = [seat for seat in game.dealt.seats_in_play if seat not in game.attendance.votes]
    if votes_at and game.turns >= votes_at and voters:
        return mark_seat(game, seat=voters[0], mark=Mark.VOTE, by=MarkedBy.PLAYER, at_ms=now_ms), now_ms
    seat = game.deciding_seat
    assert seat is not None, "the game is not over"
    if seat in silent:
        due_ms = now_ms if seat in game.attendance.away else game.decision_ends_ms
        return take_default(game, at_ms=due_ms), due_ms
    action, amount_minor = _strategy(game)
    return (
        take_decision(game, seat=seat, action=action, amount_minor=amount_minor, by=DecidedBy.PLAYER, at_ms=now_ms),
        now_ms,
    )


def _strategy(game: TableGame) -> tuple[Action, int]:
    """Call every pair, raise all on a spread of 7 or more and the least on one of 4, and go down otherwise."""
    legal = {each.action: each for each in game.legal_actions}
    spread = spread_of(game.dealt.game.hands[game.dealt.game.seat])
    if spread is None:
        return Action.CALL, 0
    if Action.RAISE in legal and spread >= 7:
        return Action.RAISE, legal[Action.RAISE].cost_max_minor // 500 * 500
    if Action.RAISE in legal and spread == 4:
        return Action.RAISE, legal[Action.RAISE].cost_min_minor
    return Action.DOWN, legal[Action.DOWN].cost_min_minor


def hands_and_games() -> Iterator[Line]:
    """Yield hands against the house and games around a pot with their records."""
    raised, stood = (Action.RAISE, 1000), (Action.STAND, 0)
    thousand = Bet(1000)
    red_dog, pot = red_dog_table.SHEET, pot_red_dog.SHEET
    yield house_line(
        "red dog: a raise, a stand, a time-out",
        red_dog,
        13,
        {1: thousand, 4: thousand, 6: thousand},
        {1: raised, 4: stood},
    )
    yield house_line("red dog: a pair, nobody is asked", red_dog, 31, {0: thousand, 5: thousand}, {})
    bets = {0: Bet(1000, 500), 3: Bet(2000), 6: Bet(400, 100)}
    decided = {0: raised, 6: (Action.SURRENDER, 0)}
    yield house_line(
        "montana: a raise, a surrender with a side bet, a time-out", montana_red_dog_table.SHEET, 12, bets, decided
    )
    stacks = {seat: Bet(20_000) for seat in (1, 4, 8)}
    yield pot_line("pot: three seats, divided by agreement", pot, 20, stacks, votes_at=24)
    yield pot_line(
        "pot: five seats of which one is silent", pot, 21, {seat: Bet(20_000) for seat in range(5)}, silent=[2]
    )
    many = {seat: Bet(20_000) for seat in range(7)}
    yield pot_line("pot: seven seats and two packs, by the table's time", pot, 29, many, silent=[0, 1, 5])
    small = {0: Bet(3000), 3: Bet(4500), 8: Bet(20_000), 9: Bet(20_000)}
    yield pot_line("pot: a rake, and only one keeps chips", RAKED_POT, 21, small)


if __name__ == "__main__":
    lines = [json.dumps(line, separators=(",", ":")) for line in (*derivations(), *hands_and_games())]
    (HERE / "tables.jsonl").write_text("\n".join(lines) + "\n")
