"""Define what a delivery backend does, and what is delivered."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Final, NamedTuple, Protocol
from uuid import UUID

from reports.core.file_names import NOTE

CONNECT_SECONDS: Final = 10
"""How long a destination may take to answer at all."""

WHOLE_SECONDS: Final = 120
"""How long a delivery may take, from its first byte to the receipt."""


class Undeliverable(Exception):  # noqa: N818  named like a refusal
    """The destination does not have the complete parcel.

    `detail` says why, and never contains a secret. `lasting` says that a retry will fail too, until somebody changes
    something: a refused password, a file of the same name with another content.
    """

    def __init__(self, detail: str, *, lasting: bool) -> None:
        """Store `detail` for people, and `lasting` for the caller that plans a retry."""
        super().__init__(detail)
        self.detail = detail
        self.lasting = lasting


PIECE_BYTES: Final = 2**20
"""How much of a file is in memory while it is sent or compared."""


class ParcelFile(NamedTuple):
    """A file to deliver, on this machine's disk for as long as the delivery lasts."""

    path: Path
    """Where it is."""

    media_type: str
    """The media type."""

    sha256: str
    """The digest of its content in hex."""

    size: int
    """Its length in bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """The files of one filing."""

    filing: UUID
    """The filing's id."""

    title: str
    """Kind, interval and revision, in words."""

    files: Mapping[str, ParcelFile]
    """The files by their names. One is the `.note` that signs the others."""

    def __post_init__(self) -> None:
        """Check that the note is there, and that every name is a plain file name."""
        assert [extension_of(name) for name in self.files].count(NOTE) == 1, "a filing has one note"
        for name in self.files:
            assert PurePath(name).name == name, f"leads elsewhere: {name!r}"
            assert name.isascii(), f"not ASCII: {name!r}"
            assert name.isprintable(), f"not printable: {name!r}"

    def files_in_order(self) -> Iterator[tuple[str, ParcelFile]]:
        """Yield each file with its name, the note last: whoever has the note has everything that it signs."""
        for name in sorted(self.files, key=lambda name: (extension_of(name) == NOTE, name)):
            yield name, self.files[name]


class DeliveryBackend(Protocol):
    """A way to deliver files.

    A backend MUST be idempotent: a file that exists with the same content counts as delivered. It MUST NOT replace a
    file of the same name that has another content. A file MUST NOT have its final name before it is complete, and the
    note comes last. An interrupted delivery is simply repeated.
    """

    @property
    def name(self) -> str:
        """The name in the configuration."""

    def deliver(self, parcel: Parcel) -> Mapping[str, object]:
        """Deliver every file, and return the receipt: JSON with what was written where, and the answers.

        Raises:
            Undeliverable: the destination does not have the complete parcel; some of its files may be there.
        """


def extension_of(name: str) -> str:
    """Return the extension of a file name: a format or `note`."""
    return name.rpartition(".")[2]


def file_receipt(file: ParcelFile, *, already_there: bool, **answer: object) -> Mapping[str, object]:
    """Return a receipt's member for one file. `already_there`: the same file existed before the delivery."""
    return {"sha256": file.sha256, "size": file.size, "found": already_there, **answer}


def require_same_content(file: ParcelFile, *, stored_sha256: str | None, at: str) -> None:
    """Require that the existing file at `at` is the one to deliver, by the digest of its content.

    None is a file that cannot be the same, or cannot be compared.

    Raises:
        Undeliverable: it has another content.
    """
    if stored_sha256 != file.sha256:
        raise Undeliverable(
            f"{at} is there already with another content. It was left as it is; move it away, or"
            " find out who put it there.",
            lasting=True,
        )


def temporary_name(name: str, file: ParcelFile) -> str:
    """Return the name of the file that a content is written to before it gets its final name.

    The name follows from the content, and the file is never truncated first. So a retry completes what a killed attempt
    left, and two simultaneous attempts write the same bytes to the same file.
    """
    return f".{name}.{file.sha256[:16]}.part"
