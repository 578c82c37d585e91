"""Find the accounts of a person by the whole name with the birth date, for the staff, and save that as events.

Source: docs/casework.md, "Finding a player"; regulation F47, F57.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction

from audit.operations.save_event import NewEvent, save_events
from players import vault
from players.core.person import Person
from players.core.person_keys import other_writings
from players.identity_digests import person_digest
from players.operations.save_vain_search import save_vain_search
from players.queries.accounts import PlayerNotFound
from players.queries.persons import chains_of_persons
from players.queries.player_search import PlayerLine, player_line

_FOUND_MAX: Final = 50
"""A person has one open account. More are closed ones, or those of namesakes who were born on one day."""


def find_by_person(person: Person, *, actor: str, now: datetime) -> Sequence[PlayerLine]:
    """Return the accounts of a person, closed ones too, in the order of their ids: 50 at most.

    Accents, case and spaces do not matter, nor whether the names are swapped or in a to z (PM-18). The database knows a person
    by keyed digests alone, so nobody is found by a part of a name or without the birth date. Nor is who was erased: the digest
    may be left, to recognize an excluded person, and says to nobody which account it was.

    Raises:
        PlayerNotFound: no account is of this person. That somebody looked is saved all the same.
    """
    digests = {person_digest(writing) for writing in (person, *other_writings(person))}
    with transaction.atomic():
        chains = vault.without_erased(chain for _, chain in chains_of_persons(sorted(digests)))[:_FOUND_MAX]
        # Who finds an account by a person knows from then on whose it is. Whoever tries names is seen too.
        found = [NewEvent(kind="found-by-person", subject=chain, actor=actor) for chain in chains]
        if found:
            save_events(found, now=now)
        else:
            save_vain_search("person", actor=actor, now=now)
    if not chains:
        raise PlayerNotFound("Nothing was shown. No account is of a person of these names and this birth date.")
    return [player_line(chain) for chain in chains]
