"""Opening an account, with the look into the national exclusion list that comes before play.

Whoever is on the list gets the account, excluded: nothing can be paid in or bet, and when the list lets the person
go, so does the account. The two are one transaction: no account is ever there unlooked.

Source: docs/rules/exclusion.md, EX-15; regulation F21, F28.
"""

from datetime import datetime

from django.db import transaction

from kernel.ids import ChainId
from players.operations.register import Registration, register
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.operations.apply_exclusion_list import check_person


def register_player(registration: Registration, *, jurisdiction: Jurisdiction, now: datetime) -> ChainId:
    """Open an account, excluded if the national list names the person, and return the chain.

    Raises:
        Whatever `register` refuses: nothing was opened.
    """
    with transaction.atomic():
        chain = register(registration, now=now, rules=jurisdiction.accounts)
        check_person(chain, jurisdiction=jurisdiction, now=now)
    return chain
