"""Write `pot.jsonl`: turns and whole games around a pot, by bookkeeping that shares nothing with ours.

Ranks are counted on the fingers of a list, chips are counted seat by seat, and payouts are totals with the bet
included. The long games are dealt from a real pack, hands ahead of their turns, and shuffled again when it runs out.

Usage: python tests/vectors/games/make_pot.py > tests/vectors/games/pot.jsonl
"""

import itertools
import json
import random
import sys
from collections.abc import Iterator, Sequence
from typing import Any

ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
TOTALS = {1: 11, 2: 6, 3: 3}
TOTAL_OTHERWISE = 2
SUITS = "shdc"

Line = dict[str, Any]


class Table:
    """Chips on a table, moved one player at a time. `chip` is what a chip counts in the line."""

    def __init__(self, stacks: Sequence[int], pot: int, chip: int = 1) -> None:
        self.stacks, self.pot, self.chip = list(stacks), pot, chip

    def alive(self) -> list[int]:
        """Return who has chips."""
        return [player for player in range(len(self.stacks)) if self.stacks[player] > 0]

    def everyone_pays(self, chips: int) -> None:
        """Let each player put in what is asked, or what is left."""
        for player in self.alive():
            paid = min(chips * self.chip, self.stacks[player])
            self.stacks[player] -= paid
            self.pot += paid

    def turn(self, player: int, cards: Sequence[str], decision: str | None, bet: int) -> Line:
        """Play a turn and return all that can be told of it."""
        outcome, spread, used, put_in, got = self._fought(cards, decision, bet, self.stacks[player])
        self.stacks[player] += got - put_in
        self.pot += put_in - got
        before, stack = self.pot, self.stacks[player]
        asked, over = 0, False
        if (self.pot == 0 and 0 in self.stacks) or len(self.alive()) == 1:
            over = True
        else:
            if self.pot == 0:
                asked = 10
            elif self.pot <= 5 * self.chip * len(self.alive()):
                asked = 5
            self.everyone_pays(asked)
            over = len(self.alive()) < 2
        return {
            "outcome": outcome,
            "spread": spread,
            "cards_used": used,
            "staked": put_in,
            "returned": got,
            "net": got - put_in,
            "before": before,
            "stack": stack,
            "asked": asked * self.chip,
            "pot": self.pot,
            "stacks": list(self.stacks),
            "over": over,
        }

    def _fought(
        self, cards: Sequence[str], decision: str | None, bet: int, stack: int
    ) -> tuple[str, int | None, int, int, int]:
        low, high = sorted(ORDER.index(card[0]) for card in cards[:2])
        between = ORDER[low + 1 : high]
        if low == high:
            if decision == "take":
                return "pair_take", None, 2, 0, min(10 * self.chip, self.pot)
            hit = cards[2][0] == ORDER[low]
            return ("red_dog", None, 3, 0, self.pot) if hit else ("pair_miss", None, 3, 0, 0)
        if not between:
            return "consecutive_draw", 0, 2, 0, 0
        if decision == "down":
            return "down", len(between), 2, min(5 * self.chip, stack), 0
        if cards[2][0] not in between:
            return "lose", len(between), 3, bet, 0
        total = min(bet * TOTALS.get(len(between), TOTAL_OTHERWISE), bet + self.pot)
        return "win", len(between), 3, bet, total


def turn(cards: str, decision: str | None, bet: object, *, error: str = "", **table: Any) -> Line:
    """Return a `pot` line without its id, with what it comes to, or with the code of its refusal."""
    found = {"packs": 1, "pot": 300, "stack": 200, "other_stacks": [200, 200, 200], **table}
    line = {"variant": "pot", "unit": "chips", "cards": cards.split(), "bet": bet, "decision": decision, **found}
    if error:
        return {**line, "expect": {"legal": False, "error": error}}
    assert isinstance(bet, int)
    played = Table([found["stack"], *found["other_stacks"]], found["pot"]).turn(0, cards.split(), decision, bet)
    names = {"before": "pot_after", "stack": "stack_after", "asked": "refill_each", "pot": "pot_after_refill"}
    names |= {"stacks": "stacks_after_refill", "over": "game_over"}
    told = {names.get(name, name): value for name, value in played.items()}
    return {**line, "expect": {"legal": True, **told, "all_out": played["before"] == 0}}


