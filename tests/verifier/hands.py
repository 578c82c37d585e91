"""The games worked out by hand: a second opinion, as plain and as slow as the rules pages are to read.

Nothing here is taken from the platform or from the verifier.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tests.verifier.producer import Document

    Wanted = Callable[[list[str]], bool]

VALUES = {rank: value for value, rank in enumerate("23456789TJQKA", start=2)}
PACK = [rank + suit for suit in "cdhs" for rank in VALUES]
CATEGORIES = [
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
]


def visible(sheet: Document) -> int:
    """Count the cards that a deal shows."""
    return int(sheet["hand"]) if sheet["family"] == "montana" else 2


def cautious(cards: list[str], sheet: Document) -> str | None:
    """Decide as a player would who has read the rules page; None where there is nothing to decide."""
    if sheet["family"] == "red-dog":
        spread = spread_of(cards)
        return None if spread <= 0 else "raise" if spread >= 7 else "stand"
    hand = cards[: sheet["hand"]]
    winning = sum(beats(hand, hit) for hit in PACK if hit not in hand)
    return "raise" if winning >= 24 else "play" if winning >= 12 else "surrender"


def settled(cards: list[str], sheet: Document, *, ante: int, bonus: int, action: str | None, extra: int) -> Document:
    """Return what a settlement says of the cards and the money."""
    if sheet["family"] == "red-dog":
        cards, result, odds = red_dog(cards, sheet)
        return {"cards": cards, "result": result, "pay": paid(ante + extra, (ante + extra) * (1 + odds))}

    cards = cards[: sheet["hand"] + 7]
    hand, hit = cards[: sheet["hand"]], cards[-1]
    result = "surrender" if action == "surrender" else "win" if beats(hand, hit) else "lose"
    returned = {"surrender": ante // 2, "win": 2 * (ante + extra), "lose": 0}[result]
    if not bonus:
        return {"cards": cards, "result": result, "pay": paid(ante + extra, returned)}
    category = best_of([*hand, hit])
    paying = CATEGORIES.index(category) - 2
    won = bonus * (1 + sheet["bonus"]["pay"][paying]) if paying >= 0 else 0
    return {
        "cards": cards,
        "result": result,
        "pay": paid(ante + extra + bonus, returned + won),
        "bonus": {"category": category, "returned": won},
    }


def paid(staked: int, returned: int) -> Document:
    return {"returned": returned, "staked": staked}


def red_dog(cards: list[str], sheet: Document) -> tuple[list[str], str, int]:
    """Return the cards dealt, the outcome, and the odds to one (-1 for a loss)."""
    spread = spread_of(cards)
    if spread == 0:
        return cards[:2], "consecutive_push", 0
    first, second, third = values(cards[:3])
    if spread < 0:
        return cards[:3], *(("trips", sheet["pay"]["trips"]) if third == first else ("pair_push", 0))
    won = third in range(min(first, second) + 1, max(first, second))
    return cards[:3], *(("win", sheet["pay"]["spread"][spread - 1]) if won else ("lose", -1))


def spread_of(cards: list[str]) -> int:
    first, second = values(cards[:2])
    return abs(first - second) - 1


def values(cards: list[str]) -> list[int]:
    return [VALUES[card[0]] for card in cards]


def beats(hand: list[str], hit: str) -> bool:
    return any(card[1] == hit[1] and VALUES[card[0]] > VALUES[hit[0]] for card in hand)


def best_of(cards: Iterable[str]) -> str:
    """Try each five of the cards."""
    return max(map(five, combinations(cards, 5)), key=CATEGORIES.index)


def five(cards: Iterable[str]) -> str:
    ranks, suits = zip(*cards, strict=True)
    run = any(set("A23456789TJQKA"[low : low + 5]) == set(ranks) for low in range(10))
    if len(set(suits)) == 1:
        return "royal_flush" if run and {"A", "K"} <= set(ranks) else "straight_flush" if run else "flush"
    shapes = {"41": "four_of_a_kind", "32": "full_house", "311": "three_of_a_kind", "221": "two_pair", "2111": "pair"}
    counts = "".join(str(count) for count in sorted(map(ranks.count, set(ranks)), reverse=True))
    return "straight" if run else shapes.get(counts, "high_card")


def deals_trips(cards: list[str]) -> bool:
    return len(set(values(cards[:3]))) == 1


def deals_pair_push(cards: list[str]) -> bool:
    first, second, third = values(cards[:3])
    return first == second != third


def deals_consecutive(cards: list[str]) -> bool:
    first, second = values(cards[:2])
    return abs(first - second) == 1


def deals_win(cards: list[str]) -> bool:
    first, second, third = values(cards[:3])
    return min(first, second) < third < max(first, second)


def deals_loss(cards: list[str]) -> bool:
    first, second, third = values(cards[:3])
    return abs(first - second) > 1 and third not in range(min(first, second) + 1, max(first, second))


def deals_a_beaten_hit(cards: list[str]) -> bool:
    return beats(cards[:5], cards[11])


def deals_an_unbeaten_hit(cards: list[str]) -> bool:
    return not beats(cards[:5], cards[11])


def deals(category: str) -> Wanted:
    """Want a Montana hand of five that makes this with the hit card."""
    return lambda cards: best_of([*cards[:5], cards[11]]) == category
