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
"""The outcome of a round that was voided: the bet was given back. No rules produce it."""


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """A signed note, its leaf, and the document that it signs."""

    entry: str
    """The note's text, signature included."""
    leaf: bytes
    """Its leaf hash: 32 bytes."""
    document: Mapping[str, Any]
    """Its first line, parsed."""


def entry_from_note(entry: str) -> StoredEntry:
    """Parse a signed note of the log."""
    return StoredEntry(entry, leaf_hash(entry), parse_entry(entry))


def entry_from_record(record: Record) -> StoredEntry:
    """Return the entry of a record that was signed just now, without parsing it."""
    return StoredEntry(record.entry, record.tip.leaf, record.document)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """A round as its player sees it, open or ended. Amounts are minor units of `currency`."""

    round_id: str
    """`<chain>-<epoch>-<nonce>`."""
    game: str
    rules_leaf: str
    """Leaf of the `rules` record that the round is played by, hex."""
    rules_version: int
    currency: str
    epoch: int
    nonce: int
    bet: Bet
    staked_minor: int
    """All staked so far, side bet and raise included."""
    returned_minor: int | None
    """All that came back, stakes included; None while the round is open."""
    outcome: str | None
    """In the family's words, or `void`; None while the round is open."""
    side_bet: SideBetResult | None
    """What the side bet came to; None without one and while the round is open."""
    cards: tuple[str, ...]
    """The cards that the player may see, in deal order."""
    spread: int | None
    legal_actions: tuple[LegalAction, ...]
    """What the player may decide now; empty once the round has ended."""
    labels: Mapping[Action, str]
    """What the button of each action says."""
    default_action: Action | None
    """What the time-out decides; None once the round has ended."""
    times_out_ms: int | None
    """When the round is settled by `default_action`; None once it has ended."""
    acts: tuple[Mapping[str, Any], ...]
    """The decisions, as the `settle` record has them."""
    seed: str | None
    """The round's seed, hex; None while it is open."""
    dealt_ms: int
    settled_ms: int | None
    """When it was settled or voided; None while it is open."""
    cash_minor: int
    """The player's cash after the round's newest step."""
    in_play_minor: int
    """The player's money in play after the round's newest step."""
    receipts: tuple[tuple[int, StoredEntry], ...]
    """Number in the chain and entry of each of its records, oldest first."""


def view_round(
    sheet: RuleSheet, *, deal: StoredEntry, end: StoredEntry | None, in_play_minor: int, currency: str
) -> RoundView:
    """Build the view of a round from its `deal` record, and the `settle` or `void` record that ended it, if any."""
    dealt, ended = deal.document, None if end is None else end.document
    facts = _read_facts(dealt, ended)
    bet = bet_from_record(dealt)
    spread, decision = _decision_needed(sheet, bet, dealt["cards"])
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
        staked_minor=facts.staked_minor,
        returned_minor=facts.returned_minor,
        outcome=facts.outcome,
        side_bet=facts.side_bet,
        cards=facts.cards,
        spread=spread,
        legal_actions=() if decision is None else decision.legal_actions,
        labels=sheet.labels,
        default_action=None if decision is None else decision.default,
        times_out_ms=None if decision is None else dealt["time"] + sheet.timeout_ms,
        acts=facts.acts,
        seed=None if ended is None else ended["seed"],
        dealt_ms=dealt["time"],
        settled_ms=None if ended is None else ended["time"],
        cash_minor=(ended or dealt)["bal"][1],
        in_play_minor=in_play_minor,
        receipts=tuple((entry.document["seq"], entry) for entry in (deal, end) if entry is not None),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _RoundFacts:
    """What a round's records say. While it is open nothing is returned, and there is no outcome."""

    staked_minor: int
    returned_minor: int | None
    outcome: str | None
    cards: tuple[str, ...]
    acts: tuple[Mapping[str, Any], ...]
    side_bet: SideBetResult | None = None


def bet_from_record(dealt: Mapping[str, Any]) -> Bet:
    """Read the bet from a `deal` record, where the stake is called `ante` and the side bet `bonus`."""
    return Bet(dealt["ante"], dealt.get("bonus", 0))


def _read_facts(dealt: Mapping[str, Any], ended: Mapping[str, Any] | None) -> _RoundFacts:
    bet, cards = bet_from_record(dealt), tuple(dealt["cards"])
    total_minor = bet.total_minor
    if ended is None:
        return _RoundFacts(staked_minor=total_minor, returned_minor=None, outcome=None, cards=cards, acts=())
    if ended["type"] == "void":
        return _RoundFacts(staked_minor=total_minor, returned_minor=total_minor, outcome=VOID, cards=cards, acts=())
    return _RoundFacts(
        staked_minor=ended["pay"]["staked"],
        returned_minor=ended["pay"]["returned"],
        outcome=ended["result"],
        cards=tuple(ended["cards"]),
        acts=tuple(ended["acts"]),
        side_bet=None if "bonus" not in ended else _side_bet(bet, ended["bonus"]),
    )


def _side_bet(bet: Bet, member: Mapping[str, Any]) -> SideBetResult:
    return SideBetResult(
        category=member["category"], staked_minor=bet.side_bet_minor, returned_minor=member["returned"]
    )


def _decision_needed(sheet: RuleSheet, bet: Bet, cards: Sequence[str]) -> tuple[int | None, DecisionNeeded | None]:
    """Return the spread of the visible cards, and the decision that they leave to the player, if any."""
    family = family_of(sheet)
    state = family.draw(family.start(sheet, [bet]), [parse_card(card) for card in cards])
    need = family.need(state)
    assert not isinstance(need, CardsNeeded) or need.count == 1, "only a pair's third card can be missing"
    return family.spread(state), need if isinstance(need, DecisionNeeded) else None
