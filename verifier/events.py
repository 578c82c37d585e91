"""Judge the events of an export: each body against the leaf that the log lists, each record against the event it names.

Source: docs/formats/events.md.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from verifier import canonical
from verifier.event_list import LEAF_BYTES, Batch, Citation, EventList
from verifier.export import BUNDLE_ENTRIES, Export, number_path
from verifier.predicates import HEX_16, HEX_32, KEBAB, MILLISECONDS, boolean, by_name, closed, integer, text
from verifier.schema import SYSTEM_CHAIN
from verifier.verdict import Code, Failure, Fault, Place

LEAF_DOMAIN, PRIVATE_DOMAIN = b"RDF2/event\0", b"RDF2/event-priv\0"
EVENTS_BYTES_MAX = 1 << 28
_PENDING_MS = 60_000
"""For so long before the end of the log, an event that a record names may still wait to be listed."""
_ABOUT_ITS_PLAYER = frozenset(("limits", "void", "wallet"))

_NUMBER = integer(-canonical.INTEGER_MAX)
_FORM = closed(
    {
        "actor": text,
        "at": MILLISECONDS,
        "kind": KEBAB,
        "priv": HEX_32,
        "salt": HEX_16,
        "told": by_name(lambda value: boolean(value) or _NUMBER(value)),
    },
    {"subject": HEX_16},
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventBody:
    """An event as an export has it."""

    number: int
    event: dict[str, Any]
    private: dict[str, Any] | None
    """None where it was erased."""


@dataclass(slots=True, kw_only=True)
class EventTotals:
    """Counts of the listed events."""

    listed: int = 0
    erased: int = 0
    """How many of them have no private part any more."""


@dataclass(slots=True, kw_only=True)
class EventJudgement:
    """What is known of all events of an export."""

    events: EventList
    citations: list[Citation]
    time_latest: int
    """The greatest time of the log's valid records."""
    totals: EventTotals = field(default_factory=EventTotals)
    _erased_of: set[str] = field(default_factory=set)

    def failures(self, export: Export) -> Iterator[Failure]:
        """Yield what is wrong with the events, reading their bodies."""
        self.totals.listed = self.events.count
        named = _by_leaf(self.citations)
        wanted = {leaf: number for number, leaf in _numbered(self.events) if leaf in named}
        for leaf, citations in named.items():
            number = wanted.get(leaf)
            for citation in citations:
                fault = self._unlisted(citation) if number is None else self._listed_late(citation, number)
                if fault is not None:
                    yield _failure(fault, citation.place)
        latest: dict[int, int] = {}
        for number, body in bodies(export, count=self.events.count):
            batch = batch_of(self.events, number)
            place = Place(index=batch.index, chain=SYSTEM_CHAIN, seq=batch.seq, kind="events")
            if isinstance(body, Fault):
                yield _failure(body, place)
                continue
            yield from (_failure(fault, place) for fault in self._faults_of(body, batch, latest))
            for citation in named.get(self.events.leaf(number), []):
                fault = _wrong_subject(citation, body) or citation.claim.fault(number, body.event)
                if fault is not None:
                    yield _failure(fault, citation.place)
        if len(self._erased_of) > self.events.erased:
            sentence = (
                f"the private parts of events about {len(self._erased_of)} players are missing,"
                f" and {self.events.erased} players were erased"
            )
            yield _failure(Fault(Code.E_WITHHELD_EVENT, sentence), Place())

    def _faults_of(self, body: EventBody, batch: Batch, latest: dict[int, int]) -> Iterator[Fault]:
        """Yield the faults of a body; `latest` holds the instant of the event before it, by its record's index."""
        if digest(LEAF_DOMAIN, body.event) != self.events.leaf(body.number):
            yield Fault(Code.E_EVENT, f"event {body.number} is not the one that the log lists")
            return
        at = body.event["at"]
        if at < latest.get(batch.index, 0):
            yield Fault(Code.E_EVENT, f"event {body.number} is earlier than the one before it in its record")
        latest[batch.index] = at
        if late := self.events.late(body.number, at):
            yield Fault(Code.E_EVENT_LATE, f"event {body.number} is listed {late} ms after its instant")
        if body.private is None:
            self.totals.erased += 1
            if "subject" in body.event:
                self._erased_of.add(body.event["subject"])
            else:
                sentence = f"event {body.number} has no private part, and is about no player who could be erased"
                yield Fault(Code.E_WITHHELD_EVENT, sentence)
        elif digest(PRIVATE_DOMAIN, body.private).hex() != body.event["priv"]:
            yield Fault(Code.E_EVENT, f"the private part of event {body.number} is not the one that the event fixes")

    def _unlisted(self, citation: Citation) -> Fault | None:
        if self.time_latest <= citation.time + _PENDING_MS:
            return None
        return Fault(Code.E_EVENT_MISSING, "the log does not list the event that the record names")

    def _listed_late(self, citation: Citation, number: int) -> Fault | None:
        late = self.events.late(number, citation.time)
        if not late:
            return None
        return Fault(Code.E_EVENT_LATE, f"the event that the record names is listed {late} ms after it")


