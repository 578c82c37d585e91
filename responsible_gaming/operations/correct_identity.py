"""Correcting who a player is, with the look into the national exclusion list that a new name needs too.

The two are one transaction, as at the opening of an account: no name is ever there unlooked.

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
    """Put other values into the personal document; who is on the national list by the new name is excluded.

    Raises:
        Whatever `change_profile` refuses: nothing was changed.
    """
    with transaction.atomic():
        # Before the player's row, as an import takes them.
        lock_list(exclusive=False)
        change_profile(chain, changes, reason=reason, actor=actor, now=now)
        check_person(chain, jurisdiction=jurisdiction, now=now)
