"""One line of a test laboratory's file: a hand with explicit cards, and what the laboratory asks of it.

Every member must have its exact type. Other members are ignored, so that a line may carry notes and expectations.
"""

import json
from collections.abc import Mapping, Sequence
from typing import TypeVar

from games.core.action import Action
from games.core.cards import PACK, Card, parse_card
from kernel.refusals import Refusal, RefusalKind

Wanted = TypeVar("Wanted")
Line = Mapping[str, object]


class UnreadableLine(Refusal):
    """The line is not a JSON object."""

    code, kind = "unreadable-line", RefusalKind.MALFORMED


class MalformedLine(Refusal):
    """A member of the line is missing, of the wrong type or contradicts another."""

    code, kind = "malformed-line", RefusalKind.MALFORMED

    def __init__(self, detail: str, *, member: str) -> None:
        """Keep the member's name."""
        super().__init__(detail, member=member)
        self.member = member


class DuplicateCard(Refusal):
    """The line has a card more often than the shoe."""

    code, kind = "duplicate-card", RefusalKind.INVALID


class UnknownAction(Refusal):
    """The line names a decision that no game has."""

    code, kind = "unknown-action", RefusalKind.INVALID


class OtherRules(Refusal):
    """The line asks for rules that this game does not have."""

    code, kind = "other-rules", RefusalKind.INVALID


class MissingDecision(Refusal):
    """The rules ask for a decision that the line does not give."""

    code, kind = "missing-decision", RefusalKind.INVALID


def read(text: bytes) -> Line:
    """Read a line of JSON in UTF-8.

    Raises:
        UnreadableLine: it is not JSON, or not an object.
    """
    try:
        line = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableLine(f"The line is not JSON: {error}.") from error
    if not isinstance(line, dict):
        raise UnreadableLine("The line is JSON, but not an object.")
    return line


def optional(line: Line, name: str, kind: type[Wanted]) -> Wanted | None:
    """Return a member that is exactly of `kind`, or None if it is null or absent.

    Raises:
        MalformedLine: with `member`. A boolean or a float is no integer.
    """
    value = line.get(name)
    if value is None:
        return None
    if type(value) is not kind:
        raise MalformedLine(f"{name} is not {kind.__name__}.", member=name)
    assert isinstance(value, kind), "an exact type is also an instance"
    return value


def required(line: Line, name: str, kind: type[Wanted]) -> Wanted:
    """Return a member that is exactly of `kind`.

    Raises:
        MalformedLine: with `member`.
    """
    value = optional(line, name, kind)
    if value is None:
        raise MalformedLine(f"{name} is missing.", member=name)
    return value


def decision(line: Line) -> Action | None:
    """Return the decision that a line or a seat gives, or None if it gives none.

    Raises:
        UnknownAction: with the actions that are `known`.
        MalformedLine: it is not a string.
    """
    word = optional(line, "decision", str)
    if word is None:
        return None
    if word not in set(Action):
        raise UnknownAction(f"{word} is not a decision.", known=[action.value for action in Action])
    return Action(word)


def deck(texts: Sequence[object], *, decks: int) -> tuple[Card, ...]:
    """Return cards in the order given; the second card of a kind comes from the second pack, and so on.

    Raises:
        MalformedCard, MalformedLine: for anything that is not the text of a card.
        DuplicateCard: there are more copies of `card` than `decks`.
    """
    copies: dict[Card, int] = {}
    cards = []
    for text in texts:
        if not isinstance(text, str):
            raise MalformedLine("cards has something that is no text.", member="cards")
        card = parse_card(text)
        pack = copies.get(card, 0)
        if pack == decks:
            raise DuplicateCard(f"{text} is there {pack + 1} times; the shoe has {decks} of it.", card=text)
        copies[card] = pack + 1
        cards.append(Card(card + PACK * pack))
    return tuple(cards)
