"""What a stake depends on beside the player's money and limits: the account, the invitation, values that are owed.

Each source reads of the player of the sources named `session` and `head`.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

from kernel.cte import Cte, TypedCte
from kernel.ids import ChainId
from players.queries.persons import CHAINS_OF_PERSON
from tables.core.burnt import DAY_MS, OwedValue
from tables.core.epoch import TableEpoch


class InvitationRow(NamedTuple):
    """The table that a player is invited to."""

    table: UUID


class OwedRow(NamedTuple):
    """The value that a player owes since a burnt epoch."""

    table: UUID
    epoch: int
    seat: int
    abort_leaf: bytes
    contribution: bytes
    burnt_ms: int

    def owed(self) -> OwedValue:
        """Return the row as a decision takes it."""
        return OwedValue(
            abort_leaf=bytes(self.abort_leaf),
            epoch=TableEpoch(ChainId(self.table), self.epoch),
            seat=self.seat,
            contribution=bytes(self.contribution),
        )


class BurntRow(NamedTuple):
    """When a person burnt epochs (ms), by whatever account."""

    times_ms: Sequence[int]
    owed_elsewhere_ms: Sequence[int]
    """Of these, the ones whose value another account of the person owes."""


class OpenStakeRow(NamedTuple):
    """A player's stake that has no end yet."""

    table: UUID
    epoch: int
    seq: int
    leaf: bytes
    stake_minor: int
    side_bet_minor: int
    fate: str | None
    """None before `seats` or a withdrawal decided on it."""


OWED_SOURCE: Final = TypedCte(
    Cte(
        "owed",
        'SELECT o."table", o.epoch, o.seat, o.abort_leaf, o.contribution, o.burnt_ms FROM head JOIN tables_owed o'
        " ON o.chain = head.chain AND o.told_seq IS NULL ORDER BY o.burnt_ms LIMIT 1",
        (),
    ),
    OwedRow,
)
"""The value that the player owes. There is one at most: no stake is taken before it is told."""


OPEN_STAKE_SOURCE: Final = TypedCte(
    Cte(
        "open_stake",
        'SELECT s."table", s.epoch, s.seq, s.leaf, s.stake_minor, s.side_bet_minor, f.fate FROM head'
        " JOIN tables_stake s ON s.chain = head.chain AND s.end_seq IS NULL"
        " LEFT JOIN tables_fate f ON f.chain = s.chain AND f.seq = s.seq",
        (),
    ),
    OpenStakeRow,
)
"""The player's open stake; there is one at most."""


def invitation_source(table: ChainId) -> TypedCte[InvitationRow]:
    """Read the player's invitation to a table."""
    sql = 'SELECT i."table" FROM head JOIN tables_invitation i ON i."table" = %s AND i.chain = head.chain'
    return TypedCte(Cte("invitation", sql, (table,)), InvitationRow)


def burnt_source(now_ms: int) -> TypedCte[BurntRow]:
    """Read when the player's person burnt epochs, as far back as somebody may sit out for them."""
    # Of those that were burnt within a day, the last one begins a day of sitting out.
    since_ms = now_ms - 2 * DAY_MS
    sql = (
        "SELECT COALESCE(array_agg(o.burnt_ms), '{}'),"
        " COALESCE(array_agg(o.burnt_ms) FILTER (WHERE o.told_seq IS NULL AND o.chain <> head.chain), '{}')"
        f" FROM head CROSS JOIN LATERAL ({CHAINS_OF_PERSON}) person"
        " JOIN tables_owed o ON o.chain = person.chain AND o.burnt_ms > %s"
    )
    return TypedCte(Cte("burnt", sql, (since_ms,)), BurntRow)
