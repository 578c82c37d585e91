"""Forget a person who is erased, unless an exclusion must still recognize the person.

Source: docs/privacy.md; regulation F28, F58.
"""

from datetime import datetime

from kernel.ids import ChainId
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.models import StoredExclusion
from responsible_gaming.queries.exclusions import is_excluded


def forget_identity(chain: ChainId, *, now: datetime) -> bool:
    """Forget the person whom the national list named, and return True. While excluded: return False.

    Call this in the erasure's transaction, which holds the list's lock: an import under way would undo it.
    """
    if is_excluded(chain, now=now):
        return False
    StoredExclusion.objects.filter(chain=chain, kind=ExclusionKind.NATIONAL_EXCLUSION.value).update(listed_digest=b"")
    return True
