"""Adjustments that correct a record: all of one record stay together within what it moved.

A chain keeps nothing of its ended rounds. So corrections are collected, and where a log has some, the chains that have
them are read a second time.

Source: docs/formats/adjustments.md.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from verifier import canonical, note
from verifier.entry_bytes import chain_of
from verifier.export import Bundle
from verifier.tree import leaf_hash
from verifier.verdict import Code, Failure, Fault, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """An adjustment that names a record of its chain by its leaf."""

    of: bytes
    amount_minor: int
    """What it gave to cash or took from it, without the sign."""
    place: Place


@dataclass(slots=True)
class Corrections:
    """The corrections of a log, as far as one partition reads them."""

    made: list[Correction] = field(default_factory=list)

    def add(self, other: "Corrections") -> None:
        """Take those of another partition into account."""
        self.made += other.made

    def failures(self, bundles: Iterable[Bundle]) -> Iterator[Failure]:
        """Yield the failure of each correction that goes beyond its record, or names none that can be corrected.

        `bundles` are those of the whole log. They are read only if something was corrected.
        """
        if not self.made:
            return
        named = self._named(bundles)
        corrected: Counter[tuple[str | None, bytes]] = Counter()
        for each in sorted(self.made, key=lambda made: made.place.index or 0):
            key = each.place.chain, each.of
            corrected[key] += each.amount_minor
            if key not in named:
                sentence = "the correction names no settlement, void or wallet record of its chain"
            elif corrected[key] > named[key]:
                sentence = f"corrections of one record come to {corrected[key]}, the record moved {named[key]}"
            else:
                continue
            yield Failure(code=Code.E_CAUSE, sentence=sentence, place=each.place)

    def _named(self, bundles: Iterable[Bundle]) -> dict[tuple[str | None, bytes], int]:
        """Return how much may be corrected of each record that is named, by its chain and leaf."""
        wanted = {(each.place.chain, each.of) for each in self.made}
        chains = {chain for chain, _ in wanted}
        named: dict[tuple[str | None, bytes], int] = {}
        for bundle in bundles:
            for entry in bundle.entries:
                chain = chain_of(entry)
                if chain not in chains or (key := (chain, leaf_hash(entry))) not in wanted:
                    continue
                if (moved_minor := _moved(entry)) is not None:
                    named[key] = moved_minor
        return named


def _moved(entry: bytes) -> int | None:
    """Return the most that a record moved one way, in minor units; None if it is of another type."""
    try:
        record = cast("dict[str, Any]", canonical.parse(note.line_of(note.split(entry))))
        if record["type"] == "settle":
            pay = record["pay"]
            return max(int(pay["staked"]), int(pay["returned"]))
        if record["type"] in ("void", "wallet"):
            return abs(int(dict(record["moves"])["cash"]))
    except (Fault, KeyError, TypeError, ValueError):
        # A record of another form has failed by itself.
        pass
    return None
