"""Write `proofs.jsonl`: proofs without a log, of inclusion and of consistency, honest and forged, each with its verdict.

The first line says what the others have. The log is that of `log/`; the codes are read from docs/formats/log.md, "Proofs",
and docs/formats/verdicts.md. `UNANSWERABLE`: what the proof is about was not given.

Usage: python tests/vectors/make_proofs.py
"""

import base64
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

HERE: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from audit.core.checkpoint import sign_checkpoint  # noqa: E402  found by the line above
from audit.core.note import leaf_hash  # noqa: E402  the same
from audit.core.tree import Frontier, append  # noqa: E402  the same
from tests.core.test_proofs import path_by_definition, proof_by_definition  # noqa: E402  the same
from tests.vectors.make_log import LOG, ORIGIN, FixedSigner, whole_log  # noqa: E402  the same

_RECORDS: Final = whole_log().records
LEAVES: Final = [record.tip.leaf for record in _RECORDS]
SIZE: Final = len(LEAVES)
STRANGER: Final = FixedSigner(LOG.name, b"\x77" * 32)
_OTHER: Final = leaf_hash("another entry")


class Case(NamedTuple):
    """A proof, what was given beside it, and the code of the verdict."""

    name: str
    proof: str
    code: str
    receipt: str = ""
    kept: Sequence[str] = ()


def checkpoint(size: int = SIZE, *, signer: FixedSigner = LOG, rewritten: bool = False) -> str:
    """Return a checkpoint over the first entries of the log, or of one with another last entry."""
    last = _OTHER if rewritten else LEAVES[size - 1]
    return sign_checkpoint(ORIGIN, append(Frontier(), [*LEAVES[: size - 1], last]), signer)


def inclusion(index: int, *, size: int = SIZE, path: Sequence[bytes] | None = None, note: str | None = None) -> str:
    """Return the proof of an entry; with another path, or about another checkpoint."""
    hashes = path_by_definition(index, LEAVES[:size]) if path is None else path
    return _document(["c2sp.org/tlog-proof@v1", f"index {index}"], hashes, note or checkpoint(size))


def consistency(older: int, *, size: int = SIZE, path: Sequence[bytes] | None = None, note: str | None = None) -> str:
    """Return the proof that the log of `size` entries begins with the `older` first."""
    hashes = proof_by_definition(older, LEAVES[:size]) if path is None else path
    return _document([f"old {older}"], hashes, note or checkpoint(size))


def _document(head: Sequence[str], hashes: Sequence[bytes], note: str) -> str:
    return "\n".join([*head, *(base64.b64encode(each).decode() for each in hashes)]) + "\n\n" + note


def receipt(index: int) -> str:
    """Return a player's receipt, as the interface gave it."""
    return json.dumps({"seq": index, "leaf": LEAVES[index].hex(), "note": _RECORDS[index].entry})


def cases() -> Iterator[Case]:
    """Yield every case."""
    for index in (0, 2, 15, SIZE - 1):
        yield Case(f"entry {index}", inclusion(index), "OK", receipt(index))
    yield Case("in an earlier tree", inclusion(2, size=6), "OK", receipt(2))
    yield Case("an extra line, which nothing covers", _extra(inclusion(2)), "OK", receipt(2))
    yield Case("a kept checkpoint of the same size", inclusion(2), "OK", receipt(2), [checkpoint()])
    yield from _forged_inclusions()
    for older in (1, 6, 16, SIZE - 1):
        yield Case(f"grown from {older}", consistency(older), "OK", kept=[checkpoint(older)])
    yield Case("the same size", consistency(SIZE), "OK", kept=[checkpoint()])
    yield Case("two were kept", consistency(6), "OK", kept=[checkpoint(16), checkpoint(6)])
    yield from _forged_consistency()


