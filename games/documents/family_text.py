"""What a family of games says of one of its sheets, beyond what all rules pages say."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.documents.page import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyText:
    """A game in the words of its family, in one language. Every text is whole: its figures are filled in."""

    name: str
    """What the family of the game is called."""
    rounds: tuple[str, ...]
    """How a round goes."""
    pay: tuple[Table, ...]
    """What it pays."""
    strategy: str
    """How to play for the return that the sheet declares."""
    outcomes: Mapping[str, str]
    """A name for each outcome of the records, in the order in which the page lists them."""
    readings: tuple[str, ...]
    """The rules that the documents leave open and we had to settle."""
    pay_notes: tuple[str, ...] = ()
    """What must be said before the paytable."""
    limits: tuple[tuple[str, str], ...] = ()
    """Further rows of the table of limits."""
    stake: str = ""
    """What the first bet is called, where it is not "first bet"."""
    seats_min: int = 1
    """With how many players a game begins."""
    packs: str = ""
    """How many packs are in play, where the number of decks does not say it."""
    returned: tuple[str, ...] = ()
    """What comes back where players play each other, which no strategy changes."""
    outcome_columns: tuple[str, ...] = ()
    """The columns of the table of outcomes, where they have other names."""
    dealing: tuple[str, ...] = ()
    """How the cards are shuffled and dealt, where it is not as in most games."""
    interruptions: tuple[str, ...] = ()
    """What an interruption does, where it is not as in most games."""
    complete: bool = True
    """Whether all rules are known. If not, the page says nothing that the sheet does not say."""
