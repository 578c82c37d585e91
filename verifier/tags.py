"""The tags by which chains name their players: one for each chain of a log.

Source: docs/formats/record.md, "Rules".
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from verifier.records import Init
from verifier.shape import TABLES_VERSION
from verifier.verdict import Code, Failure, Place


@dataclass(slots=True)
class Tags:
    """The tags of the chains that were begun, as far as one share reads them."""

    begun: list[tuple[int, bytes, str, bool]] = field(default_factory=list)
    """The log index, the tag and the chain of each `init`, and whether it has a version that refuses a tag used before."""

    def see(self, record: Init, *, index: int) -> None:
        """Take the next chain into account."""
        self.begun.append((index, bytes.fromhex(record["player"]), record["chain"], record["v"] == TABLES_VERSION))

    def add(self, other: "Tags") -> None:
        """Take the chains of another share into account."""
        self.begun += other.begun

    def failures(self) -> Iterator[Failure]:
        """Yield the failure of each chain whose tag another one has before it in the log."""
        first: dict[bytes, tuple[int, str]] = {}
        for index, tag, chain, unique in sorted(self.begun):
            before, other = first.setdefault(tag, (index, chain))
            if other != chain and unique:
                sentence = f"the chain that begins at log index {before} has the same player tag"
                place = Place(index=index, chain=chain, seq=0, kind="init")
                yield Failure(code=Code.E_TAG, sentence=sentence, place=place)
