"""The configured places: the TOML file that `REDDOG_REPORT_PLACES` names.

Source: docs/reports-delivery.md.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from django.conf import settings

from reports.catalogue import BY_KIND
from reports.core.names import NOTE
from reports.delivery import drop_folder, https_push, object_store, sftp
from reports.delivery.entry import Entry, WrongPlaces
from reports.delivery.place import Parcel, Place, ending_of
from reports.formats import BY_NAME

KINDS_OF_PLACE: Final[Mapping[str, Callable[[Entry], Place]]] = MappingProxyType(
    {
        "file": drop_folder.from_entry,
        "s3": object_store.from_entry,
        "sftp": sftp.from_entry,
        "https": https_push.from_entry,
        # On this machine alone.
        "http": https_push.from_entry,
    }
)
"""What reads an entry, by how its address begins. A new kind of place is a file here, and its line above."""

_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """A place, and what goes there: reports of `kinds`, in `formats`; None is all. The note always goes along."""

    place: Place
    kinds: frozenset[str] | None = None
    formats: frozenset[str] | None = None

    @property
    def name(self) -> str:
        """How the configuration calls it; deliveries are remembered by it."""
        return self.place.name

    def wants(self, kind: str) -> bool:
        """Whether reports of this kind go there."""
        return self.kinds is None or kind in self.kinds

    def deliver(self, parcel: Parcel) -> Mapping[str, object]:
        """Deliver what the place wants of a parcel, and return the receipt.

        Raises:
            Undeliverable: as the place says.
        """
        names = [name for name in parcel.files if self._takes(ending_of(name))]
        return self.place.deliver(
            replace(
                parcel,
                files={name: parcel.files[name] for name in names},
                media_types={name: parcel.media_types[name] for name in names},
            )
        )

    def _takes(self, ending: str) -> bool:
        return ending == NOTE or self.formats is None or ending in self.formats


def configured_places() -> tuple[Destination, ...]:
    """Read the places of this installation, in the file's order; without a file, there are none.

    Raises:
        WrongPlaces: the file cannot be used.
    """
    if not settings.REDDOG_REPORT_PLACES:
        return ()
    return read_places(Path(settings.REDDOG_REPORT_PLACES), kinds=BY_KIND, formats=BY_NAME)


def read_places(path: Path, *, kinds: Collection[str], formats: Collection[str]) -> tuple[Destination, ...]:
    """Read the places in a file, whose reports and formats are among `kinds` and `formats`.

    Raises:
        WrongPlaces: it is not there, is no TOML, or an entry of it cannot be used.
    """
    places: dict[str, Destination] = {}
    for number, members in enumerate(_tables(path), start=1):
        entry = Entry(members, file=path, number=number)
        if not _NAME.fullmatch(entry.name):
            raise entry.wrong("name", "must be of small letters, digits and hyphens between them")
        if entry.name in places:
            raise entry.wrong("name", "is another place's already")
        places[entry.name] = _destination(entry, kinds=kinds, formats=formats)
    return tuple(places.values())


def _tables(path: Path) -> list[dict[str, object]]:
    try:
        document = tomllib.loads(path.read_text())
    except OSError as error:
        raise WrongPlaces(f"{path} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        # Both what is no TOML and what is no text.
        raise WrongPlaces(f"{path} is no TOML: {error}.") from None
    tables = document.pop("place", [])
    if document or not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise WrongPlaces(f"{path} must have entries that begin with [[place]], and nothing else.")
    return tables


def _destination(entry: Entry, *, kinds: Collection[str], formats: Collection[str]) -> Destination:
    read = KINDS_OF_PLACE.get(entry.url.scheme)
    if read is None:
        raise entry.wrong("url", f"must begin with {', '.join(f'{scheme}://' for scheme in KINDS_OF_PLACE)}")
    destination = Destination(
        place=read(entry), kinds=entry.some_of("kinds", kinds), formats=entry.some_of("formats", formats)
    )
    entry.refuse_unknown()
    return destination
