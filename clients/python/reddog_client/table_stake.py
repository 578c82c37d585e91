"""A stake at a table in the player's hands: what was sent, and the value that only this client knows.

Source: docs/formats/tables.md, "Revealing".
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from .errors import Reason, VerificationError
from .statements import Announcement


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    """How many packs a game's sheet deals from, and to whom: all that its cards need of its rules."""

    family: str
    decks: int
    hand: int = 0
    """Hidden cards of each seat against the house."""
    ante: int = 0
    """Around a pot, what each seat pays before its first cards."""
    second_pack_from: int = 0
    """Around a pot, the number of players that two packs are dealt to."""

    @classmethod
    def parse(cls, sheet: Mapping[str, Any]) -> Self:
        """Read a rule sheet.

        Raises:
            VerificationError: `MALFORMED_TEXT`.
        """
        family, decks = sheet.get("family"), sheet.get("decks")
        needed = {"red-dog": (), "montana": ("hand",), "pot": ("ante", "second_pack_from")}.get(str(family))
        if needed is None or type(decks) is not int or any(type(sheet.get(name)) is not int for name in needed):
            raise VerificationError(Reason.MALFORMED_TEXT, "this is no sheet of a game at tables", repr(sheet))
        return cls(family=str(family), decks=decks, **{name: sheet[name] for name in needed})

    @property
    def around_pot(self) -> bool:
        """Tell whether the players play against each other."""
        return self.family == "pot"

    def packs(self, *, seats: int) -> int:
        """Return how many packs so many players use."""
        return max(self.decks, 2) if self.around_pot and seats >= self.second_pack_from else self.decks


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStake:
    """A stake, as it is kept from before it is sent until nobody can ask for its value any more. Amounts are minor units."""

    table: str
    epoch: int
    seat: int
    amount: int
    side_bet: int
    value: str
    contribution: str
    announced: Announcement
    announced_seq: int
    """The number, in the table's chain, of the record that announced the epoch."""
    dealing: Dealing
    leaf: str = ""
    """Of the stake's record; empty until the platform has answered."""
    signed: bool = False
    """Whether that record has this player's signature: around a pot, all decisions of the game have one then."""
    seal: str = ""
    """Of the hidden hand against the house, as the player was shown it."""
    revealed: bool = False
    """Whether the platform has said that it has the value."""
    abort: str = ""
    """The leaf of the `table_abort` that says that the value is missing: the next stake has to tell it."""

    @classmethod
    def parse(cls, document: Mapping[str, Any]) -> Self:
        """Read what `document` returned."""
        parts = {**document, "announced": Announcement(**document["announced"])}
        return cls(**{**parts, "dealing": Dealing(**document["dealing"])})

    def document(self) -> dict[str, Any]:
        """Return the stake for the account's file."""
        return asdict(self)

    @property
    def kind(self) -> str:
        """Return the type of its record."""
        return "sit" if self.dealing.around_pot else "deal"

    def record_fields(self) -> dict[str, object]:
        """Return what its record must say of it."""
        return {"epoch": self.epoch, "seat": self.seat, "contrib": self.contribution, **self.amounts()}

    def amounts(self) -> dict[str, int | None]:
        """Return the members for its amounts, as records have them; None for one that is not there."""
        if self.dealing.around_pot:
            return {"buy_in": self.amount, "ante": None, "bonus": None}
        return {"ante": self.amount, "bonus": self.side_bet or None, "buy_in": None}
