"""Draw the seeds of an epoch, and commit to them."""

from collections.abc import Sequence
from dataclasses import dataclass

import structlog
from cryptography.exceptions import InvalidTag

from audit import entropy
from audit.core.epoch_seeds import ROUNDS_PER_EPOCH, SEED_BYTES, pebbles
from audit.core.records import Record
from audit.seal import seal, unseal
from kernel.cte import Cte
from kernel.ids import ChainId

_log = structlog.get_logger("audit.announce_epoch")


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


def last_seed(sealed: bytes, *, chain: ChainId, epoch: int) -> bytes | None:
    """Return the last seed of an epoch from which nothing is dealt any more, for the log to reveal.

    None if the key that sealed it is gone: the chain goes on, and auditors count the hands that it left as won.
    """
    try:
        return unseal_pebbles(sealed, chain=chain, epoch=epoch)[-1]
    except InvalidTag:
        _log.error("seeds-left-unreadable", chain=chain.hex, epoch=epoch)
        return None


def seal_replaced(seeds: Sequence[bytes], *, chain: ChainId, epoch: int) -> bytes | None:
    """Encrypt the last seeds of commitments that were replaced, the oldest first; None if there are none."""
    return seal(b"".join(seeds), key="seal", context=_replaced_context(chain, epoch)) if seeds else None


def unseal_replaced(sealed: bytes | None, *, chain: ChainId, epoch: int) -> list[bytes]:
    """Return the last seeds of the commitments that the one of `epoch` has replaced; none if their key is gone."""
    if sealed is None:
        return []
    try:
        joined = unseal(sealed, key="seal", context=_replaced_context(chain, epoch))
    except InvalidTag:
        _log.error("replaced-seeds-unreadable", chain=chain.hex, epoch=epoch)
        return []
    return [joined[at : at + SEED_BYTES] for at in range(0, len(joined), SEED_BYTES)]


def epoch_cte(announced: NewEpoch, *, announced_seq: int) -> Cte:
    """Store the sealed seeds beside the record that announces them, number `announced_seq` of the chain."""
    return Cte(
        "announced",
        "INSERT INTO audit_epoch (chain, epoch, rounds, commitment, sealed_seeds, announced_seq)"
        " SELECT head.chain, %s::int, %s::smallint, %s::bytea, %s::bytea, %s::bigint FROM head",
        (announced.epoch, announced.rounds, announced.commitment, announced.sealed_seeds, announced_seq),
    )


def replace_epoch_cte(announced: NewEpoch, *, announced_seq: int, replaced_seeds: bytes | None = None) -> Cte:
    """Replace the seeds of an announced epoch, which was not opened, by freshly drawn ones.

    `replaced_seeds` is what `seal_replaced` gives for all that were replaced; None where nobody will reveal them.
    """
    return Cte(
        "announced",
        "UPDATE audit_epoch e SET rounds = %s, commitment = %s, sealed_seeds = %s, replaced_seeds = %s,"
        " announced_seq = %s FROM head WHERE e.chain = head.chain AND e.epoch = %s AND e.opened_ms IS NULL",
        (
            announced.rounds,
            announced.commitment,
            announced.sealed_seeds,
            replaced_seeds,
            announced_seq,
            announced.epoch,
        ),
    )


def opened_cte(epoch: int, client_seed: bytes, record: Record) -> Cte:
    """Store the client seed of an epoch beside the record that opens it."""
    return Cte(
        "opened",
        "UPDATE audit_epoch e SET client_seed = %s, opened_ms = %s FROM head WHERE e.chain ="
        " head.chain AND e.epoch = %s",
        (client_seed, record.tip.time_ms, epoch),
    )


def _replaced_context(chain: ChainId, epoch: int) -> bytes:
    return b"RDF2/replaced\0" + chain.bytes + epoch.to_bytes(4, "big")


def _context(chain: ChainId, epoch: int) -> bytes:
    return b"RDF1/seal\0" + chain.bytes + epoch.to_bytes(4, "big")
