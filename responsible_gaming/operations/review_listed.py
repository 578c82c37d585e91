"""Hold up a player who may be a person of the national exclusion list, until two of the staff have decided.

The list has digests of names and birth dates alone. So it is asked for every name that is near to the
player's, and for the player's own with every birth date that is a slip apart.

Source: docs/rules/persons.md, PM-14, PM-18; regulation F28.
"""

from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from kernel.ids import ChainId
from players.operations.recognize_person import review_as_listed
from players.queries.persons import names_around, person_digests_of
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.queries.exclusion_list import listed_among, listed_as

_NEAR: Final = ("names-near", "birth-date-equal")
_SLIPPED: Final = ("names-equal", "birth-date-slip")


def review_near_to_list(chain: ChainId, *, jurisdiction: Jurisdiction, now: datetime) -> int:
    """Open a review for each person of the list who the player may be, and return how many are new.

    Whom the list names for sure is excluded, and no matter for a review. Call it in a transaction that has locked the
    list, after the player's keys were stored.
    """
    today = now.astimezone(ZoneInfo(jurisdiction.zone)).date()
    around = names_around(chain)
    near = [
        *listed_among(around.near, shared=_NEAR, today=today),
        *listed_among(around.slipped, shared=_SLIPPED, today=today),
    ]
    if not near:
        return 0
    own = {*person_digests_of(chain), *listed_as(chain)}
    return review_as_listed(chain, [person for person in near if person.digest not in own], now=now)