def _forged_inclusions() -> Iterator[Case]:
    path = path_by_definition(2, LEAVES)
    yield Case("another record", inclusion(2), "E_PROOF", receipt(3))
    yield Case("another index", inclusion(3, path=path), "E_PROOF", receipt(2))
    yield Case("beyond the checkpoint", inclusion(SIZE, path=path), "E_PROOF", receipt(2))
    yield Case("another hash", inclusion(2, path=[_OTHER, *path[1:]]), "E_PROOF", receipt(2))
    yield Case("a hash too few", inclusion(2, path=path[:-1]), "E_PROOF", receipt(2))
    yield Case("a hash too many", inclusion(2, path=[*path, _OTHER]), "E_PROOF", receipt(2))
    yield Case("more hashes than a tree has levels", inclusion(2, path=[_OTHER] * 65), "E_PROOF", receipt(2))
    for text in ("", "index 2\n\n", inclusion(2).replace("@v1", "@v2"), inclusion(2).replace("index 2", "index 02")):
        yield Case(f"no proof: {text[:24]!r}", text, "E_PROOF", receipt(2))
    stranger, rewritten = checkpoint(signer=STRANGER), checkpoint(rewritten=True)
    yield Case("a checkpoint of another key", inclusion(2, note=stranger), "E_CHECKPOINT", receipt(2))
    yield Case("a checkpoint of another tree", inclusion(2, note=rewritten), "E_PROOF", receipt(2))
    yield Case("a signature that was changed", inclusion(2).replace("hj0YC+iP", "hj0YC+iQ"), "E_CHECKPOINT", receipt(2))
    yield Case("two roots for one size", inclusion(2), "E_FORK", receipt(2), [rewritten])
    yield Case("a kept checkpoint of another key", inclusion(2), "E_CHECKPOINT", receipt(2), [stranger])
    yield Case("no receipt", inclusion(2), "UNANSWERABLE")
    yield Case("a receipt that is none", inclusion(2), "UNANSWERABLE", "{}")


def _forged_consistency() -> Iterator[Case]:
    path, kept = proof_by_definition(6, LEAVES), [checkpoint(6)]
    yield Case("grown by another hash", consistency(6, path=[*path[:-1], _OTHER]), "E_PROOF", kept=kept)
    yield Case("grown by a hash too few", consistency(6, path=path[:-1]), "E_PROOF", kept=kept)
    yield Case("grown by a hash too many", consistency(6, path=[*path, _OTHER]), "E_PROOF", kept=kept)
    yield Case("grown by nothing", consistency(6, path=[]), "E_PROOF", kept=kept)
    yield Case("grown from another tree", consistency(6), "E_PROOF", kept=[checkpoint(6, rewritten=True)])
    yield Case("grown to another tree", consistency(6, note=checkpoint(rewritten=True)), "E_PROOF", kept=kept)
    yield Case(
        "grown to another key's tree", consistency(6, note=checkpoint(signer=STRANGER)), "E_CHECKPOINT", kept=kept
    )
    yield Case("kept by another key", consistency(6), "E_CHECKPOINT", kept=[checkpoint(6, signer=STRANGER)])
    yield Case("shrunk", consistency(SIZE, size=6, path=path), "E_PROOF", kept=[checkpoint()])
    yield Case("the same size, another root", consistency(SIZE), "E_FORK", kept=[checkpoint(rewritten=True)])
    yield Case("the same size, with a hash", consistency(SIZE, path=[_OTHER]), "E_PROOF", kept=[checkpoint()])
    yield Case(
        "the newer one was kept too, with another root",
        consistency(6),
        "E_FORK",
        kept=[*kept, checkpoint(rewritten=True)],
    )
    yield Case("none was kept", consistency(6), "UNANSWERABLE")
    yield Case("one of another size was kept", consistency(6), "UNANSWERABLE", kept=[checkpoint(16)])


def _extra(text: str) -> str:
    return text.replace("\n", "\nextra AAAA\n", 1)


def vectors() -> Iterator[dict[str, Any]]:
    """Yield the lines of the file."""
    yield {"vector": "proofs", "trust": (HERE / "log/trust.json").read_text(), "case": ["name", *Case._fields[1:]]}
    for case in cases():
        yield {**case._asdict(), "kept": list(case.kept)}


if __name__ == "__main__":
    text = "\n".join(json.dumps(line, separators=(",", ":")) for line in vectors())
    (HERE / "proofs.jsonl").write_text(text + "\n")
