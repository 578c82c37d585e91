"""Write `montana.jsonl`: Montana Red Dog hands and their results, by arithmetic that shares nothing with ours.

Cards are texts throughout. A poker hand is judged by looking at every five of the six cards; payouts are totals with
the
stake included; winning cards are counted by trying the whole pack.

Usage: python tests/vectors/games/make_montana.py > tests/vectors/games/montana.jsonl
"""

import itertools
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

ORDER = "23456789TJQKA"
STRAIGHTS = [set("A23456789TJQKA"[low : low + 5]) for low in range(10)]
PACK = [rank + suit for suit in "shdc" for rank in ORDER]
STRENGTH = [
    *("high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind"),
    *("straight_flush", "royal_flush"),
]
TOTALS = {
    "A": dict(zip(STRENGTH[2:], (3, 5, 7, 9, 16, 51, 201, 501), strict=True)),
    "B": dict(zip(STRENGTH[2:], (2, 5, 8, 15, 20, 51, 301, 501), strict=True)),
    "C": dict(zip(STRENGTH[2:], (2, 5, 8, 15, 20, 51, 301, 1001), strict=True)),
}
BETS = (100, 250, 500, 520, 776, 1000, 1112, 2500, 12_346, 30_000)
DECISIONS = ("play", "raise", "surrender")

# Six cards, the hit last, by the best five of them: among them straights with the ace at either end, runs that do not
# go around the ace, a sixth card that makes the hand or does nothing, and two threes, which are a full house.
BONUS_HANDS = {
    "high_card": [
        "As Kh 9d 7c 5s 2h",
        "Qs Kh Ad 2c 3s 7d",
        "2s 3s 4s 5s 7h 8d",
        "As 2s 3s 5s 7h 9d",
        "Js Qs Ks As 2h 4d",
    ],
    "pair": ["As Ah 9d 7c 5s 2h", "As Kh 9d 7c 5s 5h", "2s 2h Kd Ac Qs 3h"],
    "two_pair": ["As Ah 9d 9c 5s 2h", "As Ah 9d 9c 5s 5h", "Ks 2h 2d 7c 5s Kh"],
    "three_of_a_kind": ["As Ah Ad 9c 5s 2h", "7s 7h 2d 4c Kh 7d", "2s 2h 2d Kc Qs Ah"],
    "straight": [
        *("As 2h 3d 4c 9s 5h", "Ts Jh Qd Kc 2s Ah", "9s 8h 7d 6c 5s 4h", "5s 4h 3d 2c As Ah", "6s 7h 8d 9c Ts Th"),
        *("As 2s 3s 4s 9d 5h", "9s Ts Js Qs 2h Kd"),
    ],
    "flush": ["As Js 9s 7s 2h 5s", "As Js 9s 7s 2s 5s", "Ks Qs Js Ts 2h 8s", "As 2s 3s 4s 5h 9s", "8c 6c 5c 4c 3c 7h"],
    "full_house": ["As Ah Ad Kc 2s Kh", "2s 2h 2d 3c 3s 3h", "9s 9h 9d 4c 4s Ah", "Ks Kh 5d 5c 2s 5h"],
    "four_of_a_kind": ["As Ah Ad Ac 2s 3h", "9s 9h 9d 2c 2s 9c", "7s 7h 7d 7c 2s 2h"],
    "straight_flush": [
        *("9h 8h 7h 6h 2c 5h", "As 2s 3s 4s Kd 5s", "9s Ts Js Qs Ks 8s", "Ad 2d 3d 4d 5d 9c", "9c Tc Jc Qc Kc Ah"),
        "2h 3h 4h 5h 6h 6s",
    ],
    "royal_flush": ["As Ks Qs Js 2h Ts", "Th Jh Qh Kh Ah 9h", "Td Jd Qd Kd Ad Ac"],
}

Line = dict[str, Any]


def best(six: Sequence[str]) -> str:
    """Return the category of the best five of the cards."""
    return STRENGTH[max(judged(five) for five in itertools.combinations(six, 5))]


def judged(five: Sequence[str]) -> int:
    """Return the place in `STRENGTH` of exactly five cards."""
    ranks, suits = {card[0] for card in five}, {card[1] for card in five}
    copies = sorted(Counter(card[0] for card in five).values(), reverse=True)
    if ranks in STRAIGHTS and len(suits) == 1:
        name = "royal_flush" if ranks == set("TJQKA") else "straight_flush"
    elif len(suits) == 1:
        name = "flush"
    elif ranks in STRAIGHTS:
        name = "straight"
    else:
        shapes = {(4, 1): "four_of_a_kind", (3, 2): "full_house", (3, 1, 1): "three_of_a_kind"}
        shapes |= {(2, 2, 1): "two_pair", (2, 1, 1, 1): "pair", (1, 1, 1, 1, 1): "high_card"}
        name = shapes[tuple(copies)]
    return STRENGTH.index(name)


