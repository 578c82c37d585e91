"""The terms of Pot Red Dog, as a rule sheet has them.

Source: docs/formats/rule-sheet.md, "Family pot"; docs/rules/pot-red-dog.md.
"""

from dataclasses import dataclass
from typing import Final, cast

from verifier.predicates import Check, array, closed, fraction, integer, one_of, text
from verifier.sheet_fields import PotSheet, Sheet
from verifier.verdict import Code, Fault

_SPREADS = 11
_RANKS = "A23456789TJQK"

FIELDS: Final[dict[str, Check]] = {
    "ace": one_of(("low",)),
    "ante": integer(0),
    "chip": integer(0),
    "consecutive": one_of(("draw", "redraw")),
    "decks": integer(1, 8),
    "down": integer(0),
    "labels": closed({"call": text, "down": text, "raise": text, "take": text}),
    "pair": one_of(("take_or_call", "take_and_redraw")),
    "pay": closed({"spread": array(integer(1), 0, _SPREADS)}),
    "raise_min": integer(0),
    "rake_basis_points": integer(0, 10_000),
    "refill": integer(0),
    "refill_empty": integer(0),
    "rtp": closed({"first_bet": fraction, "total_wagered": fraction}),
    "second_pack_from": integer(0, 11),
    "take": integer(0),
    "timeout_action": one_of(("down",)),
    "unit": integer(0),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """One sheet of the family."""

    sheet: PotSheet

    @property
    def playable(self) -> bool:
        """Tell whether everything is known that a game needs."""
        return bool(self.sheet["pay"]["spread"])

    def packs(self, *, seats: int) -> int:
        """Return how many packs of 52 so many players use."""
        decks, second_from = self.sheet["decks"], self.sheet["second_pack_from"]
        return max(decks, 2) if second_from and seats >= second_from else decks


def game(sheet: Sheet) -> Pot:
    """Make the game of a sheet of this family, whose fields have the right form.

    Raises:
        Fault: `E_FORM` if they contradict each other.
    """
    own = cast("PotSheet", sheet)
    pot = Pot(sheet=own)
    if not pot.playable:
        return pot
    unit = own["unit"]
    amounts = (own["ante"], own["down"], own["raise_min"], own["refill"], own["refill_empty"], own["take"])
    whole = unit >= 1 and all(amount >= unit and amount % unit == 0 for amount in amounts)
    chips = own["chip"] >= 1 and unit % max(own["chip"], 1) == 0
    if len(own["pay"]["spread"]) != _SPREADS or not whole or not chips:
        raise Fault(Code.E_FORM, "the field rules has payouts, units or chips that no game can be played by")
    return pot


def rank(card: str) -> int:
    """Return the rank of a card where the ace is low: 0 is the ace, 12 the king."""
    return _RANKS.index(card[0])


def default_action(hand: list[str]) -> str:
    """Return what is done for a seat that does not decide: a pair takes, a spread goes down."""
    return "take" if hand[0][0] == hand[1][0] else "down"
