"""The versions of a log: its records have the first one, then the second, and never go back.

Source: docs/formats/log.md, "Rules".
"""

from dataclasses import dataclass

from verifier.common_fields import Common
from verifier.shape import FIRST_VERSION
from verifier.verdict import Code, Failure, Place


@dataclass(slots=True)
class Versions:
    """Where the first version ends and the second begins, by log index; None for a version that is not there."""

    first_ends: int | None = None
    second_begins: int | None = None

    @property
    def first_records(self) -> int:
        """Return how many records have the first version, of a log that does not go back to it: they come first."""
        return 0 if self.first_ends is None else self.first_ends + 1

    def see(self, record: Common, *, index: int) -> None:
        """Take the next record into account."""
        if record["v"] == FIRST_VERSION:
            self.first_ends = index
        elif self.second_begins is None:
            self.second_begins = index

    def add(self, other: "Versions") -> None:
        """Take the records of another share into account."""
        ends = [index for index in (self.first_ends, other.first_ends) if index is not None]
        begins = [index for index in (self.second_begins, other.second_begins) if index is not None]
        self.first_ends, self.second_begins = max(ends, default=None), min(begins, default=None)

    def failure(self) -> Failure | None:
        """Return the failure of a log that goes back to the first version, at its last record of that version."""
        if self.first_ends is None or self.second_begins is None or self.first_ends < self.second_begins:
            return None
        sentence = f"a record of the first version, after the second began at log index {self.second_begins}"
        return Failure(code=Code.E_FORM, sentence=sentence, place=Place(index=self.first_ends))
