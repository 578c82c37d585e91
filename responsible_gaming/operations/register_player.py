"""Open an account, and look up the person in the national exclusion list before any play.

A person on the list gets an account that is excluded: it takes no deposit and no bet until the list drops the person.
Both are one transaction: no account exists without the look-up.

Source: docs/rules/exclusion.md, EX-15; regulation F21, F28.
"""

from datetime import datetime

from kernel.ids import ChainId
from players.operations.register import Registration, register
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.operations.apply_exclusion_list import check_person


def register_player(registration: Registration, *, jurisdiction: Jurisdiction, now: datetime) -> ChainId:
    """Open an account, excluded if the national list names the person, and return the chain.

    Raises:
        Whatever `register` refuses: nothing was opened.
    """
    return register(
        registration,
        now=now,
        rules=jurisdiction.accounts,
        then=lambda chain: check_person(chain, jurisdiction=jurisdiction, now=now),
    )
