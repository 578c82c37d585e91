"""The national exclusion list as it was last imported."""

from dataclasses import dataclass
from datetime import datetime

from kernel.ids import ChainId
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.exclusion_list import ListedTerm
from responsible_gaming.models import (
    StoredExclusion,
    StoredListedPerson,
    StoredListImport,
)


def term_of(digest: bytes) -> ListedTerm | None:
    """Return what the national list says of a person, None where it does not name the person."""
    row = StoredListedPerson.objects.filter(digest=digest).first()
    return None if row is None else ListedTerm(from_day=row.from_day, until_day=row.until_day, reference=row.reference)


def list_reference(chain: ChainId) -> str | None:
    """Return the national list's reference of a player. None: the list does not name the player."""
    row = StoredExclusion.objects.filter(chain=chain, kind=ExclusionKind.NATIONAL_EXCLUSION.value).first()
    term = None if row is None or row.listed_digest is None else term_of(bytes(row.listed_digest))
    return None if term is None else term.reference


@dataclass(frozen=True, slots=True, kw_only=True)
class ListInForce:
    """When the national exclusion list was imported last, and how many persons it names."""

    imported_at: datetime
    persons: int


def list_in_force() -> ListInForce | None:
    """Return the national exclusion list that is in force, None before the first import."""
    newest = StoredListImport.objects.order_by("-id").first()
    return None if newest is None else ListInForce(imported_at=newest.at, persons=newest.persons)
