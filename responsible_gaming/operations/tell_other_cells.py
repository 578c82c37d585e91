"""Tell the other cells whom this one excludes: the person's digests, and until when.

An exclusion and its mark are written in one transaction. Rows of marks are the cell's own, so nobody waits for another cell.

Source: docs/adr/0112-a-directory-of-claims.md; regulation F28.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from players import directory, vault
from players.claim_digests import writings_of
from players.core.identity import identity_of
from players.core.person import Person
from players.directory import is_in_directory
from responsible_gaming.core.exclusion import Exclusions, holding, last_lifted_ms
from responsible_gaming.models import StoredExclusion
from responsible_gaming.queries.exclusions import exclusions

_PART: Final = 5_000


def tell_other_cells(chain: ChainId, kept: Exclusions, *, now_ms: int) -> None:
    """Let a player's exclusions bind the person in each cell, in the caller's transaction. Without cells nothing is done."""
    if not is_in_directory():
        return
    in_force = holding(kept, now_ms=now_ms)
    if not in_force:
        directory.mark(chain, [], until_ms=None, is_bound=False)
        return
    # Of an erased person no name is left. What was told before stays told.
    digests = [] if vault.is_erased(chain) else writings_of(identity_of(vault.read(chain)).person())
    directory.mark(chain, digests, until_ms=last_lifted_ms(in_force), is_bound=True)


def tell_of_changed_person(chain: ChainId, *, now: datetime) -> None:
    """Let a player's exclusions bind the person under the names of now too; those of before stay bound."""
    kept = exclusions(chain) if is_in_directory() else {}
    if kept:
        tell_other_cells(chain, kept, now_ms=to_epoch_ms(now))


def tell_of_existing(*, now: datetime) -> Iterator[ChainId]:
    """Tell of all exclusions in force, such as those from before there was a directory, and yield of whom. It may be repeated."""
    chains = StoredExclusion.objects.order_by("chain").values_list("chain", flat=True).distinct()
    for chain in map(ChainId, chains.iterator(chunk_size=_PART)):
        with transaction.atomic():
            kept = exclusions(chain)
            if holding(kept, now_ms=to_epoch_ms(now)):
                tell_other_cells(chain, kept, now_ms=to_epoch_ms(now))
                yield chain


def tell_of_list(listed: Mapping[Person, int | None], list_id: UUID, *, is_whole: bool) -> None:
    """Let the entries of the national list bind in each cell, a part at a time, each until an instant (ms) or while listed.

    With `is_whole`, whom an earlier list of this cell named and this one does not is let go. A crash leaves some told; the
    import is not finished then, and the next one tells all. Only where there are cells.
    """
    entries = list(listed.items())
    for start in range(0, len(entries), _PART):
        directory.mark_listed(list_id, _ends_of(entries[start : start + _PART]))
    if is_whole:
        directory.unlist_others(list_id)


def _ends_of(part: Iterable[tuple[Person, int | None]]) -> dict[bytes, int | None]:
    """Return until when the persons of a part are bound, by each digest of a name; of two ends the later, None for none."""
    ends: dict[bytes, int | None] = {}
    for person, until_ms in part:
        for digest in writings_of(person):
            known = ends.get(digest, 0)
            ends[digest] = None if known is None or until_ms is None else max(known, until_ms)
    return ends
