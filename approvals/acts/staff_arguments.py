"""What acts on accounts of the staff have in common."""

from typing import Any, Final

from rest_framework import serializers

from approvals.act import Arguments
from kernel.ids import ChainId
from rest.fields import StrictSerializer, StrictText
from staff.core.roles import Role

ADMINISTRATORS: Final = frozenset({Role.ADMINISTRATORS})
READERS: Final = frozenset({Role.ADMINISTRATORS, Role.AUDITORS})
_ROLES: Final = [role.value for role in Role]


class RoleNames(serializers.ListField):
    """Roles, each once, sorted: two lists of the same roles are one."""

    def __init__(self, **options: Any) -> None:
        """Take one role or more."""
        super().__init__(child=serializers.ChoiceField(_ROLES), min_length=1, max_length=len(_ROLES), **options)

    def to_internal_value(self, data: Any) -> list[Any]:
        """Put them in order."""
        return sorted(set(super().to_internal_value(data)))


class MemberArguments(StrictSerializer):
    """Which member of the staff."""

    username = StrictText(max_length=30)

    class Meta:
        """The schema's name for it."""

        ref_name = "MemberArguments"


class MemberRolesArguments(MemberArguments):
    """Which member, and which roles."""

    roles = RoleNames()

    class Meta:
        """The schema's name for it."""

        ref_name = "MemberRolesArguments"


def roles_in(arguments: Arguments) -> frozenset[Role]:
    """Return the roles that the arguments name."""
    return frozenset(Role(name) for name in arguments["roles"])


def no_player(arguments: Arguments) -> ChainId | None:  # noqa: ARG001  an act's signature
    """Return None: no player is concerned."""
    return None
