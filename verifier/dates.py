"""Whether records are dated as they came: none is dated long before another one that the log already has.

Source: docs/formats/log.md, "Rules"; verdicts.md, `E_CLOCK`.
"""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from verifier import canonical, note, schema
from verifier.entry_bytes import chain_of, time_of
from verifier.export import Bundle
from verifier.shape import TABLES_VERSION
from verifier.verdict import Code, Failure, Fault, Place

LATE_MS: Final = 12_000
"""The ten seconds within which a record is in the log, and two by which clocks may differ."""
_VERSION: Final = TABLES_VERSION.encode()


class Span(NamedTuple):
    """The least and the greatest time (ms) of a bundle's records, and where the first one of that time stands."""

    least: int
    greatest: int
    greatest_index: int


def span_of(bundle: Bundle) -> Span | None:
    """Return the span of a bundle; None if no record of a player or a table is in it."""
    least, greatest, greatest_index = 0, -1, -1
    for index, entry in enumerate(bundle.entries, start=bundle.first):
        time = time_of(entry, version=_VERSION)
        if time is None or (0 <= least <= time <= greatest) or chain_of(entry) == schema.SYSTEM_CHAIN:
            continue
        least = time if greatest < 0 else min(least, time)
        if time > greatest:
            greatest, greatest_index = time, index
    return None if greatest < 0 else Span(least, greatest, greatest_index)


@dataclass(slots=True, kw_only=True)
class Dates:
    """The greatest time of the records read so far, and the failures of those that were dated before it."""

    failures: list[Failure] = field(default_factory=list)
    _latest: int = 0
    _latest_index: int = 0
    _told: bool = False

    def see(self, bundle: Bundle) -> None:
        """Compare the records of players and tables in the log's next bundle.

        Of all records that contradict the same one, the first is told. An entry without a time is another check's.
        """
        for index, entry in enumerate(bundle.entries, start=bundle.first):
            time = time_of(entry, version=_VERSION)
            if time is None or self._latest - LATE_MS <= time <= self._latest or chain_of(entry) == schema.SYSTEM_CHAIN:
                continue
            if time > self._latest:
                self._latest, self._latest_index, self._told = time, index, False
            elif not self._told:
                self._told = True
                self.failures.append(self._failure(entry, index=index, early_ms=self._latest - time))

    def pass_span(self, span: Span | None) -> bool:
        """Take a bundle into account that cannot have a record to be told; return whether that is so.

        Otherwise the bundle must be seen.
        """
        if span is None:
            return True
        if span.least + LATE_MS < max(self._latest, span.greatest):
            return False
        if span.greatest > self._latest:
            self._latest, self._latest_index, self._told = span.greatest, span.greatest_index, False
        return True

    def _failure(self, entry: bytes, *, index: int, early_ms: int) -> Failure:
        sentence = f"dated {early_ms} ms before the record at log index {self._latest_index}, which stands before it"
        return Failure(code=Code.E_CLOCK, sentence=sentence, place=_place(entry, index=index))


def _place(entry: bytes, *, index: int) -> Place:
    try:
        return schema.claimed_place(canonical.parse(note.line_of(note.split(entry))), index=index)
    except Fault:
        return Place(index=index)
