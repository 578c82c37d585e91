"""What people wrote, by what it belongs to."""

from collections.abc import Iterable
from uuid import UUID

from casework.models import Words


def words_of(subjects: Iterable[UUID], *, number: int = 0) -> dict[UUID, str]:
    """Return the words of this number of each of these notes or disputes; of an erased player there are none."""
    rows = Words.objects.filter(subject__in=set(subjects), number=number)
    return dict(rows.values_list("subject", "text"))
