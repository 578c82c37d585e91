"""What records of player keys say about the whole log: one share collects it, the audit joins and judges it.

Source: docs/formats/player-keys.md, "Rules".
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from verifier.verdict import Code, Failure, Place


@dataclass(slots=True)
class KeyClaims:
    """Public keys that were let in, and roots that players saw, each with the place of its record."""

    let_in: list[tuple[str, Place]] = field(default_factory=list)
    """A public key, in hex."""
    seen: list[tuple[int, str, Place]] = field(default_factory=list)
    """The size of a checkpoint, and its root in hex."""

    def add(self, other: "KeyClaims") -> None:
        """Add what another share collected."""
        self.let_in += other.let_in
        self.seen += other.seen

    def failures(self, roots: Mapping[int, bytes]) -> Iterator[Failure]:
        """Yield a failure for each key that stands in the log twice, and for each root seen that is not the log's.

        `roots` are those of the entries, by size. A size that is not there cannot be judged.
        """
        first: set[str] = set()
        for pub, place in sorted(self.let_in, key=lambda claim: claim[1].index or 0):
            if pub in first:
                yield Failure(code=Code.E_PKEY, sentence="the log has this key already, at another place", place=place)
            first.add(pub)
        for size, root, place in self.seen:
            if size in roots and roots[size].hex() != root:
                sentence = f"the player saw another root of size {size} than that of the entries"
                yield Failure(code=Code.E_ROOT, sentence=sentence, place=place)
