"""Look a receipt's leaf up in an export.

Source: docs/formats/log.md, rule 5.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from verifier import canonical, log_keys, note, schema
from verifier.checkpoint import Checkpoint
from verifier.entry_bytes import chain_of
from verifier.export import Export
from verifier.note import VerifierKey, parse_vkey
from verifier.receipt_search import Found, newest_of
from verifier.receipts import ReceiptPlace, place_of
from verifier.records import Key
from verifier.stolen_keys import StolenKey, require_why, stolen_by
from verifier.tree import leaf_hash, root_of
from verifier.trust import Trust
from verifier.verdict import Code, Fault
from verifier.warrants import require_word

_KEY_RECORDS: Final = (b'"type":"key"', b'"type":"revoke"')
_POLICY_RECORD: Final = b'"type":"policy"'


@dataclass(slots=True, kw_only=True)
class ExportSearch:
    """An export, read whole once."""

    export: Export
    trust: Trust
    newest: Checkpoint = field(init=False)
    _leaves: list[bytes] = field(default_factory=list)
    _key_entries: list[bytes] = field(default_factory=list)
    _policy_entries: list[tuple[int, bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Read the entries, and require that they are those of the newest checkpoint.

        Raises:
            Fault: `E_CHECKPOINT`, `E_ROOT`, or the export is not whole.
            OSError: a file cannot be read.
        """
        self.newest = newest_of(self.export, self.trust)
        keys = log_keys.of(self.trust)
        for index, entry in enumerate(self._entries()):
            self._leaves.append(leaf_hash(entry))
            keys.see(entry, index=index, root=self.trust.root)
            if any(kind in entry for kind in _KEY_RECORDS):
                self._key_entries.append(entry)
            if _POLICY_RECORD in entry:
                self._policy_entries.append((index, entry))
        keys.require(self.newest)
        if root_of(self._leaves) != self.newest.root:
            raise Fault(Code.E_ROOT, "the checkpoint's root is not that of the entries")

    @property
    def size(self) -> int:
        """Return the size of its newest checkpoint."""
        return self.newest.size

    def record_keys(self) -> frozenset[VerifierKey]:
        """Return the keys that the log ever announced for records.

        Raises:
            Fault: a record of a key does not hold.
        """
        return frozenset(parse_vkey(record["vkey"]) for record in _keys(self._key_entries, self.trust))

    def stolen(self) -> Sequence[StolenKey]:
        """Return those of them that it revoked as stolen."""
        found = (stolen_by(record, index=self.size) for record in _keys(self._key_entries, self.trust))
        return [stolen for stolen in found if stolen is not None]

    def policy_entries(self) -> Sequence[tuple[int, bytes]]:
        """Return the entries that may announce policies of witnesses, each with its log index."""
        return self._policy_entries

    def find(self, leaf: bytes) -> Found | None:
        """Look a leaf up."""
        if leaf not in self._leaves:
            return None
        return Found(self._leaves.index(leaf), self.newest, "the entries")

    def require_one_tree(self, proved_by: Checkpoint) -> None:
        """Hold a checkpoint of at most the newest one's size against the entries.

        Raises:
            Fault: `E_FORK`, it has another root.
        """
        if root_of(self._leaves[: proved_by.size]) != proved_by.root:
            raise Fault(Code.E_FORK, f"the entries have another root of the first {proved_by.size}")

    def places(self, wanted: Iterable[ReceiptPlace]) -> frozenset[ReceiptPlace]:
        """Return those of some places in chains that the log has a record in."""
        sought = frozenset(wanted)
        chains = {chain for chain, _ in sought}
        found = {place_of(note.split(entry)) for entry in self._entries() if chain_of(entry) in chains}
        return frozenset(place for place in found if place is not None and place in sought)

    def _entries(self) -> Iterator[bytes]:
        for bundle in self.export.bundles(size=self.size):
            if bundle.broken is not None:
                raise Fault(bundle.broken.code, bundle.broken.sentence)
            yield from bundle.entries


def _keys(entries: Iterable[bytes], trust: Trust) -> Iterator[Key]:
    """Yield the records that announce or revoke keys for records; what is revoked has signed before that."""
    for entry in entries:
        parsed = note.split(entry)
        record = schema.check(canonical.parse(note.line_of(parsed)))
        if record["type"] not in ("key", "revoke"):
            # The words of another record may say the same.
            continue
        require_word(record, parsed, root=trust.root, origin=trust.log.name)
        if record["use"] == "records":
            require_why(record)
            yield record
