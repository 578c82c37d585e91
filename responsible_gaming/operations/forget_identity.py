"""Forget a person who is erased, unless an exclusion must still recognize the person.

Source: docs/privacy.md; regulation F28, F58.
"""

from datetime import datetime

from kernel.ids import ChainId
from players.queries.person_candidates import one_person_as
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.models import StoredExclusion
from responsible_gaming.queries.exclusions import excluded_among


def forget_identity(chain: ChainId, *, now: datetime) -> bool:
    """Forget the person whom the national list named, and return True. While excluded: return False.

    Who was found to be one person with somebody excluded is excluded.

    Call this in the erasure's transaction, which holds the list's lock: an import under way would undo it.
    """
    if excluded_among(one_person_as([chain])[chain], now=now):
        return False
    StoredExclusion.objects.filter(chain=chain, kind=ExclusionKind.NATIONAL_EXCLUSION.value).update(listed_digest=b"")
    return True
