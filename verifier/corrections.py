"""Adjustments that correct a record: all of one record stay together within what it moved, and against its direction.

A round moves money both ways, so its corrections may too. A chain keeps nothing of its ended rounds. So corrections are
collected, and where a log has some, the chains that have them are read a second time.

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
    """What it gave to cash, below 0 if it took."""
    returned: bool
    """Whether no withdrawal with this leaf waited for its money any more."""
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class _Moved:
    """What a record that may be corrected did to cash."""

    amount_minor: int
    """The most that it moved one way; below 0 if it took. Of a round without a sign."""
    one_way: bool
    withdrawal: bool


@dataclass(slots=True)
class Corrections:
    """The corrections of a log, as far as one share reads them."""

    made: list[Correction] = field(default_factory=list)

    def add(self, other: "Corrections") -> None:
        """Take those of another share into account."""
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
            corrected[key] += abs(each.amount_minor)
            sentence = _wrong(each, named.get(key), corrected[key])
            if sentence is not None:
                yield Failure(code=Code.E_CAUSE, sentence=sentence, place=each.place)

    def _named(self, bundles: Iterable[Bundle]) -> dict[tuple[str | None, bytes], _Moved]:
        """Return what each record that is named moved, by its chain and leaf."""
        wanted = {(each.place.chain, each.of) for each in self.made}
        chains = {chain for chain, _ in wanted}
        named: dict[tuple[str | None, bytes], _Moved] = {}
        for bundle in bundles:
            for entry in bundle.entries:
                chain = chain_of(entry)
                if chain not in chains or (key := (chain, leaf_hash(entry))) not in wanted:
                    continue
                if (moved := _moved(entry)) is not None:
                    named[key] = moved
        return named


def _wrong(made: Correction, moved: _Moved | None, corrected_minor: int) -> str | None:
    """Return what is wrong with a correction; `corrected_minor` is what all came to so far, without the signs."""
    if moved is None:
        return "the correction names no settlement, void or wallet record of its chain"
    if corrected_minor > abs(moved.amount_minor):
        return f"corrections of one record come to {corrected_minor}, the record moved {abs(moved.amount_minor)}"
    if moved.one_way and made.amount_minor * moved.amount_minor > 0:
        return "a movement of money is corrected by more of the same"
    if moved.withdrawal and made.returned:
        return "the withdrawal was returned before"
    return None


def _moved(entry: bytes) -> _Moved | None:
    """Return what a record moved; None if it is of another type."""
    try:
        record = cast("dict[str, Any]", canonical.parse(note.line_of(note.split(entry))))
        if record["type"] == "settle":
            pay = record["pay"]
            most_minor = max(int(pay["staked"]), int(pay["returned"]))
            return _Moved(amount_minor=most_minor, one_way=False, withdrawal=False)
        if record["type"] in ("void", "wallet"):
            cash_minor, wallet = int(dict(record["moves"])["cash"]), record["type"] == "wallet"
            withdrawal = wallet and record["kind"] == "withdrawal"
            return _Moved(amount_minor=cash_minor, one_way=wallet, withdrawal=withdrawal)
    except (Fault, KeyError, TypeError, ValueError):
        # A record of another form has failed by itself.
        pass
    return None
