"""A cell's name, and what it makes of each name that cells of one database would otherwise share.

A cell is the whole platform in one schema of a database. The installation without cells is the cell without a name:
nothing is changed for it.

Source: docs/adr/0107-cells.md.
"""

import hashlib
import re
from dataclasses import dataclass
from typing import Final

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,30}")
_SCHEMA_PREFIX: Final = "cell_"

_IN_A_PUBLISHED_LOG: Final = frozenset({"checkpoint", "keys", "parent", "tile"})
"""What the folder of the first log has itself, and the parent log. A cell's log is a folder beside these."""

_HALF_BITS: Final = 32
_HALF: Final = (1 << _HALF_BITS) - 1
_LOCK_CLASSES_FROM: Final = 1 << 30
"""Beyond all numbers that an advisory lock of the platform has, and still a positive number of 32 bits."""


class NotACell(ValueError):  # noqa: N818  named for what it is
    """A text is no name of a cell."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell by its name, which is empty for the installation without cells.

    Raises:
        NotACell: the name is no small letter with up to thirty small letters, digits and low lines after it, or it is
            that of a file of the published log.
    """

    name: str = ""

    def __post_init__(self) -> None:
        """Refuse what is no name."""
        if self.name and not is_cell_name(self.name):
            raise NotACell(
                f"{self.name[:100]!r} names no cell: a cell's name is a small letter and at most thirty small letters,"
                f" digits and low lines, and none of {', '.join(sorted(_IN_A_PUBLISHED_LOG))}."
            )

    @property
    def schema(self) -> str:
        """The schema that has the tables."""
        return f"{_SCHEMA_PREFIX}{self.name}" if self.name else "public"

    @property
    def folder(self) -> str:
        """Where a cell's private files are, below the folder of the installation's; empty for that one."""
        return f"cells/{self.name}" if self.name else ""

    @property
    def suffix(self) -> str:
        """What the name of a file has after it that cells would otherwise share."""
        return f"-{self.name}" if self.name else ""

    @property
    def label(self) -> str:
        """What the installation's host has before it where a cell is addressed; empty for the installation itself."""
        # A host's name has no low line, and a cell's no hyphen.
        return self.name.replace("_", "-")

    def at_host(self, address: str) -> str:
        """Return an address of the installation, `https://host…`, at the cell's own host."""
        scheme, separator, rest = address.partition("://")
        return f"{scheme}{separator}{self.label}.{rest}" if self.name else address

    def off_host(self, address: str) -> str:
        """Return the address of the installation whose address of the cell this is: the inverse of `at_host`."""
        return address.replace(f"://{self.label}.", "://", 1) if self.name else address

    @property
    def redis_prefix(self) -> str:
        """What every key in Redis begins with, queues and channels too."""
        return f"cell.{self.name}." if self.name else ""

    @property
    def lock_class(self) -> int:
        """The upper half of every advisory lock that has one number, as `pg_locks` shows it (`classid`).

        Two names may have the same: `manage.py cell create` refuses the second.
        """
        if not self.name:
            return 0
        digest = hashlib.sha256(self.name.encode()).digest()
        return _LOCK_CLASSES_FROM | (int.from_bytes(digest[:4]) & (_LOCK_CLASSES_FROM - 1))

    def lock(self, number: int) -> int:
        """Return the cell's own advisory lock in place of `number`: 64 bits, signed."""
        if not self.name:
            return number
        # The class is below 2^31, so the whole is positive.
        return self.lock_class << _HALF_BITS | number & _HALF

    def lock_pair(self, namespace: int, subject: str) -> tuple[int, str]:
        """Return the first half of an advisory lock of two numbers, and the text whose hash is the second."""
        return (self.lock_class, f"{namespace} {subject}") if self.name else (namespace, subject)

    def channel(self, name: str) -> str:
        """Return the channel that is notified in place of `name`."""
        return f"{name}_{self.name}" if self.name else name

    def role(self, application: str) -> str:
        """Return the role of the cell's processes, where those of the installation have the role `application`."""
        if not self.name or application.endswith(f"_{self.name}"):
            return application
        return f"{application}_{self.name}"

    def below(self, place: str) -> str:
        """Return what the public finds under the cell's name: below an origin, a folder or a bucket; empty for an empty one."""
        return f"{place.rstrip('/')}/{self.name}" if self.name and place else place

    def above(self, place: str) -> str:
        """Return the place of the installation whose place of the cell this is: the inverse of `below`."""
        return place.removesuffix(f"/{self.name}") if self.name else place

    def within(self, folder: str) -> str:
        """Return the cell's own folder in a private one of the installation; empty for an empty one."""
        return f"{folder.rstrip('/')}/{self.folder}" if self.name and folder else folder

    def outside(self, folder: str) -> str:
        """Return the folder of the installation in which this one is the cell's own: the inverse of `within`."""
        return folder.removesuffix(f"/{self.folder}") if self.name else folder


def is_cell_name(name: str) -> bool:
    """Return whether a cell may be called so."""
    return _NAME.fullmatch(name) is not None and name not in _IN_A_PUBLISHED_LOG


def cell_of(schema: str) -> Cell | None:
    """Return the cell whose schema this is; None for any other schema, also for the installation's own."""
    if not schema.startswith(_SCHEMA_PREFIX):
        return None
    try:
        cell = Cell(schema.removeprefix(_SCHEMA_PREFIX))
    except NotACell:
        return None
    return cell if cell.name else None
