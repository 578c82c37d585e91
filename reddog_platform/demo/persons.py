"""Who the demonstration's players say they are.

Each has a birth date and a house of their own. Otherwise they would be taken for one another's household, or for one
person (docs/rules/persons.md).
"""

from datetime import date, timedelta
from typing import Final
from zlib import crc32

from players.core.identity import Address, Identity

_BIRTH_DATES: Final = 14_000
"""So many days from 1 January 1960 on: everybody is of age."""


def identity_of(username: str) -> Identity:
    """Return the person of a user name: always the same one."""
    number = crc32(username.encode())
    return Identity(
        given_name="Ada",
        family_name=username,
        born=date(1960, 1, 1) + timedelta(days=number % _BIRTH_DATES),
        address=Address(
            line=f"{1 + number % 9_999} Ocean Avenue",
            city="Atlantic City",
            region="NJ",
            postal_code="08401",
            country="US",
        ),
        email=f"{username}@example.test",
    )
