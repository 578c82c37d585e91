"""Look a receipt's leaf up in a served log, by its proofs and tiles, which anybody reads.

Source: docs/formats/log.md, "Proofs" and rule 5 (C2SP tlog-proof, tlog-tiles).
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import NamedTuple, Protocol

from verifier import checkpoint, log_keys, proofs, served_keys, tiles
from verifier.checkpoint import Checkpoint
from verifier.export import Export
from verifier.log_keys import LogKeys
from verifier.note import VerifierKey
from verifier.proofs import ConsistencyProof, InclusionProof
from verifier.receipts import ReceiptPlace
from verifier.served_keys import ServedKeys
from verifier.stolen_keys import StolenKey
from verifier.tree import root_of
from verifier.trust import Trust
from verifier.verdict import Code, Fault


class Found(NamedTuple):
    """Where a leaf is in a log, and by what that is known."""

    log_index: int
    under: Checkpoint
    """The checkpoint under which it is."""
    shown_by: str

    @property
    def size(self) -> int:
        """Return the size of that checkpoint."""
        return self.under.size


class Search(Protocol):
    """A log in which leaves are looked up."""

    @property
    def trust(self) -> Trust:
        """Return the trusted keys."""

    @property
    def newest(self) -> Checkpoint:
        """Return its newest checkpoint."""

    @property
    def size(self) -> int:
        """Return the size of its newest checkpoint."""

    def record_keys(self) -> frozenset[VerifierKey]:
        """Return the keys that the log ever announced for records."""

    def stolen(self) -> Sequence[StolenKey]:
        """Return those of them that it revoked as stolen."""

    def policy_entries(self) -> Sequence[tuple[int, bytes]]:
        """Return the entries, as far as they are known, that may announce policies of witnesses, each with its log index."""

    def find(self, leaf: bytes) -> Found | None:
        """Look a leaf up."""

    def require_one_tree(self, proved_by: Checkpoint) -> None:
        """Hold another checkpoint of the log against the newest one."""

    def places(self, wanted: Iterable[ReceiptPlace]) -> frozenset[ReceiptPlace]:
        """Return those of some places in chains that the log is known to have a record in."""


@dataclass(slots=True, kw_only=True)
class ServedSearch:
    """A log behind an address, as everybody may read it. What its server says is believed for a signature alone."""

    log: Export
    trust: Trust
    newest: Checkpoint = field(init=False)
    _keys: ServedKeys | None = field(init=False)
    _log_keys: LogKeys = field(init=False)
    _in_one_tree: set[tuple[int, bytes]] = field(default_factory=set)
    """Sizes and roots of the checkpoints that the newest one was held against."""

    def __post_init__(self) -> None:
        """Read the newest checkpoint, and the keys that may have signed it.

        Raises:
            Fault: `E_CHECKPOINT`; a record of a key does not hold; `E_FORK`, it is proved in another tree.
            OSError: the server cannot be asked.
        """
        self.newest = newest_of(self.log, self.trust)
        self._keys = served_keys.read(self.log, self.trust)
        self._log_keys = log_keys.of(self.trust) if self._keys is None else self._keys.log
        self._log_keys.require(self.newest)
        proved_by = () if self._keys is None else self._keys.proved_by
        if any(other.size == self.newest.size and other.root != self.newest.root for other in proved_by):
            raise Fault(Code.E_FORK, f"the log signed 2 roots for size {self.newest.size}")

    @property
    def size(self) -> int:
        """Return the size of its newest checkpoint."""
        return self.newest.size

    def record_keys(self) -> frozenset[VerifierKey]:
        """Return the keys that the log ever announced for records.

        Raises:
            Fault: it does not serve its records of keys.
        """
        if self._keys is None:
            raise Fault(Code.E_WITHHELD_ENTRY, "the log does not serve the records of its keys")
        return self._keys.records

    def stolen(self) -> Sequence[StolenKey]:
        """Return those of them that it revoked as stolen.

        Raises:
            Fault: the records are proved in another tree than the newest checkpoint. A theft excuses that a record is missing.
            OSError: the server cannot be asked.
        """
        if self._keys is None or not self._keys.stolen:
            return ()
        for proved_by in self._keys.proved_by:
            self.require_one_tree(proved_by)
        return self._keys.stolen

    def policy_entries(self) -> Sequence[tuple[int, bytes]]:
        """Return none: the records of policies are not among what everybody may read."""
        return ()

    def find(self, leaf: bytes) -> Found | None:
        """Ask for the proof of a leaf; where the server has none, read all leaves of the published tree.

        Raises:
            Fault: a proof or the tiles do not hold, or a proof is in another tree than the newest checkpoint.
            OSError: the server cannot be asked.
        """
        raw = self.log.read(f"proof/{leaf.hex()}.tlog-proof", bytes_max=proofs.FILE_BYTES_MAX)
        if raw is None:
            return self._in_tiles(leaf)
        proof = proofs.parse(raw, keys=self._log_keys, trust=self.trust)
        if not isinstance(proof, InclusionProof):
            raise Fault(Code.E_PROOF, "the log proves something else")
        proofs.require_included(leaf, proof.index, proof.path, size=proof.checkpoint.size, root=proof.checkpoint.root)
        self.require_one_tree(proof.checkpoint)
        return Found(proof.index, proof.checkpoint, "its tlog-proof")

    def places(self, wanted: Iterable[ReceiptPlace]) -> frozenset[ReceiptPlace]:
        """Return none: tiles say nothing of chains."""
        del wanted
        return frozenset()

    def require_one_tree(self, proved_by: Checkpoint) -> None:
        """Hold a checkpoint against the newest one: they differ where the log grew between two questions.

        Otherwise a log could keep a record back, and prove it in a tree that is made for whoever asks.

        Raises:
            Fault: they are of different trees, or the server does not show that they are of one.
            OSError: the server cannot be asked.
        """
        if (proved_by.size, proved_by.root) in self._in_one_tree:
            return
        smaller, larger = sorted((self.newest, proved_by), key=lambda each: each.size)
        path = () if smaller.size == larger.size else self._consistency(smaller.size, larger.size)
        if path is None:
            self._require_in_tiles(proved_by)
        else:
            proofs.require_consistent(
                path, from_size=smaller.size, from_root=smaller.root, to_size=larger.size, to_root=larger.root
            )
        self._in_one_tree.add((proved_by.size, proved_by.root))

    def _consistency(self, from_size: int, to_size: int) -> tuple[bytes, ...] | None:
        """Return the path of the proof that a tree continues another; None if the server has none, as a bucket."""
        raw = self.log.read(f"consistency/{from_size}/{to_size}", bytes_max=proofs.FILE_BYTES_MAX)
        if raw is None:
            return None
        shown = proofs.parse(raw, keys=self._log_keys, trust=self.trust)
        if not isinstance(shown, ConsistencyProof):
            raise Fault(Code.E_PROOF, "the log proves something else")
        return shown.path

    def _require_in_tiles(self, proved_by: Checkpoint) -> None:
        """Hold an earlier checkpoint's root against the tiles, all of which lead to the newest one's."""
        if proved_by.size > self.size:
            sentence = f"the log does not show that its {proved_by.size} entries begin with the first {self.size}"
            raise Fault(Code.E_WITHHELD_ENTRY, sentence)
        leaves = chain.from_iterable(tile for _, tile in tiles.leaves_under(self.log, self.newest))
        root = root_of(islice(leaves, proved_by.size))
        # To the end: only there they are compared with the newest checkpoint.
        deque(leaves, maxlen=0)
        if root != proved_by.root:
            raise Fault(Code.E_FORK, f"the tiles have another root of their first {proved_by.size} entries")

    def _in_tiles(self, leaf: bytes) -> Found | None:
        """Look for a leaf in the tiles of level 0, all of which lead to the newest checkpoint's root."""
        log_index = None
        for first, leaves in tiles.leaves_under(self.log, self.newest):
            if log_index is None and leaf in leaves:
                log_index = first + leaves.index(leaf)
        return None if log_index is None else Found(log_index, self.newest, "the tiles; the server has no proof of it")


def newest_of(log: Export, trust: Trust) -> Checkpoint:
    """Return a log's newest checkpoint, whose keys are still to be required.

    Raises:
        Fault: `E_CHECKPOINT`: there is none, or it does not hold.
    """
    raw = log.read("checkpoint", bytes_max=checkpoint.FILE_BYTES_MAX)
    if raw is None:
        raise Fault(Code.E_CHECKPOINT, "the log has no checkpoint")
    return checkpoint.parse_claimed(raw, trust=trust)
