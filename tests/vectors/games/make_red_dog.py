"""Write `red_dog.jsonl`: explicit Red Dog hands and what they come to, by arithmetic that shares nothing with ours.

Ranks are counted on the fingers of a list, and payouts are totals with the stake included, as the Japanese table
rules quote them: 12 for a red dog, 6, 5, 3, 2 for spreads 1, 2, 3, 4 and more.

Usage: python tests/vectors/games/make_red_dog.py > tests/vectors/games/red_dog.jsonl
"""

import itertools
import json
import sys
from collections.abc import Iterator, Sequence

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
TOTALS = {"pair": 12, 1: 6, 2: 5, 3: 3}
TOTAL_OTHERWISE = 2
SHOES = {
    "red-dog-1-deck": 1,
    "red-dog-2-decks": 2,
    "red-dog-4-decks": 4,
    "red-dog-6-decks": 6,
    "red-dog-8-decks": 8,
    "yablon": 6,
}
BETS = (500, 520, 605, 777, 1000, 1111, 2500, 12_345, 30_000)

Line = dict[str, object]


def hand(variant: str, cards: str, bet: object, decision: object, expect: Line, **more: object) -> Line:
    """Return a line without its id."""
    return {"variant": variant, "unit": "cents", "cards": cards.split(), "bet": bet, "decision": decision} | {
        "decks": 1,
        "paytable": "standard",
        **more,
        "expect": expect,
    }


def result(outcome: str, spread: int | None, staked: int, returned: int, *, cards: int = 3) -> Line:
    """Return what a legal hand comes to."""
    counts = {"spread": spread, "cards_used": cards, "staked": staked, "returned": returned, "net": returned - staked}
    return {"legal": True, "outcome": outcome, **counts}


def illegal(code: str) -> Line:
    """Return what an illegal line comes to."""
    return {"legal": False, "error": code}


def spreads() -> Iterator[Line]:
    """Take every two ends, in both orders in turn, with third cards at, around and between them."""
    bets = itertools.cycle(BETS)
    for low, high in itertools.combinations(range(len(ORDER)), 2):
        between = ORDER[low + 1 : high]
        if not between:
            continue
        ends = (low, high) if (low + high) % 2 else (high, low)
        thirds = {ORDER[low], ORDER[high], between[0], between[-1], "2", "A"}
        for number, third in enumerate(sorted(thirds, key=ORDER.index)):
            bet = next(bets)
            raised = (low + high + number) % 3 == 0
            staked = 2 * bet if raised else bet
            won = third in between
            total = TOTALS.get(len(between), TOTAL_OTHERWISE) if won else 0
            expect = result("win" if won else "lose", len(between), staked, staked * total)
            cards = f"{ORDER[ends[0]]}s {ORDER[ends[1]]}h {third}c"
            yield hand("reddog_ac", cards, bet, "raise" if raised else "stand", expect)


def pairs_and_consecutives() -> Iterator[Line]:
    """Take every pair with and without its third, and every two neighbours in both orders."""
    for place, rank in enumerate(ORDER):
        other = ORDER[place - 1]
        expect = result("trips", None, 700, 700 * TOTALS["pair"])
        yield hand("reddog_ac", f"{rank}h {rank}s {rank}c", 700, None, expect)
        yield hand("reddog_ac", f"{rank}h {rank}d {other}c", 700, None, result("pair_push", None, 700, 700))
    for lower, upper in itertools.pairwise(ORDER):
        push = result("consecutive_push", 0, 520, 520, cards=2)
        yield hand("reddog_ac", f"{lower}h {upper}s {lower}c", 520, None, push)
        yield hand("reddog_ac", f"{upper}h {lower}s", 520, None, push)


def aces() -> Iterator[Line]:
    """Put the ace above the king and nowhere else."""
    yield hand("reddog_ac", "As 2h 7c", 500, "raise", result("win", 11, 1000, 2000))
    yield hand("reddog_ac", "Ks Ah 2c", 500, None, result("consecutive_push", 0, 500, 500, cards=2))
    yield hand("reddog_ac", "2s 4h Ac", 500, "stand", result("lose", 1, 500, 0))
    yield hand("reddog_ac", "As 3h 2c", 500, "stand", result("lose", 10, 500, 0))


