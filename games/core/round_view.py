"""A round as its player sees it, read from its signed records alone.

The first answer to a request, the answer to its repetition, and the round's page are the same function of the same
records: they cannot disagree.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from audit.core.note import leaf_hash
from audit.core.records import Record, parse_entry
from games.core.action import Action
from games.core.cards import parse_card
from games.core.families import family_of
from games.core.family import Bet, CardsNeeded, DecisionNeeded, LegalAction, SideBetResult
from games.core.sheet import RuleSheet

VOID: Final = "void"
"""The outcome of a round whose stake was given back. No rules produce it."""


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """A signed note, its leaf, and what it says."""

    entry: str
    leaf: bytes
    document: Mapping[str, Any]


def entry_from_note(entry: str) -> StoredEntry:
    """Return an entry as it lies in the log."""
    return StoredEntry(entry, leaf_hash(entry), parse_entry(entry))


def entry_from_record(record: Record) -> StoredEntry:
    """Return a record's entry without reading back what was signed a moment ago."""
    return StoredEntry(record.entry, record.tip.leaf, record.document)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """A round, open (with what its player may do) or settled (with what it brought). Amounts in minor units.

    `staked_minor` and `returned_minor` have the side bet in them; `bonus` says what that came to, once it is settled.
    `cards` are those the player may see, in deal order; `seed` is known once the round is settled. `cash_minor` and
    `in_play_minor` are the player's money after the round's newest step. `receipts` are its records, oldest first.
    """

    round_id: str
    game: str
    rules_leaf: str
    rules_version: int
    currency: str
    epoch: int
    nonce: int
    bet: Bet
    staked_minor: int
    returned_minor: int | None
    outcome: str | None
    side_bet: SideBetResult | None
    cards: tuple[str, ...]
    spread: int | None
    legal_actions: tuple[LegalAction, ...]
    labels: Mapping[Action, str]
    default_action: Action | None
    times_out_ms: int | None
    acts: tuple[Mapping[str, Any], ...]
    seed: str | None
    dealt_ms: int
    settled_ms: int | None
    cash_minor: int
    in_play_minor: int
    receipts: tuple[tuple[int, StoredEntry], ...]


def view_round(
    sheet: RuleSheet, *, deal: StoredEntry, end: StoredEntry | None, in_play_minor: int, currency: str
) -> RoundView:
    """Tell a round from its `deal` record, and from the `settle` or `void` record that ended it, if any."""
    dealt, ended = deal.document, None if end is None else end.document
    told = _told(dealt, ended)
    bet = bet_from_record(dealt)
    spread, decision = _standing(sheet, bet, dealt["cards"])
    if ended is not None:
        decision = None
    return RoundView(
        round_id=f"{dealt['chain']}-{dealt['epoch']}-{dealt['nonce']}",
        game=sheet.game,
        rules_leaf=dealt["rules"],
        rules_version=sheet.version,
        currency=currency,
        epoch=dealt["epoch"],
        nonce=dealt["nonce"],
        bet=bet,
        staked_minor=told.staked_minor,
        returned_minor=told.returned_minor,
        outcome=told.outcome,
        side_bet=told.side_bet,
        cards=told.cards,
        spread=spread,
        legal_actions=() if decision is None else decision.legal_actions,
        labels=sheet.labels,
        default_action=None if decision is None else decision.default,
        times_out_ms=None if decision is None else dealt["time"] + sheet.timeout_ms,
        acts=told.acts,
        seed=None if ended is None else ended["seed"],
        dealt_ms=dealt["time"],
        settled_ms=None if ended is None else ended["time"],
        cash_minor=(ended or dealt)["bal"][1],
        in_play_minor=in_play_minor,
        receipts=tuple((entry.document["seq"], entry) for entry in (deal, end) if entry is not None),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """What a round's records say of its course: nothing is returned, and there is no outcome, while it is open."""

    staked_minor: int
    returned_minor: int | None
    outcome: str | None
    cards: tuple[str, ...]
    acts: tuple[Mapping[str, Any], ...]
    side_bet: SideBetResult | None = None


def bet_from_record(dealt: Mapping[str, Any]) -> Bet:
    """Return the bet that a `deal` record tells of."""
    return Bet(dealt["ante"], dealt.get("bonus", 0))


def _told(dealt: Mapping[str, Any], ended: Mapping[str, Any] | None) -> _Told:
    bet, cards = bet_from_record(dealt), tuple(dealt["cards"])
    put_down_minor = bet.total_minor
    if ended is None:
        return _Told(staked_minor=put_down_minor, returned_minor=None, outcome=None, cards=cards, acts=())
    if ended["type"] == "void":
        return _Told(staked_minor=put_down_minor, returned_minor=put_down_minor, outcome=VOID, cards=cards, acts=())
    return _Told(
        staked_minor=ended["pay"]["staked"],
        returned_minor=ended["pay"]["returned"],
        outcome=ended["result"],
        cards=tuple(ended["cards"]),
        acts=tuple(ended["acts"]),
        side_bet=None if "bonus" not in ended else _bonus(bet, ended["bonus"]),
    )


def _bonus(bet: Bet, told: Mapping[str, Any]) -> SideBetResult:
    return SideBetResult(category=told["category"], staked_minor=bet.side_bet_minor, returned_minor=told["returned"])


def _standing(sheet: RuleSheet, bet: Bet, cards: Sequence[str]) -> tuple[int | None, DecisionNeeded | None]:
    """Return the spread of the visible cards, and the decision that they leave to the player, if any."""
    family = family_of(sheet)
    state = family.draw(family.start(sheet, [bet]), [parse_card(card) for card in cards])
    need = family.need(state)
    assert not isinstance(need, CardsNeeded) or need.count == 1, "only a pair's third card can be missing"
    return family.spread(state), need if isinstance(need, DecisionNeeded) else None
