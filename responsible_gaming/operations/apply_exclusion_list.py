"""Apply the national exclusion list to a player, and look up a new player in it.

A look-up shares a lock that an import holds alone. So a player who registers while a list is being imported is found
either by the import or in the new list. An erasure shares it too: a player is excluded before it, or not at all.

Source: docs/rules/exclusion.md, EX-11 to EX-16; regulation F21, F28.
"""

from datetime import datetime, timedelta
from functools import reduce
from typing import Final
from zoneinfo import ZoneInfo

from django.db import connection, transaction

from kernel.ids import ChainId
from kernel.instants import midnight, to_epoch_ms
from kernel.serving import served_cell
from players.queries.persons import person_digests_of
from responsible_gaming.core.exclusion import ExclusionKind, Exclusions, Listing, national_exclusion_of
from responsible_gaming.core.exclusion_list import ListedTerm
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits_act import LimitsDeed
from responsible_gaming.models import StoredExclusion
from responsible_gaming.operations.store_exclusion import EventCause, store_exclusion
from responsible_gaming.queries.exclusion_list import term_of
from responsible_gaming.queries.exclusions import exclusion_of
from responsible_gaming.queries.profiles import terms_in_force

_LIST_LOCK: Final = 0x5DF7


def lock_list(*, exclusive: bool) -> None:
    """Lock the list against replacement until this transaction ends; if `exclusive`, against look-ups and erasures too."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT pg_advisory_xact_lock{'' if exclusive else '_shared'}(%s)",
            (served_cell().lock(_LIST_LOCK),),
        )


def check_person(chain: ChainId, *, jurisdiction: Jurisdiction, now: datetime) -> bool:
    """Exclude a player whom the list names, and return whether it does. Only an import ends an exclusion."""
    with transaction.atomic():
        lock_list(exclusive=False)
        for digest in person_digests_of(chain):
            term = term_of(digest)
            if term is not None:
                terms = terms_in_force(jurisdiction, now=now)
                _apply(chain, digest, term, actor="platform", jurisdiction=terms, now=now)
                return True
    return False


def follow_list(chain: ChainId, *, actor: str, jurisdiction: Jurisdiction, now: datetime) -> None:
    """Exclude a player by the list as it is now, or end the list's exclusion a day from now if it names the player no more.

    The list names a player by the name of now, or by the one under which it excluded the player. Call it in a
    transaction: the lock on the list lasts until that ends.
    """
    lock_list(exclusive=False)
    digest, term = _named(chain, now=now)
    _apply(chain, digest, term, actor=actor, jurisdiction=jurisdiction, now=now)


def _named(chain: ChainId, *, now: datetime) -> tuple[bytes, ListedTerm | None]:
    """Return the digest under which the list excludes a player, or did, and what it says; of two names the stricter."""
    stored = StoredExclusion.objects.filter(chain=chain, kind=ExclusionKind.NATIONAL_EXCLUSION.value).first()
    holds = stored is not None and exclusion_of(stored).holds(to_epoch_ms(now))
    known = bytes(stored.listed_digest or b"") if stored is not None and holds else b""
    by_digest = {digest: term_of(digest) for digest in (known, *person_digests_of(chain))}
    found = {digest: term for digest, term in by_digest.items() if term is not None}
    if not found:
        return known, None
    return next(iter(found)), reduce(ListedTerm.with_another, found.values())


def _apply(
    chain: ChainId, digest: bytes, term: ListedTerm | None, *, actor: str, jurisdiction: Jurisdiction, now: datetime
) -> Exclusions:
    """Exclude a player, the person with this digest, by the list's term. None: end the exclusion, a day from now."""
    do, reason = (
        (LimitsDeed.LIFT, "no longer on the national list")
        if term is None
        else (LimitsDeed.EXCLUDE, "on the national list")
    )
    listing = None if term is None else listing_of(term, jurisdiction)
    return store_exclusion(
        chain,
        lambda exclusions_by_kind, at_ms: national_exclusion_of(
            exclusions_by_kind.get(ExclusionKind.NATIONAL_EXCLUSION),
            listing,
            rules=jurisdiction.exclusions,
            now_ms=at_ms,
        ),
        cause=EventCause(do=do, actor=actor, reason=reason),
        now=now,
        listed_digest=digest,
    )


def listing_of(term: ListedTerm, jurisdiction: Jurisdiction) -> Listing:
    """Return the listing of an entry. It ends at the midnight after the last day, in the jurisdiction's zone."""
    if term.until_day is None:
        return Listing(until_ms=None)
    return Listing(until_ms=to_epoch_ms(midnight(term.until_day + timedelta(days=1), ZoneInfo(jurisdiction.zone))))
