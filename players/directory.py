"""The directory of claims over all cells, as one cell may use it: each function is one statement, for the served cell.

An installation without cells has no directory: ask `is_in_directory` first, which sends no statement.

Source: docs/adr/0112-a-directory-of-claims.md.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.db import connection

from audit import keys
from audit.key_uses import DIRECTORY_KEY
from kernel.ids import ChainId
from kernel.serving import served_cell
from players.core.claims import ClaimKind, Claims

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from django.db.backends.utils import CursorWrapper

_EXCLUDED: Final = "excluded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """What could not be claimed."""

    kinds: frozenset[ClaimKind]
    """What another account has, in whichever cell."""
    rivals: frozenset[ChainId]
    """Those accounts of this cell that have been opened or changed for five seconds and more: who did it may have died."""
    is_excluded: bool
    """An exclusion of another cell binds the person. Nothing was claimed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectoryStanding:
    """How far the served cell is with the directory, at an instant of the database's clock."""

    seen_at: datetime
    read_to: datetime | None
    """Up to when the cell has followed the exclusions of others; None before the first time."""
    pending: int
    """Claims that nobody has settled for so long as was asked about."""
    collisions: int
    """Claims of accounts from before the directory that an account of another cell has."""


def is_in_directory() -> bool:
    """Return whether the served cell claims what its players have: as each named one, and the installation beside cells."""
    return bool(served_cell().name) or keys.path_of(DIRECTORY_KEY).exists()


def claim(chain: ChainId, claims: Claims, *, writings: Sequence[bytes] = ()) -> Lost:
    """Mark what an account has, and claim more, as pending; return what it lost. It is committed at once.

    `writings` are digests of the person as the names can be written: whom another cell excludes gets nothing, and whoever has
    an account in another cell under one of them has lost the person.
    """
    with _at_once() as cursor:
        rows = _rows(cursor, "claim(%s, %s, %s, %s, %s)", chain, *_columns(claims), list(writings))
    kinds = {kind for kind, _ in rows}
    return Lost(
        kinds=frozenset(map(ClaimKind, kinds - {_EXCLUDED})),
        rivals=frozenset(ChainId(rival) for _, rival in rows if rival is not None),
        is_excluded=_EXCLUDED in kinds,
    )


def has_claims(chain: ChainId, claims: Claims) -> bool:
    """Return whether the account has claimed all of these, settled or not."""
    return bool(_called("has_claims(%s, %s, %s, %s)", chain, *_columns(claims))[0][0])


def settle(chain: ChainId, claims: Claims) -> frozenset[ClaimKind]:
    """Let the account hold exactly these claims, and return those that another account has."""
    return frozenset(ClaimKind(kind) for (kind,) in _called("settle(%s, %s, %s, %s)", chain, *_columns(claims)))


def pending(*, seconds: int, at_most: int) -> list[ChainId]:
    """Return accounts with claims that have been pending for so long."""
    return [ChainId(chain) for (chain,) in _called("pending(%s, %s, %s)", seconds, at_most)]


def holders(*, after: ChainId | None, at_most: int) -> list[ChainId]:
    """Return the next accounts, in the order of their chains, that hold claims of this cell."""
    return [ChainId(chain) for (chain,) in _called("holders(%s, %s::uuid, %s)", after, at_most)]


def claim_counts(chains: Sequence[ChainId]) -> Mapping[ChainId, int]:
    """Return how many claims each of these accounts has; one without any is left out."""
    return {ChainId(chain): count for chain, count in _called("known(%s, %s::uuid[])", list(chains))}


def mark(chain: ChainId, digests: Sequence[bytes], *, until_ms: int | None, is_bound: bool) -> None:
    """Let an exclusion of this account bind the person in each cell until an instant (None: no end is known), or no more.

    Digests that were marked before stay marked as long as the account is bound. It is part of the caller's transaction.
    """
    _called("mark(%s, %s, %s::bytea[], %s::bigint, %s)", chain, list(digests), until_ms, is_bound)


def mark_listed(list_id: UUID, untils_ms: Mapping[bytes, int | None]) -> None:
    """Let the entries of a national list bind in each cell, each until an instant or, with None, while they are listed."""
    _called("mark_listed(%s, %s, %s::bytea[], %s::bigint[])", list_id, list(untils_ms), list(untils_ms.values()))


def unlist_others(list_id: UUID) -> None:
    """Let go, as far as this cell's lists go, whom another import than this one marked last."""
    _called("unlist_others(%s, %s)", list_id)


def bound_here(*, since: datetime | None, chain: ChainId | None = None) -> list[ChainId]:
    """Return the accounts whose persons an exclusion of another cell binds that was changed `since`, or any with None."""
    return [ChainId(bound) for (bound,) in _called("bound(%s, %s::timestamptz, %s::uuid)", since, chain)]


def was_read(seen_at: datetime) -> None:
    """Say that this cell follows all exclusions of others that were stored before an instant."""
    _called("was_read(%s, %s)", seen_at)


def standing(*, pending_seconds: int) -> DirectoryStanding:
    """Return how far this cell is, and what has been pending for longer than so many seconds."""
    ((seen_at, read_to, waiting, collisions),) = _called("standing(%s, %s)", pending_seconds)
    return DirectoryStanding(seen_at=seen_at, read_to=read_to, pending=waiting, collisions=collisions)


def cell_name_of(kind: ClaimKind, digest: bytes) -> str | None:
    """Return the name of the cell that has a claim. The installation's own role alone may ask."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT directory.cell_of(%s, %s)", [kind.value, digest])
        (name,) = cursor.fetchone()
    return None if name is None else str(name)


@contextlib.contextmanager
def _at_once() -> Iterator[CursorWrapper]:
    """Yield a cursor whose statement is committed when it has run, also while a transaction is open here."""
    if not connection.in_atomic_block:
        with connection.cursor() as cursor:
            yield cursor
        return
    with contextlib.closing(connection.copy()) as apart, apart.cursor() as cursor:
        yield cursor


def _called(call: str, *arguments: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        return _rows(cursor, call, *arguments)


def _rows(cursor: CursorWrapper, call: str, *arguments: Any) -> list[tuple[Any, ...]]:
    # The name is the served cell's; PostgreSQL compares it with the role.
    cursor.execute(f"SELECT * FROM directory.{call}", [served_cell().name, *arguments])
    return list(cursor.fetchall())


def _columns(claims: Claims) -> tuple[list[str], list[bytes]]:
    return [kind.value for kind in claims], list(claims.values())
