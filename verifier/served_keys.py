"""The keys of a log as it serves them to everybody: each record with its place, its proof and the root's signature.

Source: docs/formats/signing-keys.md, rule 7; log.md, "Proofs", rule 13.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, cast

from verifier import canonical, log_keys, note, proofs, schema
from verifier.checkpoint import Checkpoint
from verifier.export import Export
from verifier.log_keys import LogKeys
from verifier.note import VerifierKey, parse_vkey
from verifier.proofs import InclusionProof
from verifier.stolen_keys import StolenKey, require_why, stolen_by
from verifier.tree import leaf_hash
from verifier.trust import Trust
from verifier.verdict import Code, Fault
from verifier.warrants import require_word

FILE_BYTES_MAX: Final = 1 << 24
PATH: Final = "keys"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedKeys:
    """What the records of keys say, as far as a log shows them."""

    log: LogKeys
    """The keys that sign checkpoints."""
    records: frozenset[VerifierKey]
    """The keys that were ever announced for records."""
    stolen: tuple[StolenKey, ...]
    """Those of them that were revoked as stolen."""
    proved_by: tuple[Checkpoint, ...]
    """The checkpoints that the proofs lead to. Whoever has the tree holds them to it: a proof in another tree is worth nothing."""
    count: int
    """How many records there are."""


def read(served: Export, trust: Trust) -> ServedKeys | None:
    """Read the records of keys of a published log; None if it has none there.

    Raises:
        Fault: one does not hold.
        OSError: the server cannot be asked.
    """
    raw = served.read(PATH, bytes_max=FILE_BYTES_MAX)
    return None if raw is None else parse(raw, trust=trust)


def parse(raw: bytes, *, trust: Trust) -> ServedKeys:
    """Read such a file: a line for each record, in log order.

    Each is the root's, and is in a tree whose checkpoint has the lines of the keys that hold at its size.

    Raises:
        Fault: `E_PROOF`, `E_KEY`, `E_SIG`, `E_CHECKPOINT`, `E_FORM`.
    """
    if len(raw) > FILE_BYTES_MAX:
        raise Fault(Code.E_PROOF, "the log's keys are too long a file")
    keys, records, stolen = log_keys.of(trust), set[VerifierKey](), list[StolenKey]()
    proved = [_line(line, trust) for line in raw.splitlines()]
    _require_order([proof.index for _, proof in proved])
    for entry, proof in proved:
        parsed = note.split(entry)
        record = schema.check(canonical.parse(note.line_of(parsed)))
        if record["type"] not in ("key", "revoke"):
            raise Fault(Code.E_PROOF, "a line of the log's keys is of another record")
        require_word(record, parsed, root=trust.root, origin=trust.log.name)
        if keys.concerns(record):
            keys.accept(record, index=proof.index)
        elif record["use"] == "records":
            records.add(parse_vkey(record["vkey"]))
            require_why(record)
            stolen += filter(None, [stolen_by(record, index=proof.index)])
    # Last, because the tree in which a successor is found may be signed by it.
    for _, proof in proved:
        keys.require(proof.checkpoint)
    return ServedKeys(
        log=keys,
        records=frozenset(records),
        stolen=tuple(stolen),
        proved_by=tuple(
            {(proof.checkpoint.size, proof.checkpoint.root): proof.checkpoint for _, proof in proved}.values()
        ),
        count=len(proved),
    )


def _require_order(places: Sequence[int]) -> None:
    if any(later <= before for before, later in pairwise(places)):
        raise Fault(Code.E_PROOF, "the records of keys are not in log order")


def _line(line: bytes, trust: Trust) -> tuple[bytes, InclusionProof]:
    """Return the record of a line of keys, and its proof, which leads to the root of a checkpoint that somebody signed."""
    try:
        document = cast("dict[str, str]", canonical.parse(line.decode()))
        # Half of a pair that UTF-16 writes a character by is text in JSON, and no bytes.
        entry, proof_file = (document[name].encode() for name in ("note", "proof"))
    except (Fault, UnicodeError, KeyError, TypeError, AttributeError):
        raise Fault(Code.E_PROOF, "a line of the log's keys is no note with its proof") from None
    proof = proofs.parse_claimed(proof_file, trust=trust)
    if not isinstance(proof, InclusionProof):
        raise Fault(Code.E_PROOF, "the log proves something else")
    size, root = proof.checkpoint.size, proof.checkpoint.root
    proofs.require_included(leaf_hash(entry), proof.index, proof.path, size=size, root=root)
    return entry, proof