def bodies(export: Export, *, count: int) -> Iterator[tuple[int, EventBody | Fault]]:
    """Yield the number and the body of each of `count` events; the fault of one that is missing or unreadable."""
    for first in range(0, count, BUNDLE_ENTRIES):
        width = min(BUNDLE_ENTRIES, count - first)
        raw = export.read(events_path(first // BUNDLE_ENTRIES, width=width), bytes_max=EVENTS_BYTES_MAX) or b""
        lines = raw.split(b"\n")
        # What follows the last line feed is no line.
        rest, found = lines.pop(), len(lines)
        for offset in range(width):
            number = first + offset + 1
            if offset >= found or not lines[offset]:
                yield number, Fault(Code.E_WITHHELD_EVENT, f"the export lacks event {number}")
                continue
            try:
                yield number, _body(number, lines[offset])
            except (Fault, UnicodeDecodeError):
                yield number, Fault(Code.E_EVENT, f"event {number} is not of its form")
        if found > width or rest:
            yield first + width, Fault(Code.E_EVENT, f"the file goes on after event {first + width}")


def events_path(number: int, *, width: int) -> str:
    """Return the path of a file of `width` events."""
    path = f"events/{number_path(number)}"
    return path if width == BUNDLE_ENTRIES else f"{path}.p/{width}"


def event_paths(count: int) -> Iterator[str]:
    """Yield the paths of the files of `count` events."""
    for first in range(0, count, BUNDLE_ENTRIES):
        yield events_path(first // BUNDLE_ENTRIES, width=min(BUNDLE_ENTRIES, count - first))


def batch_of(events: EventList, number: int) -> Batch:
    """Return the record that lists an event."""
    return events.batches[events.place(number)]


def digest(domain: bytes, document: dict[str, Any]) -> bytes:
    """Hash a part of an event."""
    return hashlib.sha256(domain + canonical.encode(document).encode()).digest()


def _body(number: int, line: bytes) -> EventBody:
    content = line.decode()
    document = canonical.parse(content)
    canonical.require(document, content)
    if type(document) is not dict or not {"event"} <= document.keys() <= {"event", "priv"}:
        raise Fault(Code.E_EVENT, "it has other members than event and priv")
    event, private = document["event"], document.get("priv")
    if not _FORM(event) or (private is not None and type(private) is not dict):
        raise Fault(Code.E_EVENT, "its members are not of their form")
    return EventBody(number=number, event=event, private=private)


def _wrong_subject(citation: Citation, body: EventBody) -> Fault | None:
    """Return the fault of a record of a player or a table that names an event about somebody else."""
    subject, chain = body.event.get("subject"), citation.place.chain
    if chain in (SYSTEM_CHAIN, subject) or (subject is None and citation.place.kind not in _ABOUT_ITS_PLAYER):
        return None
    return Fault(Code.E_EVENT, f"the record names event {body.number}, which is not about this chain")


def _numbered(events: EventList) -> Iterator[tuple[int, bytes]]:
    for at in range(0, len(events.leaves), LEAF_BYTES):
        yield at // LEAF_BYTES + 1, bytes(events.leaves[at : at + LEAF_BYTES])


def _by_leaf(citations: Iterable[Citation]) -> dict[bytes, list[Citation]]:
    named: dict[bytes, list[Citation]] = {}
    for citation in citations:
        named.setdefault(citation.leaf, []).append(citation)
    return named


def _failure(fault: Fault, place: Place) -> Failure:
    return Failure(code=fault.code, sentence=fault.sentence, place=place)
