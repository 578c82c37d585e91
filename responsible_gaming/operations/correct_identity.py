"""Correct a player's identity, and look up the new name in the national exclusion list.

Both are one transaction, as in a registration: no name is stored without the look-up.

Source: docs/rules/exclusion.md, EX-15; regulation F21, F28.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from kernel.ids import ChainId
from players.operations.change_profile import change_profile
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.operations.apply_exclusion_list import check_person, lock_list


def correct_identity(
    chain: ChainId, changes: Mapping[str, object], *, reason: str, actor: str, jurisdiction: Jurisdiction, now: datetime
) -> None:
    """Change members of the personal document, and exclude the player if the national list has the new name.

    Raises:
        Whatever `change_profile` refuses: nothing was changed.
    """
    with transaction.atomic():
        # The list is locked before the player's row, in the same order as by an import.
        lock_list(exclusive=False)
        change_profile(chain, changes, reason=reason, actor=actor, now=now)
        check_person(chain, jurisdiction=jurisdiction, now=now)
