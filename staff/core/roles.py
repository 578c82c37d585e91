"""Roles, and which of them one person may hold.

Source: docs/staff.md; regulation F47 (GLI-19 B.2.3, separation of duties).
"""

import enum
from collections.abc import Collection

from kernel.refusals import Refusal, RefusalKind


class Role(enum.StrEnum):
    """What a member of the staff may do. Django's group of this name holds the members."""

    OPERATORS = "operators"
    """Act on players."""
    AUDITORS = "auditors"
    """Read, and change nothing."""
    ADMINISTRATORS = "administrators"
    """Administer staff accounts, and nothing else."""


class RolesNotSeparate(Refusal):
    """These roles are not for one person."""

    code, kind = "roles-not-separate", RefusalKind.INVALID


def require_separate(roles: Collection[Role]) -> None:
    """Refuse roles that would let one person both grant access and use it.

    Raises:
        RolesNotSeparate: administrators with another role.
    """
    if Role.ADMINISTRATORS in roles and len(set(roles)) > 1:
        raise RolesNotSeparate("Nothing was changed. An administrator of the staff's accounts has no other role.")
