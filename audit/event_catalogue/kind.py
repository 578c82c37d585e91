"""What the catalogue says of one kind of significant event."""

import enum
import re
from dataclasses import dataclass
from typing import Final

_KEBAB: Final = re.compile(r"[a-z]+(-[a-z]+)+")


class Severity(enum.StrEnum):
    """How soon somebody should look at an event, from the least to the most."""

    INFO = "info"
    """The ordinary course: it is looked up when there is a question."""
    NOTICE = "notice"
    """A change with weight, made by somebody who may: it is reviewed."""
    WARNING = "warning"
    """Something was refused, is late or looks wrong: it is looked at the same day."""
    ALARM = "alarm"
    """It is looked at now."""

    def reaches(self, least: "Severity") -> bool:
        """Return whether this is `least` or more severe."""
        order = list(Severity)
        return order.index(self) >= order.index(least)


class Channel(enum.StrEnum):
    """A way out of the platform."""

    ALERT = "alert"
    """To those who are on call."""
    MESSAGE = "message"
    """By mail, to the player whom the event concerns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What a player reads of an event of the own account. It holds nothing secret and no value of the event."""

    subject: str
    """A line without a full stop."""
    text: str
    """Plain sentences: what happened, and what to do if it should not have."""
    by_mail: bool = True
    """Whether it is sent as mail too; if not, it stands in the inbox alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventKind:
    """A kind of significant event."""

    name: str
    """In kebab-case, and never reused."""
    severity: Severity
    meaning: str
    """What such an event says, in one sentence."""
    message: Message | None = None
    """What the player is sent whom it concerns; None if players are not sent events of this kind."""

    def __post_init__(self) -> None:
        """Check the form of the words."""
        assert _KEBAB.fullmatch(self.name), f"not in kebab-case: {self.name}"
        assert self.meaning.endswith("."), f"no sentence: {self.meaning}"
        if self.message is not None:
            assert not self.message.subject.endswith("."), f"a line, no sentence: {self.message.subject}"
            assert self.message.text.endswith("."), f"no sentence: {self.message.text}"
