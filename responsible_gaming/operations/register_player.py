"""Open an account, and look for the person among the excluded and in the national list before any play.

A person on the list gets an account that is excluded: it takes no deposit and no bet until the list drops the person.
All is one transaction: no account exists without the look-ups.

Source: docs/rules/exclusion.md, EX-15; docs/rules/persons.md, PM-13; regulation F21, F28.
"""

from datetime import datetime
from functools import partial

from kernel.ids import ChainId
from players.operations.recognize_person import recognize_new
from players.operations.register import Registration, register
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.operations.apply_exclusion_list import check_person
from responsible_gaming.operations.review_listed import review_near_to_list
from responsible_gaming.queries.exclusions import excluded_among


def register_player(registration: Registration, *, jurisdiction: Jurisdiction, now: datetime) -> ChainId:
    """Open an account, excluded if the national list names the person, and return the chain.

    It begins suspended, with a review, if the person may be somebody excluded or listed.

    Raises:
        UnknownCurrency: with the jurisdiction's currencies that are `known`.
        Whatever `register` refuses: nothing was opened.
        AccountExists: also if the person is excluded, whatever the name is written like.
    """
    jurisdiction.require_named(registration.currency)

    def look_up(chain: ChainId) -> None:
        recognize_new(chain, excluded=partial(excluded_among, now=now), now=now)
        # After the keys are stored, by which the list finds other writings of the name.
        if not check_person(chain, jurisdiction=jurisdiction, now=now):
            review_near_to_list(chain, jurisdiction=jurisdiction, now=now)

    return register(
        registration,
        now=now,
        rules=jurisdiction.accounts,
        then=look_up,
    )