def houses() -> Iterator[Line]:
    """Show what the other houses do differently."""
    yield hand("reddog_oldwest", "5s 8h 6c", 700, "raise", result("win", 2, 1400, 7000))
    yield hand("reddog_oldwest", "7s Th 9c", 700, "stand", result("win", 2, 700, 3500))
    for decks in range(3, 9):
        expect = result("trips", None, 1000, 12_000)
        yield hand("reddog_shoe", "8s 8s 8s", 1000, None, expect, decks=decks)
    yield hand("reddog_shoe", "8s 8s 8s", 1000, None, illegal("duplicate-card"), decks=2)
    yield hand("reddog_shoe", "8s 8h 8s", 1000, None, illegal("duplicate-card"))
    yield hand("reddog_shoe", "8s 8h 8d", 1000, None, illegal("malformed-rule-sheet"), decks=0)
    yield hand("reddog_shoe", "8s 8h 8d", 1000, None, illegal("malformed-rule-sheet"), decks=9)
    yield hand("reddog_ac", "8s 8h 8d", 1000, None, illegal("other-rules"), decks=2)
    for raised in (1, 499, 999, 1000):
        staked = 1000 + raised
        yield hand("reddog_upto", "3s 5h 4c", 1000, "raise", result("win", 1, staked, 6 * staked), raise_cents=raised)
    for raised in (0, -1, 1001):
        yield hand("reddog_upto", "3s 5h 4c", 1000, "raise", illegal("illegal-action"), raise_cents=raised)
    yield hand("reddog_upto", "3s 5h 4c", 1000, "raise", illegal("malformed-line"))
    yield hand("reddog_upto", "3s 5h 4c", 1000, "raise", illegal("malformed-line"), raise_cents=1.5)
    yield hand("reddog_upto", "3s 5h 4c", 1000, "stand", illegal("illegal-action"), raise_cents=5)
    yield hand("reddog_upto", "3s 5h 4c", 1000, "stand", result("win", 1, 1000, 6000), raise_cents=0)


def limits() -> Iterator[Line]:
    """Stake at both ends of the limits and just outside; the raise is not bounded by them."""
    for variant, least, most in (("reddog_ac", 500, 30_000), ("reddog_oldwest", 500, 30_000)):
        yield hand(variant, "8s Jh 9c", least, "stand", result("win", 2, least, 5 * least))
        yield hand(variant, "8s Jh 9c", most, "raise", result("win", 2, 2 * most, 10 * most))
        yield hand(variant, "8s Jh 9c", least - 1, "stand", illegal("stake-out-of-limits"))
        yield hand(variant, "8s Jh 9c", most + 1, "stand", illegal("stake-out-of-limits"))
    yield hand("reddog_shoe", "8s Jh 9c", 100, "stand", result("win", 2, 100, 500))
    yield hand("reddog_shoe", "8s Jh 9c", 99, "stand", illegal("stake-out-of-limits"))
    yield hand("reddog_shoe", "8s Jh 9c", 50_000, "stand", result("win", 2, 50_000, 250_000))
    yield hand("reddog_shoe", "8s Jh 9c", 50_001, "stand", illegal("stake-out-of-limits"))


def moves() -> Iterator[Line]:
    """Give decisions that the rules do not ask for, or do not know, or give none; and lines that are no hands."""
    for cards in ("4h 4s 9c", "4h 5s 9c"):
        for decision in ("raise", "stand"):
            yield hand("reddog_ac", cards, 500, decision, illegal("illegal-action"))
    yield hand("reddog_ac", "8s Jh 9c", 500, None, illegal("missing-decision"))
    yield hand("reddog_ac", "8s Jh 9c", 500, "double", illegal("unknown-action"))
    yield hand("reddog_ac", "8s Jh 9c", 500, "raise", illegal("illegal-action"), raise_cents=400)
    yield hand("reddog_ac", "8s Jh", 500, "stand", illegal("deck-too-short"))
    yield hand("reddog_ac", "8s", 500, "stand", illegal("deck-too-short"))
    yield hand("reddog_ac", "8s Jh 8s", 500, "stand", illegal("duplicate-card"))
    yield hand("reddog_ac", "4h 5s 4h", 500, None, illegal("duplicate-card"))
    for card in ("10s", "1s", "8S", "8x", "8"):
        yield hand("reddog_ac", f"{card} Jh 9c", 500, "stand", illegal("malformed-card"))
    strange: list[object] = [None, 500.0, "500", True, []]
    for bet in strange:
        yield hand("reddog_ac", "8s Jh 9c", bet, "stand", illegal("malformed-line"))
    for stake in (0, -500, 10**30):
        yield hand("reddog_ac", "8s Jh 9c", stake, "stand", illegal("stake-out-of-limits"))
    yield hand("reddog_ac", "8s Jh 9c", 500, "stand", illegal("other-rules"), paytable="totals")
    yield hand("reddog_ac", "8s Jh 9c", 500, "stand", illegal("other-rules"), raise_rule="up_to")
    yield hand("reddog_none", "8s Jh 9c", 500, "stand", illegal("unknown-variant"))


