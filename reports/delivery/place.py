"""What a place is that filed reports are delivered to, and what is delivered."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final, Protocol
from uuid import UUID

from reports.core.names import NOTE

CONNECT_SECONDS: Final = 10
"""How long a place may take to answer at all."""

WHOLE_SECONDS: Final = 120
"""How long a delivery may take from its first byte to the receipt."""


class Undeliverable(Exception):  # noqa: N818  says what is the case
    """The place has not got the whole parcel, for what its `detail` says, which never holds a secret.

    `lasting` says that the same will happen again until somebody changes something: a refused password, a file of
    that name with another content. Else it is worth another try by itself.
    """

    def __init__(self, detail: str, *, lasting: bool) -> None:
        """Keep `detail` for people and `lasting` for who plans the next try."""
        super().__init__(detail)
        self.detail = detail
        self.lasting = lasting


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """What is delivered: the files of one filing, by name, and among them the one `.note` that signs them.

    `title` says kind, interval and revision in words. `media_types` has the type of every file.
    """

    filing: UUID
    title: str
    files: Mapping[str, bytes]
    media_types: Mapping[str, str]

    def __post_init__(self) -> None:
        """Be whole, and of names that lead nowhere else."""
        assert [ending_of(name) for name in self.files].count(NOTE) == 1, "a filing has one note"
        assert self.files.keys() == self.media_types.keys(), "every file has a type"
        for name in self.files:
            assert PurePath(name).name == name, f"leads elsewhere: {name!r}"
            assert name.isascii(), f"not ASCII: {name!r}"
            assert name.isprintable(), f"not printable: {name!r}"

    def in_order(self) -> Iterator[tuple[str, bytes]]:
        """Yield name and content of each file, the note last: whoever sees the note has everything it signs."""
        for name in sorted(self.files, key=lambda name: (ending_of(name) == NOTE, name)):
            yield name, self.files[name]


class Place(Protocol):
    """A configured destination.

    A place MUST be deaf to repetition: what is there already with the same content is delivered. It MUST NOT replace
    a file of the same name with another content. No file may stand under its final name before it is whole, and the
    note comes last. An interrupted delivery is simply made again.
    """

    @property
    def name(self) -> str:
        """How the configuration calls it."""

    def deliver(self, parcel: Parcel) -> Mapping[str, object]:
        """Put every file there, and return the receipt: JSON that says what was put where, and what the other side said.

        Raises:
            Undeliverable: the place has not got the whole parcel; some files of it may be there.
        """


def ending_of(name: str) -> str:
    """Return how a file's name ends, which is its format or `note`."""
    return name.rpartition(".")[2]


def put_down(content: bytes, *, found: bool, **answer: object) -> Mapping[str, object]:
    """Return a receipt's entry for one file; `found` says that it was there before with this very content."""
    return {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content), "found": found, **answer}


def require_same(content: bytes, *, found: bytes | None, at: str) -> None:
    """Let what stands at `at` already pass, if it is the file that is delivered; None is what cannot be compared.

    Raises:
        Undeliverable: it has another content.
    """
    if found != content:
        raise Undeliverable(
            f"{at} is there already with another content. It was left as it is; move it away, or find out who put it there.",
            lasting=True,
        )
