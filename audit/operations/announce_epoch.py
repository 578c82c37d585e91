"""Draw the seeds of an epoch, and commit to them."""

from dataclasses import dataclass

from audit import entropy
from audit.core.epoch_seeds import ROUNDS_PER_EPOCH, SEED_BYTES, pebbles
from audit.core.records import Record
from audit.seal import seal, unseal
from kernel.cte import Cte
from kernel.ids import ChainId


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEpoch:
    """Seeds that were just drawn: `commitment` is public, `sealed_seeds` are for the database."""

    chain: ChainId
    epoch: int
    rounds: int
    commitment: bytes
    sealed_seeds: bytes

    def document(self) -> dict[str, object]:
        """Write the announcement as a record does."""
        return {"n": self.rounds, "commit": self.commitment.hex()}


def draw_epoch(chain: ChainId, epoch: int, *, rounds: int = ROUNDS_PER_EPOCH) -> NewEpoch:
    """Draw the seeds of `epoch` from the operating system's entropy and seal them.

    An epoch of a table has one round.

    Raises:
        EntropyFailed: the operating system's entropy has failed its health tests in this process.
    """
    kept = pebbles(entropy.draw(SEED_BYTES), chain=chain, epoch=epoch, rounds=rounds)
    sealed = seal(b"".join(kept), key="seal", context=_context(chain, epoch))
    return NewEpoch(chain=chain, epoch=epoch, rounds=rounds, commitment=kept[0], sealed_seeds=sealed)


def unseal_pebbles(sealed: bytes, *, chain: ChainId, epoch: int) -> list[bytes]:
    """Return the pebbles of an epoch; they are secret, and live no longer than the step that deals with them."""
    joined = unseal(sealed, key="seal", context=_context(chain, epoch))
    return [joined[at : at + SEED_BYTES] for at in range(0, len(joined), SEED_BYTES)]


def epoch_cte(announced: NewEpoch, *, announced_seq: int) -> Cte:
    """Store the sealed seeds beside the record that announces them, number `announced_seq` of the chain."""
    return Cte(
        "announced",
        "INSERT INTO audit_epoch (chain, epoch, rounds, commitment, sealed_seeds, announced_seq)"
        " SELECT head.chain, %s::int, %s::smallint, %s::bytea, %s::bytea, %s::bigint FROM head",
        (announced.epoch, announced.rounds, announced.commitment, announced.sealed_seeds, announced_seq),
    )


def replace_epoch_cte(announced: NewEpoch, *, announced_seq: int) -> Cte:
    """Replace the seeds of an announced epoch, which was not opened, by freshly drawn ones."""
    return Cte(
        "announced",
        "UPDATE audit_epoch e SET rounds = %s, commitment = %s, sealed_seeds = %s, announced_seq = %s FROM head"
        " WHERE e.chain = head.chain AND e.epoch = %s AND e.opened_ms IS NULL",
        (announced.rounds, announced.commitment, announced.sealed_seeds, announced_seq, announced.epoch),
    )


def opened_cte(epoch: int, client_seed: bytes, record: Record) -> Cte:
    """Store the client seed of an epoch beside the record that opens it."""
    return Cte(
        "opened",
        "UPDATE audit_epoch e SET client_seed = %s, opened_ms = %s FROM head WHERE e.chain ="
        " head.chain AND e.epoch = %s",
        (client_seed, record.tip.time_ms, epoch),
    )


def _context(chain: ChainId, epoch: int) -> bytes:
    return b"RDF1/seal\0" + chain.bytes + epoch.to_bytes(4, "big")
