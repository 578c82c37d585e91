"""Letting a person go who is erased, as far as no exclusion needs the person to be known again.

Source: docs/privacy.md; regulation F28, F58.
"""

from datetime import datetime

from kernel.ids import ChainId
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.models import StoredExclusion
from responsible_gaming.queries.exclusions import is_excluded


def forget_identity(chain: ChainId, *, now: datetime) -> bool:
    """Forget whom a national list named, and return True; while an exclusion holds forget nothing, and return False.

    Called within the erasure's transaction.
    """
    if is_excluded(chain, now=now):
        return False
    StoredExclusion.objects.filter(chain=chain, kind=ExclusionKind.NATIONAL_EXCLUSION.value).update(listed_digest=b"")
    return True
