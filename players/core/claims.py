"""What a person claims over all cells of an installation, so that no other account in any cell has it.

Source: docs/adr/0112-a-directory-of-claims.md.
"""

import enum
from collections.abc import Mapping


class ClaimKind(enum.StrEnum):
    """What is claimed."""

    USERNAME = "username"
    """By an account until it is erased."""
    PERSON = "person"
    """By an account that is not closed."""
    EMAIL = "email"
    """By an account that is not closed."""


Claims = Mapping[ClaimKind, bytes]
"""Digests of 32 bytes under the one key of all cells, one a kind."""
