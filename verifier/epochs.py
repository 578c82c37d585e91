"""Commitments and the epochs they open.

Source: docs/formats/record.md, "Epochs".
"""

import hashlib

from verifier import lost_seeds
from verifier.link import Position
from verifier.player import Announcement, AuditContext, Epoch, PlayerChain
from verifier.records import Commit, Open
from verifier.statistics import counted
from verifier.unplayed import check_revealed
from verifier.verdict import Code, Fault


def check_commit(chain: PlayerChain, record: Commit) -> None:
    """Refuse a commitment to any epoch but the next one. If that has a commitment already, a reason is needed.

    Raises:
        Fault: `E_NONCE`.
    """
    expected = 0 if chain.announcement is None else chain.announcement.epoch
    if record["epoch"] != expected:
        raise Fault(Code.E_NONCE, f"a commitment to epoch {record['epoch']} where epoch {expected} is to come")
    if chain.announcement is not None and "reason" not in record:
        raise Fault(Code.E_NONCE, f"epoch {expected} was committed to before, and no reason is given")


def apply_commit(chain: PlayerChain, record: Commit, *, position: Position, context: AuditContext) -> None:
    """Keep the commitment as the chain's newest."""
    context.tally.commitments_replaced += chain.announcement is not None
    if chain.announcement is not None and counted(record["v"]):
        chain.replaced.append(chain.announcement)
    chain.announcement = Announcement(
        epoch=record["epoch"],
        rounds=record["n"],
        commitment=bytes.fromhex(record["commit"]),
        index=position.index,
    )


def check_open(chain: PlayerChain, record: Open, *, position: Position, context: AuditContext) -> None:
    """Refuse an epoch whose seeds the operator could have chosen after seeing the client seed.

    Raises:
        Fault: `E_TWO_OPEN`, `E_NONCE`, `E_COMMIT_LATE`, `E_CLIENT_REUSE`, `E_SEED`.
    """
    if chain.open_round is not None:
        raise Fault(Code.E_TWO_OPEN, "an epoch is opened while a round is open")
    announced = chain.announcement
    if announced is None or announced.epoch != record["epoch"]:
        raise Fault(Code.E_NONCE, f"epoch {record['epoch']} is opened and was not the one announced")

    size = record["size"]
    if not announced.index < size <= position.index:
        raise Fault(Code.E_COMMIT_LATE, f"a checkpoint of size {size} does not lie between commitment and opening")
    if not context.published(size):
        raise Fault(Code.E_COMMIT_LATE, f"no checkpoint of size {size} was published")
    if _fingerprint(record["client"]) in chain.clients_used:
        raise Fault(Code.E_CLIENT_REUSE, "the client seed was used before in this chain")
    check_revealed(chain, record, context=context)


def apply_open(chain: PlayerChain, record: Open, *, position: Position, context: AuditContext) -> None:
    """Begin the epoch, and keep the commitment to the one after it."""
    lost_seeds.give_up(chain, context=context)
    chain.replaced.clear()
    announced = chain.announcement
    chain.epoch = None
    if announced is not None and announced.epoch == record["epoch"]:
        chain.epoch = Epoch(
            number=record["epoch"],
            rounds=announced.rounds,
            client=bytes.fromhex(record["client"]),
            seed=announced.commitment,
        )
    chain.clients_used.add(_fingerprint(record["client"]))
    chain.announcement = Announcement(
        epoch=record["epoch"] + 1,
        rounds=record["next"]["n"],
        commitment=bytes.fromhex(record["next"]["commit"]),
        index=position.index,
    )


def _fingerprint(client: str) -> bytes:
    return hashlib.sha256(client.encode()).digest()[:16]
