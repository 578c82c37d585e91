"""Events as records speak of them: which the system chain lists, and which record names which.

Source: docs/formats/events.md.
"""

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any, cast

from verifier.common_fields import Common
from verifier.event_claims import EventClaim
from verifier.predicates import HEX_32, array, integer
from verifier.records import EventsListed
from verifier.shape import TABLES_VERSION, Shape, shape
from verifier.verdict import Code, Fault, Place

SYSTEM = "0" * 32
LEAVES_MAX = 256
LEAF_BYTES = 32
PROMISE_MS = 10_000
"""An event is listed so long after it at most, while the log goes on."""
_SILENCE_MS = 3_600_000
"""So long passes at most between two records that list events."""

EVENTS = shape({"first": integer(1), "leaves": array(HEX_32, 0, LEAVES_MAX)})

_CITING = frozenset(("commit", "erasure", "key", "limits", "profile", "revoke", "rules", "void", "wallet"))
_CITING_AT_TABLES = frozenset(("rules", "table", "table_abort"))
_ALWAYS_CITING = frozenset(("erasure", "key", "profile", "revoke", "rules", "table"))
_BY_STAFF = frozenset(("adjustment", "bonus"))
_BY_OTHERS = frozenset(("list", "operator"))
_CITING_BY_OPERATORS = frozenset(("player_key", "player_key_end", "table_abort"))
_NEVER_CITING = frozenset(("deal", "open", "settle"))
_with_event: dict[int, Shape] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """The events that one record lists: they are numbered from `first` on."""

    first: int
    index: int
    seq: int
    time: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A record that names an event."""

    leaf: bytes
    place: Place
    time: int
    claim: EventClaim


@dataclass(slots=True, kw_only=True)
class EventList:
    """The leaves that are listed up to some log index, one after the other, and the records that list them."""

    leaves: bytearray = field(default_factory=bytearray)
    batches: list[Batch] = field(default_factory=list)
    seen: list[int] = field(default_factory=list)
    """For each of these records, the greatest time of the records of other chains before it, as far as they are read."""
    erased: int = 0
    """How many players the log says were erased."""
    _next: int = 1
    _listed_at: int | None = None
    _seen: int = 0

    def accept(self, record: EventsListed, *, index: int) -> None:
        """List the events of the next record. One that does not follow is listed under the numbers that it should have.

        Raises:
            Fault: `E_EVENT`.
        """
        expected = self._next
        if record["leaves"]:
            batch = Batch(first=self.count + 1, index=index, seq=record["seq"], time=record["time"])
            self.batches.append(batch)
            self.seen.append(self._seen)
        for leaf in record["leaves"]:
            self.leaves += bytes.fromhex(leaf)
        self._listed_at = record["time"]
        self._next = record["first"] + len(record["leaves"])
        if record["first"] != expected:
            raise Fault(Code.E_EVENT, f"the first event is number {record['first']} where {expected} follows")

    @property
    def count(self) -> int:
        """Return how many events are listed."""
        return len(self.leaves) // LEAF_BYTES

    def leaf(self, number: int) -> bytes:
        """Return the leaf of an event, numbered from 1."""
        return bytes(self.leaves[(number - 1) * LEAF_BYTES : number * LEAF_BYTES])

    def pass_record(self, record: Common) -> None:
        """Take a record of another chain into account: the log went on at least until its time."""
        self._seen = max(self._seen, record["time"])

    def late(self, number: int, since: int) -> int:
        """Return how long (ms) after `since` an event was listed, if that is too long, and 0 otherwise.

        It is too long only if the log went on meanwhile. While the sequencer is down nothing gets its index, and when it
        is back, it lists what waited before everything else.
        """
        place = self.place(number)
        if self.seen[place] <= since + PROMISE_MS:
            return 0
        return max(0, self.batches[place].time - since)

    def place(self, number: int) -> int:
        """Return which of the batches lists an event."""
        return bisect_right(self.batches, number, key=lambda batch: batch.first) - 1

    def silence(self, record: Common) -> Fault | None:
        """Return the fault of a record that comes later than the next listing was due.

        A record of the system chain may be written while the sequencer is down, and stands before the listing then.
        """
        if (
            self._listed_at is None
            or record["chain"] == SYSTEM
            or record["time"] <= self._listed_at + _SILENCE_MS + PROMISE_MS
        ):
            return None
        return Fault(Code.E_EVENT_LATE, "no record lists events in the hour before this one")


def shape_with_event(form: Shape, kind: str, *, at_table: bool) -> Shape:
    """Return the shape of a type that may name an event, with that field; any other as it is."""
    if kind not in (_CITING_AT_TABLES if at_table else _CITING):
        return form
    made = _with_event.get(id(form))
    if made is None:
        made = _with_event[id(form)] = Shape(required=form.required, fields={**form.fields, "ev": HEX_32})
    return made


def cited_leaf(record: Common) -> bytes | None:
    """Return the leaf of the event that a record names.

    Raises:
        Fault: `E_EVENT_MISSING`, if it names none and must.
    """
    if cast("dict[str, Any]", record)["type"] in _NEVER_CITING:
        return None
    named: str | None = cast("dict[str, Any]", record).get("ev")
    if named is not None:
        return bytes.fromhex(named)
    if must_cite(record):
        raise Fault(Code.E_EVENT_MISSING, "the record names no event, and is one that somebody causes")
    return None


def must_cite(record: Common) -> bool:
    """Tell whether a record must name the event that caused it. Records of the first version name none."""
    if record["v"] != TABLES_VERSION:
        return False
    fields = cast("dict[str, Any]", record)
    kind = fields["type"]
    if kind == "void":
        # The void of a stake at a table follows from its table_abort, and has no nonce.
        return "nonce" in fields
    if kind == "wallet":
        return fields["kind"] in _BY_STAFF
    if kind == "commit":
        return "reason" in fields
    if kind == "limits":
        # Whether the platform had to have one is judged by the chain.
        return fields["act"]["who"] in _BY_OTHERS
    return kind in _ALWAYS_CITING or (kind in _CITING_BY_OPERATORS and "by" in fields)