def higher(card: str, hit: str) -> bool:
    """Say whether the card beats the hit card."""
    return card[1] == hit[1] and ORDER.index(card[0]) > ORDER.index(hit[0])


def winning(hand: Sequence[str]) -> int:
    """Count the unseen cards that the hand beats."""
    return len([hit for hit in PACK if hit not in hand and any(higher(card, hit) for card in hand)])


def outcome(hand: Sequence[str], hit: str, bet: int, decision: str, bonus: int = 0, scale: str | None = None) -> Line:
    """Return what a legal hand comes to, without its winning cards."""
    staked = 2 * bet if decision == "raise" else bet
    name = "surrender" if decision == "surrender" else "win" if any(higher(card, hit) for card in hand) else "lose"
    returned = {"win": 2 * staked, "lose": 0, "surrender": bet // 2}[name]
    found = best([*hand, hit]) if bonus else None
    paid = bonus * TOTALS[scale].get(found, 0) if scale and found else 0
    result = {"legal": True, "outcome": name, "staked": staked, "returned": returned}
    result |= {"bonus_category": found, "bonus_staked": bonus, "bonus_returned": paid}
    staked, returned = staked + bonus, returned + paid
    return result | {"total_staked": staked, "total_returned": returned, "net": returned - staked}


def illegal(code: str) -> Line:
    """Return what an illegal line comes to."""
    return {"legal": False, "error": code}


def dealt(hands: Sequence[str], hit: str) -> Line:
    """Return the members that name cards: these hands, then six others, then the hit."""
    held = [card for hand in hands for card in hand.split()]
    others = [card for card in PACK[::-1] if card not in held and card != hit][:6]
    return {"cards": [*held, *others, hit], "dealer": others[:5], "burn": others[5], "hit": hit}


def single(
    hand: str,
    hit: str,
    bet: object,
    decision: object,
    expect: Line | None = None,
    *,
    variant: str = "montana5",
    **more: Any,
) -> Line:
    """Return a line of one seat without its id; what it comes to is worked out unless `expect` says otherwise."""
    line = {"variant": variant, "unit": "cents", **dealt([hand], hit), "bet": bet, "decision": decision}
    line |= {"hand": hand.split(), "bonus": 0, "bonus_table": None, **more}
    if expect is None:
        wager = (line["hand"], hit, line["bet"], line["decision"], line["bonus"])
        scale = line["bonus_table"] or {"montana-red-dog-b": "B", "montana-red-dog-c": "C"}.get(variant, "A")
        expect = {**outcome(*wager, scale), "W": winning(line["hand"])}
    return {**line, "expect": expect}


def shuffled(number: int) -> list[str]:
    """Return the pack in an order of its own for each number: every so-manieth card, from somewhere."""
    steps = (5, 7, 9, 11, 15, 17, 19, 21, 23, 25)
    return [PACK[(number * 3 + place * steps[number % len(steps)]) % len(PACK)] for place in range(len(PACK))]


def hits() -> Iterator[Line]:
    """Hold hands of every kind against hit cards of every rank and suit."""
    bets, decisions = itertools.cycle(BETS), itertools.cycle(DECISIONS)
    for size, variant in ((5, "montana5"), (3, "montana3")):
        for number in range(40):
            deck = shuffled(number)
            yield single(" ".join(deck[:size]), deck[-1], next(bets), next(decisions), variant=variant)
    for hit in (card for card in PACK if card not in {"Ks", "8s", "Qh", "5d", "2c"}):
        yield single("Ks 8s Qh 5d 2c", hit, next(bets), next(decisions))


def aces() -> Iterator[Line]:
    """Put the ace above the king and nowhere else, for the hit card too."""
    yield single("As 2h 2d 2c 3c", "Ks", 500, "raise")
    yield single("As 2h 2d 2c 3c", "2s", 500, "play")
    yield single("Ks Qs Js Ts 9s", "As", 500, "raise")
    yield single("2s 3s 4s 5s 6s", "Ah", 500, "play")
    yield single("As Ah Ad Ac 2s", "Kd", 30_000, "raise")
    yield single("2s 2h 2d 2c 3s", "4s", 500, "play")
    yield single("As Kh Qd", "Ks", 500, "raise", variant="montana3")
    yield single("2s 2h 2d", "3s", 500, "surrender", variant="montana3")


def bonuses() -> Iterator[Line]:
    """Settle side bets of every category by every scale, whatever became of the stake."""
    decisions, stakes = itertools.cycle(DECISIONS), itertools.cycle((100, 101, 333, 30_000))
    for name, hands in BONUS_HANDS.items():
        for six in hands:
            hand, hit = six[:-3], six[-2:]
            assert best(six.split()) == name, six
            yield single(hand, hit, 500, next(decisions), bonus=next(stakes), bonus_table="A")
            yield single(hand, hit, 500, next(decisions), bonus=next(stakes), variant="montana-red-dog-b")
            yield single(hand, hit, 500, next(decisions), bonus=next(stakes), variant="montana-red-dog-c")
    for scale in TOTALS:
        for number in range(12):
            deck = shuffled(number + 100)
            yield single(" ".join(deck[:5]), deck[-1], 500, next(decisions), bonus=100, bonus_table=scale)
    yield single("As 3h 5d 7c 9s", "Ah", 500, "play", bonus=0, bonus_table="B")


def limits() -> Iterator[Line]:
    """Stake at both ends of the limits and just outside; the raise is not bounded by them."""
    hand, hit = "Ks 8s Qh 5d 2c", "Qs"
    for decision in DECISIONS:
        yield single(hand, hit, 100, decision)
        yield single(hand, hit, 30_000, decision, bonus=30_000, bonus_table="C")
    for bet in (98, 99, 0, -100, 30_001, 30_002, 10**30):
        yield single(hand, hit, bet, "play", illegal("stake-out-of-limits"))
    for bet in (101, 333, 29_999):
        for decision in DECISIONS:
            yield single(hand, hit, bet, decision, illegal("stake-not-even"))
    yield single("Ks 8s Qh", hit, 501, "play", illegal("stake-not-even"), variant="montana3")
    for bonus in (99, 1, -100, 30_001, 10**30):
        yield single(hand, hit, 500, "play", illegal("side-bet-out-of-limits"), bonus=bonus, bonus_table="A")
    yield single("Ks 8s Qh", hit, 500, "play", illegal("side-bet-out-of-limits"), variant="montana3", bonus=100)


def moves() -> Iterator[Line]:
    """Give decisions that the game does not have, scales that it does not pay by, and lines that are no hands."""
    hand, hit = "Ks 8s Qh 5d 2c", "Qs"
    yield single(hand, hit, 500, None, illegal("missing-decision"))
    yield single("Ks 8s Qh", hit, 500, None, illegal("missing-decision"), variant="montana3")
    for word, code in (("fold", "unknown-action"), ("PLAY", "unknown-action"), ("stand", "illegal-action")):
        yield single(hand, hit, 500, word, illegal(code))
    for decision, raised in (("raise", 400), ("raise", 0), ("raise", 1000), ("play", 500), ("surrender", 250)):
        yield single(hand, hit, 500, decision, illegal("illegal-action"), raise_cents=raised)
    for scale in ("D", "a", ""):
        yield single(hand, hit, 500, "play", illegal("other-rules"), bonus=100, bonus_table=scale)
    yield single(hand, hit, 500, "play", illegal("malformed-line"), bonus=100)
    yield single(
        hand, hit, 500, "play", illegal("other-rules"), bonus=100, bonus_table="A", variant="montana-red-dog-b"
    )
    yield single(
        hand, hit, 500, "play", illegal("other-rules"), bonus=100, bonus_table="B", variant="montana-red-dog-c"
    )
    yield single("Ks 8s Qh", hit, 500, "play", illegal("other-rules"), bonus_table="A", variant="montana3")
    houses: list[tuple[str, Any]] = [("unit", "chips"), ("raise_rule", "up_to"), ("decks", 2)]
    for member, value in houses:
        yield single(hand, hit, 500, "play", illegal("other-rules"), **{member: value})
    strange: list[object] = [None, 500.0, "500", True, []]
    for bet in strange:
        yield single(hand, hit, bet, "play", illegal("malformed-line"))
    for bonus in strange[1:]:
        yield single(hand, hit, 500, "play", illegal("malformed-line"), bonus=bonus, bonus_table="A")
    yield single(hand, hit, 500, "play", illegal("malformed-line"), bonus=100, bonus_table=1)
    yield single(hand, hit, 500, 1, illegal("malformed-line"))


def cards() -> Iterator[Line]:
    """Deal too many cards, too few, one twice, or others than those that are named."""
    hand, hit = "Ks 8s Qh 5d 2c", "Qs"
    fair = single(hand, hit, 500, "play", illegal("malformed-line"))
    whole = fair["cards"]
    yield {
        **fair,
        "hand": None,
        "dealer": None,
        "burn": None,
        "hit": None,
        "expect": single(hand, hit, 500, "play")["expect"],
    }
    yield {**fair, "cards": [*whole, "9d"]}
    for size in (0, 4, 5, 11):
        yield {**fair, "cards": whole[:size], "expect": illegal("deck-too-short")}
    for place in (0, 4, 5, 10):
        yield {**fair, "cards": [*whole[:-1], whole[place]], "expect": illegal("duplicate-card")}
    for card in ("10s", "1s", "8S", "8x", "8", ""):
        yield {**fair, "cards": [card, *whole[1:]], "expect": illegal("malformed-card")}
    for member in ("dealer", "hand"):
        yield {**fair, member: fair[member][::-1]}
        yield {**fair, member: fair[member][:-1]}
        yield {**fair, member: [*fair[member], "9d"]}
        yield {**fair, member: " ".join(fair[member])}
    yield {**fair, "burn": hit, "hit": fair["burn"]}
    yield {**fair, "hit": "Qd"}
    yield {**fair, "burn": [fair["burn"]]}
    yield {**fair, "cards": None}
    yield {**fair, "cards": " ".join(whole)}
    yield {**fair, "cards": [7, *whole[1:]]}
    three = single("Ks 8s Qh", hit, 500, "play", illegal("deck-too-short"), variant="montana3")
    yield {**three, "variant": "montana5"}
    yield {**fair, "variant": "montana3"}


def tables() -> Iterator[Line]:
    """Let one to seven seats play their own hands against one hit card."""
    for seats, scale in itertools.product(range(1, 8), TOTALS):
        deck = shuffled(seats * 10 + ord(scale))
        yield table(deck, seats, scale)
    deck = shuffled(4)
    fair = table(deck, 4, "B", expect=illegal("illegal-action"))
    yield {**fair, "expect": illegal("malformed-line"), "bet": 500}
    yield {**fair, "expect": illegal("malformed-line"), "decision": "play"}
    yield {**fair, "expect": illegal("malformed-line"), "seats": [*fair["seats"][:3], "Ks"]}
    yield {**fair, "expect": illegal("malformed-line"), "seats": fair["seats"][::-1]}
    yield {**fair, "expect": illegal("seats-out-of-limits"), "seats": []}
    yield table(deck, 8, "A", expect=illegal("seats-out-of-limits"))
    yield {**fair, "expect": illegal("deck-too-short"), "seats": [*fair["seats"], fair["seats"][0]]}
    yield {**fair, "variant": "montana5", "expect": illegal("seats-out-of-limits")}
    yield changed(fair, 3, "missing-decision", decision=None)
    yield changed(fair, 0, "illegal-action", decision=None)
    yield changed(fair, 1, "stake-not-even", bet=501)
    yield changed(fair, 1, "stake-out-of-limits", bet=30_002)
    yield changed(fair, 1, "side-bet-out-of-limits", bonus=1)
    yield changed(fair, 1, "other-rules", bonus_table="C")
    yield changed(fair, 1, "malformed-line", bonus_table=None)


def table(deck: Sequence[str], seats: int, scale: str, *, expect: Line | None = None) -> Line:
    """Return a line of so many seats without its id; every other seat has a side bet."""
    hands = [list(deck[5 * seat : 5 * seat + 5]) for seat in range(seats)]
    rest = deck[5 * seats : 5 * seats + 7]
    wagers: list[Line] = [
        {"hand": hand, "bet": 500 + 100 * seat, "decision": DECISIONS[(seat + len(deck[0])) % 3]}
        | {"bonus": 100 * (seat % 2), "bonus_table": scale if seat % 2 else None}
        for seat, hand in enumerate(hands)
    ]
    results = [
        outcome(seat["hand"], rest[-1], seat["bet"], seat["decision"], seat["bonus"], seat["bonus_table"])
        for seat in wagers
    ]
    total = sum(result["total_returned"] for result in results)
    line: Line = {"variant": "montana5_table", "unit": "cents", "cards": [*deck[: 5 * seats], *rest]}
    line |= {"bet": None, "decision": None, "dealer": list(rest[:5]), "burn": rest[5], "hit": rest[6], "seats": wagers}
    return {**line, "expect": expect or {"legal": True, "seats": results, "total_returned": total}}


def changed(line: Line, number: int, code: str, **change: object) -> Line:
    """Return a table's line with one seat changed, which makes it illegal."""
    seats = [seat | change if place == number else seat for place, seat in enumerate(line["seats"])]
    return {**line, "seats": seats, "expect": illegal(code)}


def main() -> None:
    """Print all lines, numbered."""
    groups = (hits, aces, bonuses, limits, moves, cards, tables)
    for number, line in enumerate(itertools.chain.from_iterable(group() for group in groups), start=1):
        sys.stdout.write(json.dumps({"id": f"mr{number:03d}", **line}) + "\n")


if __name__ == "__main__":
    main()
