"""Heads of chains: what a step reads of a chain, with or without a lock."""

from typing import NamedTuple

from django.db import connection

from audit.chain_head import Head
from audit.core.records import ChainTip
from audit.models import Chain
from kernel.cte import Cte, TypedCte
from kernel.ids import SYSTEM_CHAIN, ChainId
from kernel.play_time import PlayTime


class HeadRow(NamedTuple):
    """A chain's row; `Head` describes the fields."""

    chain: ChainId
    seq: int
    leaf: bytes
    time_ms: int
    version: int
    epoch: int
    nonce: int
    round_open: bool
    stake_open: bool
    limits_leaf: bytes | None
    has_keys: bool
    play_began_ms: int
    play_last_ms: int
    play_earlier_duration_ms: int

    def head(self) -> Head:
        """Return the row as a decision takes it."""
        tip = ChainTip(self.chain, self.seq, self.leaf, self.time_ms)
        return Head(
            tip,
            self.version,
            self.epoch,
            self.nonce,
            self.round_open,
            self.stake_open,
            self.limits_leaf,
            self.has_keys,
            PlayTime(self.play_began_ms, self.play_last_ms, self.play_earlier_duration_ms),
        )


def head_source(chain_sql: str, *params: object) -> TypedCte[HeadRow]:
    """Read the head of the chain that the SQL expression `chain_sql` names."""
    sql = (
        "SELECT chain, seq, leaf, time_ms, version, epoch, nonce, round_open, stake_open, limits_leaf, has_keys,"
        " play_began_ms, play_last_ms, play_earlier_duration_ms"
        f" FROM audit_chain WHERE chain = {chain_sql}"
    )
    return TypedCte(Cte("head", sql, params), HeadRow)


def load_head(chain: ChainId) -> Head:
    """Return the head of a chain, without a lock."""
    head = _head(chain, "")
    assert head is not None, "a chain has a head from its first record on"
    return head


def head_for_update(chain: ChainId) -> Head:
    """Lock the row of a chain until the caller's transaction ends, and return its head.

    For steps that must not lose a race, and whose speed does not matter.
    """
    head = _head(chain, " FOR UPDATE")
    assert head is not None, "a chain has a head from its first record on"
    return head


def system_head_for_update() -> Head | None:
    """Lock the row of the system chain until the caller's transaction ends; None before its first record."""
    return _head(SYSTEM_CHAIN, " FOR UPDATE")


def players_chains() -> list[ChainId]:
    """Return every player's chain, in their order: those that have limits. Tables' chains have none."""
    chains = Chain.objects.filter(limits_leaf__isnull=False).order_by("chain").values_list("chain", flat=True)
    return [ChainId(chain) for chain in chains]


def play_times() -> dict[ChainId, PlayTime]:
    """Return the time of play that each player's chain keeps; for `fsck`."""
    rows = Chain.objects.filter(limits_leaf__isnull=False)
    columns = ("play_began_ms", "play_last_ms", "play_earlier_duration_ms")
    return {ChainId(chain): PlayTime(*play) for chain, *play in rows.values_list("chain", *columns)}


def is_players_chain(chain: ChainId) -> bool:
    """Return whether a player has this chain."""
    return Chain.objects.filter(chain=chain, limits_leaf__isnull=False).exists()


def _head(chain: ChainId, lock: str) -> Head | None:
    source = head_source("%s", chain)
    with connection.cursor() as cursor:
        cursor.execute(f"{source.cte.sql}{lock}", source.cte.params)
        row = cursor.fetchone()
    return None if row is None else HeadRow(*row).head()
