"""Correct a player's identity, and look for the person among the excluded and in the national exclusion list.

All is one transaction, as in a registration: nothing is stored without the look-ups. Two people correct who somebody is and
how to reach them: a token that resets a password is told to that address. Players change their own contacts.

Source: docs/rules/exclusion.md, EX-15; docs/rules/persons.md, PM-13; docs/approvals.md; regulation F21, F28, F45.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import partial

from django.db import transaction

from kernel.ids import ChainId
from players.operations.change_profile import change_own_profile, change_profile, lock_profile
from players.operations.recognize_person import recognize_changed
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.operations.apply_exclusion_list import check_person, lock_list
from responsible_gaming.operations.review_listed import review_near_to_list
from responsible_gaming.operations.tell_other_cells import tell_of_changed_person
from responsible_gaming.queries.exclusions import excluded_among
from staff.core.approval import Approval


def correct_identity(
    chain: ChainId, changes: Mapping[str, object], *, by: Approval, jurisdiction: Jurisdiction, now: datetime
) -> None:
    """Change members of the personal document, as two people decided, and exclude whom the national list now names.

    Raises:
        Whatever `change_profile` refuses: nothing was changed.
    """
    with transaction.atomic():
        # The list is locked before the player's row, in the same order as by an import.
        lock_list(exclusive=False)
        change_profile(chain, changes, reason=by.reason, actor=by.actor, now=now, then=partial(_recognize, now=now))
        if not check_person(chain, jurisdiction=jurisdiction, now=now):
            review_near_to_list(chain, jurisdiction=jurisdiction, now=now)


def lock_for_correction(chain: ChainId, changes: Mapping[str, object]) -> None:
    """Lock what a correction locks, until the transaction ends, and accept members that the document can have.

    Raises:
        PlayerNotFound, PlayerErased, MalformedIdentity: nothing was changed.
    """
    lock_list(exclusive=False)
    lock_profile(chain, changes)


def correct_own_contacts(chain: ChainId, changes: Mapping[str, object], *, pin: str, now: datetime) -> None:
    """Change a player's own contact data, with the PIN.

    Raises:
        Whatever `change_own_profile` refuses: nothing was changed.
    """
    change_own_profile(chain, changes, pin=pin, now=now, then=partial(_recognize, now=now))


def _recognize(chain: ChainId, *, now: datetime) -> None:
    recognize_changed(chain, excluded=partial(excluded_among, now=now), now=now)
    tell_of_changed_person(chain, now=now)
