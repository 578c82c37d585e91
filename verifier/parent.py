"""A parent log: one log whose entries are the checkpoints of cells' logs.

Source: docs/formats/parent.md.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from verifier import canonical, checkpoint, log_keys, note, witness_policy
from verifier.checkpoint import Checkpoint
from verifier.export import Export
from verifier.note import parse_vkey
from verifier.predicates import closed, one_of, text
from verifier.tree import leaf_hash, root_of
from verifier.trust import Trust
from verifier.verdict import Code, Failure, Fault, Place
from verifier.witness_policy import Policy
from verifier.witnesses import Quorum, quorum_of

_VERSION: Final = one_of(("rdf/2",))
_WORD: Final = {"log": text, "origin": text, "type": one_of(("parent",)), "v": _VERSION}
_CELL: Final = {"log": text, "origin": text, "root": text, "type": one_of(("cell",)), "v": _VERSION}
_WORDS: Final = (closed(_WORD), closed({**_WORD, "policy": text}))
_NAMES_A_CELL: Final = closed(_CELL)


@dataclass(slots=True)
class CellEntries:
    """What a parent log has of a cell."""

    trust: Trust
    index: int
    """The log index of the entry that names it."""
    taken: list[tuple[int, Checkpoint]] = field(default_factory=list)
    """Its checkpoints with their log indexes, smallest first."""
    notes: list[bytes] = field(default_factory=list)
    """The same as bytes."""


@dataclass(slots=True)
class Parent:
    """A parent log that was read, and what was found."""

    trust: Trust
    newest: Checkpoint | None = None
    cells: dict[str, CellEntries] = field(default_factory=dict)
    """By origin, in the order in which they were named."""
    quorum: Quorum | None = None
    policy: Policy | None = None
    """The policy that holds for the newest checkpoint; None if it asks for no witness."""
    failures: list[Failure] = field(default_factory=list)
    _words: list[tuple[int, Policy | None]] = field(default_factory=list)

    @property
    def size(self) -> int:
        """Return how many entries the newest checkpoint promises."""
        return 0 if self.newest is None else self.newest.size

    def fail(self, fault: Fault, *, index: int | None = None) -> None:
        """Add a failure."""
        where = "" if index is None else f"entry {index}: "
        self.failures.append(Failure(code=fault.code, sentence=where + fault.sentence, place=Place(index=index)))

    def see(self, entry: bytes, *, index: int) -> None:
        """Take up the next entry.

        Raises:
            Fault: `E_CELL_LEAF`, `E_CELL_BACK`, `E_FORK`. It is then left out.
        """
        if entry.startswith(b"{"):
            self._see_words(entry, index)
        elif not self._words:
            raise Fault(Code.E_CELL_LEAF, "it stands before the root's word on this log")
        else:
            self._see_checkpoint(entry, index)

    def judge_witnesses(self, given: Policy | None) -> None:
        """Judge whether the newest checkpoint has the quorum of the root's newest policy, or of the auditor's own."""
        assert self.newest is not None, "there is a checkpoint to judge"
        below = [policy for index, policy in self._words if index < self.newest.size]
        policy = given or (below[-1] if below else None)
        if policy is None or not policy.asks:
            return
        self.policy, self.quorum = policy, quorum_of(policy, self.newest)
        if self.quorum is None:
            sentence = f"the checkpoint of size {self.newest.size} lacks the cosignatures that the policy asks for"
            self.fail(Fault(Code.E_QUORUM, sentence))

    def _see_words(self, entry: bytes, index: int) -> None:
        try:
            parsed = note.split(entry)
            document = canonical.parse(note.line_of(parsed))
            canonical.require(document, note.line_of(parsed))
            if type(document) is dict and any(form(document) for form in _WORDS):
                self.trust.root.verify(_by(parsed, self.trust.root))
                self._take_word(document, index)
            elif type(document) is dict and _NAMES_A_CELL(document):
                self.trust.log.verify(_by(parsed, self.trust.log))
                self._take_cell(document, index)
            else:
                raise Fault(Code.E_FORM, "it is neither the root's word nor names a cell")  # noqa: TRY301  one verdict
        except Fault as fault:
            raise Fault(Code.E_CELL_LEAF, fault.sentence) from None

    def _take_word(self, document: dict[str, str], index: int) -> None:
        if (document["origin"], parse_vkey(document["log"])) != (self.trust.origin, self.trust.log):
            raise Fault(Code.E_KEY, "the root's word is about another log, or another key")
        policy = document.get("policy")
        self._words.append((index, None if policy is None else witness_policy.parse_for(policy, self.trust.origin)))

    def _take_cell(self, document: dict[str, str], index: int) -> None:
        origin, root = document["origin"], parse_vkey(document["root"])
        if not self._words:
            raise Fault(Code.E_FORM, "it stands before the root's word on this log")
        if origin in self.cells:
            raise Fault(Code.E_FORM, f"it names {origin[:80]!a} again")
        if root != self.trust.root:
            raise Fault(Code.E_KEY, f"{origin[:80]!a} has another root than this log")
        log = parse_vkey(document["log"])
        if log.name != origin:
            raise Fault(Code.E_KEY, f"the key of {origin[:80]!a} has another name")
        self.cells[origin] = CellEntries(Trust(origin=origin, root=root, log=log), index)

    def _see_checkpoint(self, entry: bytes, index: int) -> None:
        origin = entry.split(b"\n", 1)[0].decode("utf-8", "replace")
        cell = self.cells.get(origin)
        if cell is None:
            raise Fault(Code.E_CELL_LEAF, f"it is of {origin[:80]!a}, which no entry before it names")
        try:
            taken = checkpoint.parse_claimed(entry, trust=cell.trust)
        except Fault as fault:
            raise Fault(Code.E_CELL_LEAF, fault.sentence) from None
        if any(line.signer != origin for line in taken.lines):
            raise Fault(Code.E_CELL_LEAF, f"a line of it is of another name than {origin[:80]!a}")
        if cell.taken:
            _, before = cell.taken[-1]
            if taken.size == before.size and taken.root != before.root:
                raise Fault(Code.E_FORK, f"{origin[:80]!a} signed 2 roots for size {taken.size}")
            if taken.size <= before.size:
                sentence = f"{origin[:80]!a} has {taken.size} entries here, and {before.size} in an entry before"
                raise Fault(Code.E_CELL_BACK, sentence)
        cell.taken.append((index, taken))
        cell.notes.append(entry)


def read(export: Export, *, trust: Trust, policy: Policy | None = None, kept: Sequence[bytes] = ()) -> Parent:
    """Read a parent log to the end of its newest checkpoint, and judge all that needs no cell's log.

    `kept` are checkpoints of it that the auditor has from earlier.

    Raises:
        OSError: a file cannot be read.
    """
    parent = Parent(trust)
    keys = log_keys.of(trust)
    raw = export.read("checkpoint", bytes_max=checkpoint.FILE_BYTES_MAX)
    signed = list[Checkpoint]()
    for at, each in enumerate((raw or b"", *kept)):
        try:
            claimed = checkpoint.parse_claimed(each, trust=trust)
            keys.require(claimed)
        except Fault as fault:
            parent.fail(fault)
            if at == 0:
                return parent
        else:
            signed.append(claimed)
    parent.newest = signed[0]
    leaves = []
    for index, entry in _entries(export, parent):
        leaves.append(leaf_hash(entry))
        try:
            parent.see(entry, index=index)
        except Fault as fault:
            parent.fail(fault, index=index)
            if index == 0:
                # No parent log begins so, and each entry of another log would be the same fault again.
                return parent
    _judge_roots(parent, leaves, signed)
    parent.judge_witnesses(policy)
    return parent


def _entries(export: Export, parent: Parent) -> Iterator[tuple[int, bytes]]:
    for bundle in export.bundles(size=parent.size):
        yield from enumerate(bundle.entries, start=bundle.first)
        if bundle.broken is not None:
            parent.failures.append(bundle.broken)


def _judge_roots(parent: Parent, leaves: Sequence[bytes], signed: Sequence[Checkpoint]) -> None:
    for each in signed:
        if each.size > parent.size:
            sentence = f"the log signed a checkpoint of size {each.size}, the entries end at {parent.size}"
            parent.fail(Fault(Code.E_WITHHELD_ENTRY, sentence))
        elif len(leaves) == parent.size and root_of(leaves[: each.size]) != each.root:
            code = Code.E_FORK if each.size == parent.size and each.root != signed[0].root else Code.E_ROOT
            parent.fail(Fault(code, f"the checkpoint of size {each.size} has another root than the entries"))


def _by(parsed: note.Note, key: note.VerifierKey) -> note.Note:
    if not key.signed(parsed):
        raise Fault(Code.E_KEY, f"{parsed.signer[:80]!a} signed it, and not {key.name!a}")
    return parsed
