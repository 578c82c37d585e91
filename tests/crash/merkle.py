"""The tree of RFC 6962 by its definition, and what must hold of the log however often its sequencer died."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

import psycopg


def root(leaves: Sequence[bytes]) -> bytes:
    """Return the root of a tree of leaf hashes, computed as section 2.1 defines it."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\x01" + root(leaves[:half]) + root(leaves[half:])).digest()


def assert_log_whole(environment: Mapping[str, str]) -> int:
    """Return the size of the log: every record in it once, no gap, and every checkpoint that was ever signed true."""
    with psycopg.connect(environment["DATABASE_URL"]) as session:
        placed = session.execute("SELECT index, leaf, chain, seq FROM audit_leaf ORDER BY index").fetchall()
        records = session.execute("SELECT chain, seq FROM audit_record").fetchall()
        checkpoints = session.execute("SELECT size, note FROM audit_checkpoint").fetchall()
        waiting = session.execute("SELECT count(*) FROM audit_queue").fetchone()
    assert waiting == (0,)
    assert [row[0] for row in placed] == list(range(len(placed)))
    assert sorted(row[2:] for row in placed) == sorted(records)
    for chain in {row[2] for row in placed}:
        numbers = [row[3] for row in placed if row[2] == chain]
        assert numbers == list(range(len(numbers))), "a chain's records keep their order"
    leaves = [bytes(row[1]) for row in placed]
    for size, note in checkpoints:
        assert note.split("\n")[1:3] == [str(size), base64.b64encode(root(leaves[:size])).decode()]
    assert max(size for size, _ in checkpoints) == len(placed)
    return len(placed)
