"""What proofs cost in a small log and in a large one: `benchmarks/proofs.py`.

Adds leaves to the log of a new installation until it has 10^4 and then 10^6 entries, waits until the sequencer has
signed and published them, and asks for proofs and tiles over HTTP. Every proof is judged by the verifier. The leaves
are hashes of numbers and have no records; nothing that is measured here reads records. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import http.client
import json
import secrets
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audit.core.tree import Frontier, append
from benchmarks.installation import installed
from reddog_platform.stack import HOST
from verifier import proofs, trust
from verifier.proofs import ConsistencyProof, InclusionProof

if TYPE_CHECKING:
    import psycopg

_SIZES: Final = (10_000, 1_000_000)


class PublicLog:
    """A keep-alive connection to the published log, which counts what each answer took."""

    def __init__(self, port: int) -> None:
        """Connect, and fetch the keys."""
        self._connection = http.client.HTTPConnection(HOST, port)
        self.trust = trust.parse(self.get("trust"), exact=False)

    def get(self, path: str) -> bytes:
        """Return an answer's body; empty for a refusal."""
        self._connection.request("GET", f"/api/v1/log/{path}", headers={"X-Forwarded-Proto": "https"})
        answer = self._connection.getresponse()
        body = answer.read()
        return body if answer.status == http.client.OK else b""

    def hang_up(self) -> None:
        """Close the connection before a long pause, in which the server would close it; the next request reconnects."""
        self._connection.close()

    def size(self) -> int:
        """Return the published size; 0 before the first checkpoint."""
        note = self.get("checkpoint")
        return int(note.split(b"\n")[1]) if note else 0


def leaf(index: int) -> bytes:
    """Return the leaf that `grow` puts at an index."""
    return hashlib.sha256(index.to_bytes(8, "big")).digest()


def grow(session: psycopg.Connection[Any], size: int) -> int:
    """Add leaves until the log has `size` entries, in one transaction as the sequencer does; return how many it had."""
    with session.transaction():
        row = session.execute("SELECT size, frontier FROM audit_log FOR UPDATE").fetchone()
        assert row is not None, "there is one log"
        grown = append(Frontier(row[0], tuple(map(bytes, row[1]))), map(leaf, range(row[0], size)))
        session.execute(
            "INSERT INTO audit_leaf (index, chain, seq, leaf)"
            " SELECT at, gen_random_uuid(), 0, sha256(int8send(at)) FROM generate_series(%s::bigint, %s) at",
            (row[0], size - 1),
        )
        session.execute("UPDATE audit_log SET size = %s, frontier = %s", (grown.size, list(grown.roots)))
    session.execute("ANALYZE audit_leaf")
    return int(row[0])


def sample(log: PublicLog, *, first: int, size: int, spent: dict[str, list[float]]) -> None:
    """Ask for the proofs of one entry, judge them, and for a tile."""
    index = first + secrets.randbelow(size - first)
    included = proofs.parse(_timed(log, spent, "inclusion", f"proof/{leaf(index).hex()}.tlog-proof"), trust=log.trust)
    assert isinstance(included, InclusionProof)
    tree = included.checkpoint
    proofs.require_included(leaf(index), index, included.path, size=tree.size, root=tree.root)
    grown = proofs.parse(_timed(log, spent, "consistency", f"consistency/{index + 1}/{tree.size}"), trust=log.trust)
    assert isinstance(grown, ConsistencyProof)
    assert grown.from_size == tree.size or grown.path
    assert len(_timed(log, spent, "tile", f"tile/0/{secrets.randbelow(size // 256 % 1_000 or 1):03}")) == 256 * 32
    assert base64.b64encode(tree.root) in _timed(log, spent, "checkpoint", "checkpoint")


def _timed(log: PublicLog, spent: dict[str, list[float]], name: str, path: str) -> bytes:
    began = time.perf_counter()
    body = log.get(path)
    spent.setdefault(f"{name}_ms", []).append(1000 * (time.perf_counter() - began))
    assert body, path
    return body


def main() -> None:
    """Measure at each size, and print the result."""
    parser = argparse.ArgumentParser(description="Medians of proofs at 10^4 and 10^6 entries.")
    parser.add_argument("--samples", type=int, default=100, help="of each endpoint")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(_SIZES), help="entries, rising")
    options = parser.parse_args()
    result: dict[str, dict[str, float]] = {}
    with installed() as installation, installation.serving() as serving, installation.as_owner() as session:
        session.autocommit = True
        log = PublicLog(serving.port)
        first = -1
        for size in options.sizes:
            log.hang_up()
            had = grow(session, size)
            first = had if first < 0 else first
            began = time.perf_counter()
            while log.size() < size:
                time.sleep(0.1)
            spent: dict[str, list[float]] = {}
            published_s = time.perf_counter() - began
            for _ in range(options.samples):
                sample(log, first=first, size=size, spent=spent)
            medians = {name: round(statistics.median(times), 2) for name, times in spent.items()}
            result[str(size)] = {"published_s": round(published_s, 1), **medians}
    print(json.dumps(result))


if __name__ == "__main__":
    main()