def spreads() -> Iterator[Line]:
    """Take every two ends, in both orders in turn, with third cards at, around and between them."""
    bets = itertools.cycle((10, 15, 50, 100, 200))
    for low, high in itertools.combinations(range(len(ORDER)), 2):
        between = ORDER[low + 1 : high]
        if not between:
            continue
        first, second = (low, high) if (low + high) % 2 else (high, low)
        for third in sorted({ORDER[low], ORDER[high], between[0], between[-1], "A", "K"}, key=ORDER.index):
            pot = (200, 500, 1000, 2500)[(low + high) % 4]
            yield turn(f"{ORDER[first]}s {ORDER[second]}h {third}c", "raise", next(bets), pot=pot)
        yield turn(f"{ORDER[first]}s {ORDER[second]}h {between[0]}c", "down", 0, pot=30 + 5 * low)


def pairs_and_consecutives() -> Iterator[Line]:
    """Take every pair with and without its third, and every two neighbours in both orders."""
    for place, rank in enumerate(ORDER):
        other = ORDER[place - 1]
        yield turn(f"{rank}h {rank}s {rank}c", "call", 0, pot=40 + 5 * place)
        yield turn(f"{rank}h {rank}s {other}c", "call", 0, pot=40 + 5 * place)
        yield turn(f"{rank}h {rank}s {rank}c", "take", 0, pot=40 + 5 * place)
    for lower, upper in itertools.pairwise(ORDER):
        yield turn(f"{lower}h {upper}s {lower}c", None, 0)
        yield turn(f"{upper}h {lower}s", None, 0)
    yield turn("8s 8s 8s", "call", 0, packs=2, error="duplicate-card")
    yield turn("8s 8s 8h", "call", 0, packs=2)


