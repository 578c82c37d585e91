"""Epochs: the open one with its sealed seeds, the announced one, and both as the player may see them."""

from typing import NamedTuple

from audit.gather import gather_row
from audit.models import Epoch
from audit.queries.chains import head_source
from audit.queries.log import index_of
from kernel.cte import Cte, TypedCte
from kernel.ids import ChainId
from kernel.instants import rfc3339


class EpochRow(NamedTuple):
    """The epoch that was opened last in a chain."""

    epoch: int
    rounds: int
    """How many rounds its seeds are for."""
    commitment: bytes
    """s_0, which is public."""
    sealed_seeds: bytes
    """The stored seeds, encrypted under the seal key."""
    announced_seq: int
    """The number of the record that announced the commitment."""
    client_seed: bytes
    opened_ms: int
    closed_ms: int | None
    """When it was closed before it was used up: nothing more is dealt from it. None otherwise."""


class NextEpochRow(NamedTuple):
    """The epoch that was announced and is not opened yet."""

    epoch: int
    rounds: int
    commitment: bytes
    announced_seq: int
    replaced_seeds: bytes | None
    """The last seeds of the commitments that this one has replaced, encrypted; None if it has replaced none."""
    log_index: int | None
    """The log index of its announcement; None until the sequencer has given one."""
    checkpoint_size: int
    """How many entries the newest checkpoint covers; 0 before the first."""


EPOCH_SOURCE = TypedCte(
    Cte(
        "epoch",
        "SELECT e.epoch, e.rounds, e.commitment, e.sealed_seeds, e.announced_seq, e.client_seed,"
        " e.opened_ms, e.closed_ms"
        " FROM audit_epoch e, head WHERE e.chain = head.chain AND e.epoch = head.epoch",
        (),
    ),
    EpochRow,
)
"""The open epoch of the chain that a source named `head` gives."""


class TableEpochRow(NamedTuple):
    """The epoch of a table whose betting was closed last."""

    epoch: int
    commitment: bytes
    """s_0, which is public."""
    sealed_seeds: bytes
    """s_0 and s_1, encrypted under the seal key."""
    client_seed: bytes | None
    """What the seats' values add to the deck; None until all of them are there, and for ever after an abort."""


TABLE_EPOCH_SOURCE = TypedCte(
    Cte(
        "table_epoch",
        "SELECT e.epoch, e.commitment, e.sealed_seeds, e.client_seed"
        " FROM audit_epoch e, head WHERE e.chain = head.chain AND e.epoch = head.epoch",
        (),
    ),
    TableEpochRow,
)
"""The epoch that runs, or ran last, at the table whose chain a source named `head` gives."""


NEXT_EPOCH_SOURCE = TypedCte(
    Cte(
        "next_epoch",
        "SELECT e.epoch, e.rounds, e.commitment, e.announced_seq, e.replaced_seeds, l.index,"
        " COALESCE((SELECT size FROM audit_checkpoint ORDER BY size DESC LIMIT 1), 0) AS checkpoint_size"
        " FROM head JOIN audit_epoch e ON e.chain = head.chain AND e.epoch = head.epoch + 1"
        " LEFT JOIN audit_leaf l ON l.chain = e.chain AND l.seq = e.announced_seq",
        (),
    ),
    NextEpochRow,
)
"""The announced epoch of the chain that a source named `head` gives."""


def epoch_seeds(chain: ChainId, epoch: int) -> EpochRow | None:
    """Return an epoch with its sealed seeds, open or past; for replays."""
    row = Epoch.objects.filter(chain=chain, epoch=epoch).values_list(*EpochRow._fields).first()
    return None if row is None else EpochRow(*row)


def announced_seeds(chain: ChainId, epoch: int) -> tuple[bytes, bytes | None]:
    """Return the sealed seeds of an announced epoch, and those of the commitments that it has replaced."""
    sealed, replaced = Epoch.objects.values_list("sealed_seeds", "replaced_seeds").get(chain=chain, epoch=epoch)
    return bytes(sealed), None if replaced is None else bytes(replaced)


def client_seed_used(chain: ChainId, client_seed: bytes) -> bool:
    """Return whether an epoch of the chain was opened with this client seed."""
    return Epoch.objects.filter(chain=chain, client_seed=client_seed).exists()


def epochs_of(chain: ChainId) -> tuple[dict[str, object] | None, dict[str, object]]:
    """Return the chain's open epoch (None before the first) and the announced one, as the player may see them."""
    head_of_chain = head_source("%s", chain)
    gathered = gather_row(head_of_chain, EPOCH_SOURCE, NEXT_EPOCH_SOURCE)
    assert gathered is not None, "a chain has a head from its first record on"
    # An epoch is always announced one ahead.
    head, following = gathered.required(head_of_chain), gathered.required(NEXT_EPOCH_SOURCE)
    current = gathered[EPOCH_SOURCE]
    upcoming = _commitment(following, following.log_index, following.checkpoint_size)
    if current is None:
        return None, upcoming
    opened = {
        **_commitment(current, index_of(chain, current.announced_seq), following.checkpoint_size),
        "client_seed": current.client_seed.hex(),
        "rounds_left": current.rounds - head.nonce if current.closed_ms is None else 0,
        "opened_at": rfc3339(current.opened_ms),
    }
    return opened, upcoming


def _commitment(row: EpochRow | NextEpochRow, index: int | None, checkpoint_size: int) -> dict[str, object]:
    return {
        "epoch": row.epoch,
        "rounds": row.rounds,
        "commitment": row.commitment.hex(),
        "log_index": index,
        "covered": index is not None and index < checkpoint_size,
    }
