"""The national exclusion list as it was last imported."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime

from django.db import connection

from kernel.ids import ChainId
from players.operations.recognize_person import ListedPerson
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.exclusion_list import ListedTerm
from responsible_gaming.models import (
    StoredExclusion,
    StoredListedName,
    StoredListedPerson,
    StoredListImport,
)


def term_of(digest: bytes) -> ListedTerm | None:
    """Return what the national list says of a person, None where it does not name the person."""
    row = StoredListedPerson.objects.filter(digest=digest).first()
    return None if row is None else ListedTerm(from_day=row.from_day, until_day=row.until_day, reference=row.reference)


def listed_among(names: Collection[bytes], *, shared: tuple[str, ...], today: date) -> list[ListedPerson]:
    """Return the persons of the national list whose names have one of these digests, without those whose term is over.

    `shared` says what these digests are of.
    """
    named = StoredListedName.objects.filter(digest__in=list(names))
    terms = StoredListedPerson.objects.filter(digest__in=named.values("listed"))
    holding = terms.exclude(until_day__lt=today).order_by("digest")
    return [ListedPerson(digest=bytes(row.digest), reference=row.reference, shared=shared) for row in holding]


def listed_as(chain: ChainId) -> list[bytes]:
    """Return the digest of the listed person as whom the list excludes a player or did, none for none."""
    rows = StoredExclusion.objects.filter(chain=chain, kind=ExclusionKind.NATIONAL_EXCLUSION.value)
    return [bytes(digest) for digest in rows.values_list("listed_digest", flat=True) if digest is not None]


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
    sha256: str
    """Of the file."""
    withheld: int
    """How many of the persons the file would free: they stay until two people let it."""


def listed_now() -> dict[str, object]:
    """Return how many persons the list has, and which import changed an entry last; it reads the whole list.

    An import that broke off has changed the list and has no row, so this does not go by the rows of imports.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), COALESCE(max(import_id::text), '') FROM responsible_gaming_listed_person")
        persons, newest = cursor.fetchone()
    return {"persons": persons, "changed_by": newest}


def list_in_force() -> ListInForce | None:
    """Return the national exclusion list that is in force, None before the first import."""
    newest = StoredListImport.objects.order_by("-id").first()
    if newest is None:
        return None
    return ListInForce(imported_at=newest.at, persons=newest.persons, sha256=newest.sha256, withheld=newest.withheld)