def caps() -> Iterator[Line]:
    """Win at, under and over what the pot holds."""
    for spread, (high, odds) in enumerate((("3h", 10), ("4h", 5), ("5h", 2), ("6h", 1)), start=1):
        for pot in (50, 100, 150, 200):
            for bet in (10, 15, 20, pot // 10 * 5, pot):
                if 10 <= bet <= pot and abs(bet * odds - pot) <= 100 * spread:
                    yield turn(f"As {high} 2c", "raise", bet, pot=pot)


def tables() -> Iterator[Line]:
    """Leave pots and stacks of every kind behind, so that they are refilled, partly paid, or the game ends."""
    yield turn("As 5h 7c", "down", 0, pot=10, stack=20, other_stacks=[20, 20])
    yield turn("As 5h 7c", "down", 0, pot=5, stack=20, other_stacks=[20, 20])
    for left in (5, 10, 15, 20, 25):
        # Four players ask for more than 20 in the pot.
        yield turn("8s 8h 8c", "take", 0, pot=10 + left)
        yield turn("8s 8h 8c", "take", 0, pot=10 + left, other_stacks=[200, 0, 200])
    for pot in (5, 10):
        yield turn("8s 8h 8c", "take", 0, pot=pot)
        yield turn("8s 8h 8c", "take", 0, pot=pot, other_stacks=[200, 0, 200])
    yield turn("8s 8h 8c", "call", 0, other_stacks=[5, 10, 15])
    yield turn("8s 8h 8c", "call", 0, other_stacks=[5, 10])
    yield turn("8s 8h 8c", "call", 0, other_stacks=[5, 0])
    yield turn("8s 8h 8c", "call", 0, other_stacks=[10])
    yield turn("8s 8h 8c", "take", 0, pot=20, other_stacks=[5])
    yield turn("8s 8h 8c", "take", 0, pot=25, other_stacks=[5, 5])
    yield turn("8s 9h", None, 0, pot=10, stack=5, other_stacks=[5])
    yield turn("8s 9h", None, 0, pot=10, stack=10, other_stacks=[5])
    yield turn("2s 9h Kc", "raise", 60, pot=100, stack=60, other_stacks=[60])
    yield turn("2s 9h Kc", "raise", 60, pot=100, stack=60, other_stacks=[60, 0])
    yield turn("2s 9h Kc", "raise", 60, pot=100, stack=60, other_stacks=[60, 60])
    yield turn("2s 9h Kc", "down", 0, pot=100, stack=5, other_stacks=[60])
    yield turn("2s 9h Kc", "down", 0, pot=100, stack=5, other_stacks=[60, 60])
    yield turn("2s 9h 5c", "raise", 10, pot=10, other_stacks=[200] * 9, packs=2)
    yield turn("2s 9h 2s", "raise", 10, pot=10, other_stacks=[200] * 9, packs=2)


def bets() -> Iterator[Line]:
    """Bet at both ends of what is allowed and just outside, in units and not."""
    for bet, pot, stack in ((10, 300, 200), (200, 300, 200), (120, 120, 200), (5, 300, 5), (10, 300, 10), (5, 5, 5)):
        yield turn("As 6h 2c", "raise", bet, pot=pot, stack=stack)
    for bet, pot, stack in (
        *((5, 300, 200), (0, 300, 200), (-10, 300, 200), (205, 300, 200), (125, 120, 200), (12, 300, 200)),
        *((5, 300, 10), (10, 300, 5), (5, 5, 200), (10, 5, 200), (10, 0, 200), (199, 300, 200), (10**30, 300, 200)),
    ):
        yield turn("As 6h 2c", "raise", bet, pot=pot, stack=stack, error="illegal-action")
    for cards, decision in (
        *(("8s 8h 8c", "raise"), ("8s 8h 8c", "down"), ("8s 8h 8c", "stand"), ("8s 8h 8c", "surrender")),
        *(("As 6h 2c", "take"), ("As 6h 2c", "call"), ("As 6h 2c", "play"), ("Ks Ah 8c", "take"), ("Ks Ah 8c", "call")),
        *(("7s 8h 9c", "raise"), ("7s 8h 9c", "down"), ("7s 8h 9c", "take"), ("7s 8h 9c", "call")),
    ):
        yield turn(cards, decision, 10 if decision == "raise" else 0, error="illegal-action")
    for cards, free in (("8s 8h 8c", "take"), ("8s 8h 8c", "call"), ("As 6h 2c", "down"), ("7s 8h", None)):
        yield turn(cards, free, 10, error="illegal-action")


def damaged() -> Iterator[Line]:
    """Give lines that lack something, or say what cannot be."""
    yield turn("As 6h 2c", None, 0, error="missing-decision")
    yield turn("8s 8h 8c", None, 0, error="missing-decision")
    yield turn("As 6h 2c", "fold", 0, error="unknown-action")
    yield turn("As 6h", "raise", 10, error="deck-too-short")
    yield turn("8s 8h", "call", 0, error="deck-too-short")
    yield turn("8s", "take", 0, error="deck-too-short")
    yield turn("8s 8s 8c", "take", 0, error="duplicate-card")
    yield turn("8s 8h 8s", "take", 0, error="duplicate-card")
    yield turn("1s 8h 8c", "take", 0, error="malformed-card")
    for bet in (None, "10", 10.0, True):
        yield turn("As 6h 2c", "raise", bet, error="malformed-line")
    strange: tuple[Line, ...] = (
        *({"pot": None}, {"pot": -5}, {"pot": "300"}, {"stack": 0}, {"stack": -5}, {"stack": 10.5}, {"packs": "1"}),
        *({"other_stacks": None}, {"other_stacks": [200, -5]}, {"other_stacks": [200, True]}, {"other_stacks": 200}),
    )
    for table in strange:
        yield turn("As 6h 2c", "down", 0, error="malformed-line", **table)
    yield turn("As 6h 2c", "down", 0, error="seats-out-of-limits", other_stacks=[])
    yield turn("As 6h 2c", "down", 0, error="seats-out-of-limits", other_stacks=[200] * 10, packs=2)
    for packs, others in ((0, 3), (3, 3), (1, 5), (1, 9)):
        yield turn("As 6h 2c", "down", 0, error="other-rules", other_stacks=[200] * others, packs=packs)
    yield turn("As 6h 2c", "down", 0, error="other-rules", unit="cents")
    yield turn("As 6h 2c", "down", 0, error="other-rules", paytable="totals")


Told = tuple[int, str, str | None, int]
"""A turn: whose it is, the cards, the decision and the bet."""


def game(stacks: Sequence[object], played: Sequence[Told], *, error: str = "", **more: Any) -> Line:
    """Return a `pot_game` line without its id, played until its turns are."""
    listed = [{"player": p, "cards": cards.split(), "decision": d, "bet": bet} for p, cards, d, bet in played]
    texts = [card for _, cards, _, _ in played for card in cards.split()]
    line: Line = {"variant": "pot_game", "unit": "chips", "cards": texts}
    line |= {"bet": None, "decision": None, "packs": 1, "stacks": stacks, "turns": listed, **more}
    if error:
        return {**line, "expect": {"legal": False, "error": error}}
    table = Table([int(str(stack)) for stack in stacks], 0, 100 if line["unit"] == "cents" else 1)
    table.everyone_pays(10)
    trace: list[Line] = [{"pot": table.pot, "stacks": list(table.stacks), "event": "ante"}]
    for player, cards, decision, bet in played:
        found = table.turn(player, cards.split(), decision, bet)
        told = {name: found[name] for name in ("outcome", "spread", "net")}
        told |= {"pot_before_refill": found["before"], "refill_each": found["asked"]}
        trace.append({"player": player, **told, **{name: found[name] for name in ("pot", "stacks", "over")}})
    return {**line, "expect": {"legal": True, "trace": trace}}


RED_DOG = (0, "4s 4h 4c", "call", 0)


def games() -> Iterator[Line]:
    """Tell short games: their ends, who is passed over, and what no game is."""
    yield game([200, 200], [])
    yield game([5, 200], [])
    # The first seat is out by its ante, and the turn begins at the second; the first all-out ends the game.
    yield game([10, 200, 200], [(1, "4s 4h 4c", "call", 0)])
    # A refill takes the second seat's last chips; it is passed over from then on.
    middle = [(0, "4s 4h 4c", "call", 0), (2, "6s 7h", None, 0), (0, "9s Th", None, 0), (2, "Js Qh", None, 0)]
    yield game([100, 20, 100], middle)
    # All in and lost: one is left.
    yield game([20, 100], [(0, "As Kh Ac", "raise", 10)])
    yield game([20, 100], [(0, "As Kh Ac", "raise", 10), (1, "2s 2h", "take", 0)], error="out-of-turn")
    # The third all-out comes when somebody is out: no refill, no more turns.
    end = [RED_DOG, (1, "6s 7h", None, 0), (2, "As Kh 5c", "raise", 30), (0, "9s 9h 9c", "call", 0)]
    yield game([20, 60, 60], [*end[:3], (0, "9s 9h 9c", "call", 0)])
    yield game([20, 60, 60], [*end, (1, "2s 3h", None, 0)])
    yield game([15, 60, 60], [RED_DOG, (1, "As Kh 5c", "raise", 30), (2, "6s 7h", None, 0), (0, "9s 9h", "take", 0)])
    # The refill of the first all-out takes the third seat's last chips, so that the next one is the end.
    last = [RED_DOG, (1, "As Kh 5c", "raise", 25)]
    yield game([15, 60, 15], last)
    yield game([15, 60, 15], [*last, (0, "9s 9h", "take", 0)], error="out-of-turn")
    yield game([15, 60, 15], [*last, (2, "9s 9h", "take", 0)], error="out-of-turn")

    two = [200, 200]
    yield game(two, [(1, "4s 4h 4c", "call", 0)], error="out-of-turn")
    yield game(two, [RED_DOG, (0, "6s 7h", None, 0)], error="out-of-turn")
    yield game(two, [(2, "6s 7h", None, 0)], error="out-of-turn")
    yield game(two, [(0, "6s 7h", None, 0), (0, "8s 9h", None, 0)], error="out-of-turn")
    yield game(two, [RED_DOG, (1, "4s 7h", "down", 0)], error="duplicate-card")
    yield game(two, [(0, "6s 7h", None, 0), (1, "8s 9h", None, 0), (0, "6s 7h", None, 0)], error="duplicate-card")
    yield game(two, [(0, "6s 9h", None, 0)], error="missing-decision")
    yield game(two, [(0, "6s 7h", "down", 0)], error="illegal-action")
    yield game(two, [(0, "6s 9h 8c", "raise", 25)], error="illegal-action")
    yield game(two, [(0, "6s 9h 8c", "take", 0)], error="illegal-action")
    yield game(two, [(0, "6s 9h", "raise", 20)], error="deck-too-short")
    yield game(two, [(0, "6s", "down", 0)], error="deck-too-short")
    yield game(two, [RED_DOG], error="malformed-line", cards=["4s", "4h", "4d"])
    yield game(two, [RED_DOG], error="malformed-line", turns=[7])
    yield game(two, [RED_DOG], error="malformed-line", turns=None)
    yield game(["200", 200], [RED_DOG], error="malformed-line")
    yield game([203, 200], [RED_DOG], error="stake-not-in-units")
    yield game([0, 200], [RED_DOG], error="stake-out-of-limits")
    yield game([-5, 200], [RED_DOG], error="stake-out-of-limits")
    yield game([200], [RED_DOG], error="seats-out-of-limits")
    yield game([200] * 11, [RED_DOG], error="seats-out-of-limits", packs=2)
    yield game([200] * 6, [RED_DOG], error="other-rules")


def sheets() -> Iterator[Line]:
    """Play by the sheets as they are published: in cents, with 200 chips each."""
    cents: Line = {"variant": "pot-red-dog", "unit": "cents"}
    yield game([20_000] * 2, [], **cents)
    yield game([20_000] * 3, [RED_DOG, (1, "As Kh 5c", "raise", 3000), (2, "6s 9h", "down", 0)], **cents)
    yield game([20_000] * 2, [(0, "6s 8h 7c", "raise", 1000), (1, "9s 9h 2c", "call", 0)], **cents)
    yield game([20_000] * 2, [(0, "6s 7h", None, 0), (1, "9s 9h", "take", 0)], **cents)
    yield game([20_000] * 2, [(0, "6s 8h 7c", "raise", 1100)], error="illegal-action", **cents)
    yield game([20_000] * 2, [(0, "6s 8h 7c", "raise", 500)], error="illegal-action", **cents)
    yield game([20_000, 50_500], [], error="stake-out-of-limits", **cents)
    yield game([20_000] * 2, [], error="other-rules", **{**cents, "unit": "chips"})
    yield game([20_000] * 2, [RED_DOG], error="rules-incomplete", **{**cents, "variant": "insert"})


def whole_games() -> Iterator[Line]:
    """Deal from real packs until the cards have run out several times or the game is over."""
    for seed, (players, chips) in enumerate(((2, 500), (3, 300), (4, 200), (5, 200), (6, 200), (10, 100)), start=1):
        packs = 2 if players > 5 else 1
        yield game([chips] * players, list(_dealt(random.Random(seed), players, chips, packs)), packs=packs)


def _dealt(chance: random.Random, players: int, chips: int, packs: int) -> Iterator[Told]:
    stock = [rank + suit for rank in ORDER for suit in SUITS] * packs
    chance.shuffle(stock)
    used: list[str] = []

    def card() -> str:
        if not stock:
            stock.extend(used)
            used.clear()
            chance.shuffle(stock)
        return stock.pop()

    table = Table([chips] * players, 0)
    table.everyone_pays(10)
    hands = [[card(), card()] for _ in range(players)]
    player = 0
    for _ in range(40 * packs):
        cards = list(hands[player])
        apart = abs(ORDER.index(cards[0][0]) - ORDER.index(cards[1][0]))
        most = min(table.pot, table.stacks[player])
        decision, bet = (chance.choice(("take", "call", "call")), 0) if apart == 0 else (None, 0)
        if apart > 1:
            decision = chance.choice(("down", "raise", "raise"))
            bet = chance.choice((min(10, most), max(min(10, most), most // 10 * 5), min(20, most)))
        if decision in {"call", "raise"}:
            cards.append(card())
        bet = bet if decision == "raise" else 0
        yield player, " ".join(cards), decision, bet
        used.extend(cards)
        told = table.turn(player, cards, decision, bet)
        for seat in range(players):
            if table.stacks[seat] == 0 and seat != player:
                used.extend(hands[seat])
                hands[seat] = []
        if told["over"]:
            return
        hands[player] = [card(), card()] if table.stacks[player] else []
        player = next(seat for seat in [*range(player + 1, players), *range(player + 1)] if table.stacks[seat])


def main() -> None:
    """Print all lines, numbered."""
    groups = (spreads, pairs_and_consecutives, caps, tables, bets, damaged, games, sheets, whole_games)
    for number, line in enumerate(itertools.chain.from_iterable(group() for group in groups), start=1):
        sys.stdout.write(json.dumps({"id": f"pot{number:03d}", **line}) + "\n")


if __name__ == "__main__":
    main()