def tables() -> Iterator[Line]:
    """Let seats share the cards and decide for themselves."""

    def table(cards: str, seats: Sequence[tuple[int, str | None]], expect: Line) -> Line:
        wagers = [{"bet": bet, "decision": decision} for bet, decision in seats]
        return hand("reddog_jp_table", cards, None, None, expect, seats=wagers)

    def shared(*results: Line) -> Line:
        return {"legal": True, "seats": list(results), "total_returned": sum(int(str(r["returned"])) for r in results)}

    yield table(
        "2s 4h 3c",
        [(1000, "stand"), (2500, "raise"), (333, "stand")],
        shared(result("win", 1, 1000, 6000), result("win", 1, 5000, 30_000), result("win", 1, 333, 1998)),
    )
    yield table("9s 9h 9c", [(100, None), (200, None)], shared(*(result("trips", None, b, 12 * b) for b in (100, 200))))
    yield table("9s Th 9c", [(100, None)], shared(result("consecutive_push", 0, 100, 100, cards=2)))
    seven = [(100 * seat, "raise") for seat in range(1, 8)]
    yield table("2s Ah 3c", seven, shared(*(result("win", 11, 2 * bet, 4 * bet) for bet, _ in seven)))
    yield table("2s Ah 3c", [*seven, (800, "raise")], illegal("seats-out-of-limits"))
    yield table("2s Ah 3c", [], illegal("seats-out-of-limits"))
    yield table("2s Ah 3c", [(100, "stand"), (200, None)], illegal("missing-decision"))
    yield table("2s Ah 3c", [(100, None), (200, "stand")], illegal("illegal-action"))
    yield table("9s 9h 9c", [(100, None), (200, "raise")], illegal("illegal-action"))
    yield table("2s Ah 3c", [(100, "stand"), (99, "stand")], illegal("stake-out-of-limits"))


def shoes() -> Iterator[Line]:
    """Play every shoe by its own name: as many cards of a kind as it has packs, and its limits."""
    for game, decks in SHOES.items():
        trips = result("trips", None, 700, 700 * TOTALS["pair"])
        alike = " ".join("8s" if pack < decks else f"8{'hdc'[pack]}" for pack in range(3))
        yield hand(game, alike, 700, None, trips, decks=decks)
        if decks < len(alike.split()):
            yield hand(game, " ".join(["8s"] * (decks + 1)), 700, None, illegal("duplicate-card"), decks=decks)
        push = result("pair_push", None, 700, 700)
        yield hand(game, "Ah Ad Kh", 700, None, push, decks=decks)
        push = result("consecutive_push", 0, 333, 333, cards=2)
        yield hand(game, "Kd Ad Qh", 333, None, push, decks=decks)
        for high, spread in (("4", 1), ("5", 2), ("6", 3), ("7", 4), ("A", 11)):
            returned = 50_000 * TOTALS.get(spread, TOTAL_OTHERWISE)
            won = result("win", spread, 50_000, returned)
            yield hand(game, f"2d {high}c 3h", 50_000, "stand", won, decks=decks)
        yield hand(game, "3d Jc Th", 100, "raise", result("win", 7, 200, 400), decks=decks)
        yield hand(game, "3d Jc Jh", 100, "raise", result("lose", 7, 200, 0), decks=decks)
        yield hand(game, "3d Jc Th", 99, "stand", illegal("stake-out-of-limits"), decks=decks)
        yield hand(game, "3d Jc Th", 50_001, "stand", illegal("stake-out-of-limits"), decks=decks)
        yield hand(game, "3d Jc Th", 100, "stand", illegal("other-rules"), decks=decks + 1)
    yield hand("red-dog-table", "3d Jc Th", 500, "raise", result("win", 7, 1000, 2000))
    yield hand("red-dog-atlantic-city", "3d Jc Th", 500, "raise", result("win", 7, 1000, 2000))
    yield hand("red-dog-old-west", "3d Jc Th", 500, "raise", result("win", 7, 1000, 2000))


def main() -> None:
    """Print all lines, numbered."""
    groups = (spreads, pairs_and_consecutives, aces, houses, limits, moves, tables, shoes)
    for number, line in enumerate(itertools.chain.from_iterable(group() for group in groups), start=1):
        sys.stdout.write(json.dumps({"id": f"rd{number:03d}", **line}) + "\n")


if __name__ == "__main__":
    main()
