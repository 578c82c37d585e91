"""Hold up a player who may be a person of the national exclusion list, until two of the staff have decided.

The list has digests of names and birth dates alone. So it is asked for every name that is near to the player's.

Source: docs/rules/persons.md, PM-14, PM-18; regulation F28.
"""

from datetime import datetime
from zoneinfo import ZoneInfo

from kernel.ids import ChainId
from players.operations.recognize_person import review_as_listed
from players.queries.persons import near_names_of, person_digests_of
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.queries.exclusion_list import listed_among, listed_as


def review_near_to_list(chain: ChainId, *, jurisdiction: Jurisdiction, now: datetime) -> int:
    """Open a review for each person of the list who the player may be, and return how many are new.

    Whom the list names for sure is excluded, and no matter for a review. Call it in a transaction that has locked the
    list, after the player's keys were stored.
    """
    today = now.astimezone(ZoneInfo(jurisdiction.zone)).date()
    near = listed_among(near_names_of(chain), today=today)
    if not near:
        return 0
    own = {*person_digests_of(chain), *listed_as(chain)}
    return review_as_listed(chain, [person for person in near if person.digest not in own], now=now)
