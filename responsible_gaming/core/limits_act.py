"""Who did what to a player's limits, as a `limits` record says it.

Source: docs/formats/protection.md.
"""

import enum
from dataclasses import dataclass

from responsible_gaming.core.exclusion import Exclusion, ExclusionKind
from responsible_gaming.core.limits.definition import LimitDefinition, LimitName, LimitOwner
from responsible_gaming.core.limits.limit_setting import LimitSetting
from responsible_gaming.core.limits.loosening import is_tighter


class LimitsDeed(enum.StrEnum):
    """What was done."""

    SET = "set"
    """A value was put in force at once: by a player a tighter one, by an operator any."""
    ASK = "ask"
    """A player asked for a looser value, which waits."""
    CONFIRM = "confirm"
    """A player confirmed the value that waited."""
    CANCEL = "cancel"
    """A player took the value back that waited."""
    EXCLUDE = "exclude"
    """An exclusion began, or its end was set anew."""
    RETURN = "return"
    """A player asked for the end of a self-exclusion."""
    LIFT = "lift"
    """An exclusion was ended by who set it."""
    PROFILE = "profile"
    """The same values are counted by other windows or in another zone."""


class LimitsActor(enum.StrEnum):
    """Who did it."""

    PLAYER = "player"
    OPERATOR = "operator"
    LIST = "list"
    """The national exclusion list."""
    PLATFORM = "platform"


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsAct:
    """What a `limits` record is about."""

    do: LimitsDeed
    who: LimitsActor
    name: LimitName | None = None
    """The limit, of a deed about one."""
    value: int | None = None
    """The value of `SET` and `ASK`: minor units or milliseconds. None: no limit."""
    kind: ExclusionKind | None = None
    """The kind of exclusion, of `EXCLUDE`."""
    until_ms: int | None = None
    """The end that was set, of `EXCLUDE`. None: none was."""

    def document(self) -> dict[str, object]:
        """Return the act as a record has it. What is None is left out."""
        members = {
            "do": self.do.value,
            "who": self.who.value,
            "name": self.name,
            "value": self.value,
            "kind": None if self.kind is None else self.kind.name.lower(),
            "until": self.until_ms,
        }
        return {name: member for name, member in members.items() if member is not None}


COUNTED_ANEW = LimitsAct(do=LimitsDeed.PROFILE, who=LimitsActor.PLATFORM)
"""The values stay, and are counted by the jurisdiction's windows of today."""

_WHO_EXCLUDES = {
    ExclusionKind.TIME_OUT: LimitsActor.PLAYER,
    ExclusionKind.SELF_EXCLUSION: LimitsActor.PLAYER,
    ExclusionKind.OPERATOR_EXCLUSION: LimitsActor.OPERATOR,
    ExclusionKind.NATIONAL_EXCLUSION: LimitsActor.LIST,
}


def act_on_limit(limit: LimitDefinition, owner: LimitOwner, before: LimitSetting, after: LimitSetting) -> LimitsAct:
    """Return what an owner did who changed a setting of a limit from one to the other."""
    who = LimitsActor(owner.value)
    if before.value == after.value:
        if after.loosening is None:
            return LimitsAct(do=LimitsDeed.CANCEL, who=who, name=limit.name)
        return LimitsAct(do=LimitsDeed.ASK, who=who, name=limit.name, value=after.loosening.value)
    if owner is LimitOwner.PLAYER and not is_tighter(after.value, before.value):
        return LimitsAct(do=LimitsDeed.CONFIRM, who=who, name=limit.name)
    return LimitsAct(do=LimitsDeed.SET, who=who, name=limit.name, value=after.value)


def act_on_exclusion(do: LimitsDeed, exclusion: Exclusion) -> LimitsAct:
    """Return what who may set this kind of exclusion did to it; `exclusion` is as it is afterwards."""
    who = _WHO_EXCLUDES[exclusion.kind]
    if do is not LimitsDeed.EXCLUDE:
        return LimitsAct(do=do, who=who)
    return LimitsAct(do=do, who=who, kind=exclusion.kind, until_ms=exclusion.until_ms)
