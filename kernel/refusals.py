"""An expected "no", as opposed to a defect."""

import enum
from typing import ClassVar


class Kind(enum.Enum):
    """What a caller can do about a refusal; an interface translates it to its own words, such as an HTTP status."""

    MALFORMED = "malformed"
    INVALID = "invalid"
    UNAUTHENTICATED = "unauthenticated"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not-found"
    CONFLICT = "conflict"
    TOO_MANY = "too-many"
    UNAVAILABLE = "unavailable"


class Refusal(Exception):  # noqa: N818  a refusal is not an error
    """The platform declines what was asked, and nothing was changed.

    Subclasses stand beside the function that raises them. The first line of their docstring is the public title,
    `code` the stable name (kebab-case, never reused), `detail` says what happened in this case and what to do.
    `members` are facts for the caller's program; they are public. An amount of money is a `kernel.money.Money`, which
    the interface writes as a money object.
    """

    code: ClassVar[str]
    kind: ClassVar[Kind]

    def __init__(self, detail: str, **members: object) -> None:
        """Keep `detail` for people and `members` for programs."""
        super().__init__(detail)
        self.detail = detail
        self.members = members

    @classmethod
    def title(cls) -> str:
        """Return the first line of the docstring, without its full stop."""
        assert cls.__doc__, f"{cls.__name__} has no title"
        return cls.__doc__.strip().splitlines()[0].rstrip(".")
