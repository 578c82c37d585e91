"""The log that the benchmark of the verifier makes in bulk is honest, and its floor counts what it must."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks import replay_floor
from benchmarks.bulk_log import write_log
from verifier.audit import AuditRequest, audit
from verifier.export import Export
from verifier.judge import Depth

if TYPE_CHECKING:
    from pathlib import Path

# More than two epochs of 256 rounds.
ROUNDS = 520


def test_a_log_made_in_bulk_holds_and_its_floor_has_every_hash_and_signature(tmp_path: Path) -> None:
    rounds = write_log(tmp_path, rounds=ROUNDS)

    result = audit(AuditRequest(export=Export(folder=tmp_path), depth=Depth.FULL, jobs=1))

    assert result.tally.gravest is None
    assert (rounds, result.tally.settled) == (ROUNDS, ROUNDS)
    assert result.tally.chains_with_keys == 1
    floor = replay_floor.measure(tmp_path, size=result.size)
    assert floor.rounds == ROUNDS
    # Each entry is a leaf. An inner node joins every two subtrees: as many as there are leaves, less one for each that
    # is left. A round has one seed, and at least the ten hashes that five blocks of its generator take.
    nodes = result.size - result.size.bit_count()
    assert floor.hashes >= result.size + nodes + ROUNDS * (1 + 10)
    # Each record has one; the player's key proves itself, and signs openings, deals, and settlements with a decision.
    assert result.size + ROUNDS < floor.signatures <= result.size + 1 + 2 * ROUNDS + result.tally.records["open"]
