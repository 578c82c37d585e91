"""Read the configured destinations: the TOML file that `REDDOG_REPORT_DESTINATIONS` names.

Source: docs/reports-delivery.md.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from django.conf import settings

from reports.catalogue import BY_KIND, DELIVERED_BY_DEFAULT
from reports.core.file_names import NOTE
from reports.delivery import drop_folder
from reports.delivery.backend import DeliveryBackend, Parcel, extension_of
from reports.delivery.destination_config import DestinationConfig, InvalidDestinations
from reports.formats import BY_NAME


def _object_store(config: DestinationConfig) -> DeliveryBackend:
    from reports.delivery import object_store  # noqa: PLC0415  the libraries below are only where reports are made

    return object_store.from_config(config)


def _sftp(config: DestinationConfig) -> DeliveryBackend:
    from reports.delivery import sftp  # noqa: PLC0415

    return sftp.from_config(config)


def _https_push(config: DestinationConfig) -> DeliveryBackend:
    from reports.delivery import https_push  # noqa: PLC0415

    return https_push.from_config(config)


BACKENDS: Final[Mapping[str, Callable[[DestinationConfig], DeliveryBackend]]] = MappingProxyType(
    {
        "file": drop_folder.from_config,
        "s3": _object_store,
        "sftp": _sftp,
        "https": _https_push,
        # Only for this machine.
        "http": _https_push,
    }
)
"""The reader of an entry, by URL scheme. To add a kind of destination, add a module, and its line above."""

_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """A backend, and the files that are delivered to it."""

    backend: DeliveryBackend
    """How files are delivered."""

    kinds: frozenset[str] | None = None
    """The kinds of reports; None for those that are delivered by default."""

    formats: frozenset[str] | None = None
    """The formats of files; None for all. The note is always delivered."""

    @property
    def name(self) -> str:
        """The name in the configuration, by which deliveries are stored."""
        return self.backend.name

    def accepts(self, kind: str) -> bool:
        """Return whether reports of this kind are delivered."""
        return kind in self.accepted_kinds

    @property
    def accepted_kinds(self) -> frozenset[str]:
        """The kinds of reports that are delivered."""
        return DELIVERED_BY_DEFAULT if self.kinds is None else self.kinds

    def accepts_format(self, name: str) -> bool:
        """Return whether files of this format are delivered; `note` is one."""
        return name == NOTE or self.formats is None or name in self.formats

    def deliver(self, parcel: Parcel) -> Mapping[str, object]:
        """Deliver a parcel of files that are accepted, and return the receipt.

        Raises:
            Undeliverable: from the backend.
        """
        assert all(self.accepts_format(extension_of(name)) for name in parcel.files), "it has what is accepted"
        return self.backend.deliver(parcel)


def accepted_kinds(destinations: Collection[Destination]) -> frozenset[str]:
    """Return the kinds of reports that some destination takes."""
    return frozenset(kind for destination in destinations for kind in destination.accepted_kinds)


def configured_destinations() -> tuple[Destination, ...]:
    """Return the destinations of this installation, in order of the file; none without a file.

    Raises:
        InvalidDestinations: the file cannot be used.
    """
    if not settings.REDDOG_REPORT_DESTINATIONS:
        return ()
    return read_destinations(Path(settings.REDDOG_REPORT_DESTINATIONS), kinds=BY_KIND, formats=BY_NAME)


def has_no_destination_on_purpose() -> bool:
    """Return whether filed reports are fetched by hand: the file names no destination, or a demonstration has no file.

    Raises:
        InvalidDestinations: the file cannot be used.
    """
    path = settings.REDDOG_REPORT_DESTINATIONS
    return not _tables(Path(path)) if path else bool(settings.REDDOG_MODE.value == "demo")


def read_destinations(path: Path, *, kinds: Collection[str], formats: Collection[str]) -> tuple[Destination, ...]:
    """Return the destinations in a file, whose reports and formats are among `kinds` and `formats`.

    Raises:
        InvalidDestinations: it does not exist, is no TOML, or an entry is invalid.
    """
    destinations: dict[str, Destination] = {}
    for number, members in enumerate(_tables(path), start=1):
        config = DestinationConfig(members, file=path, number=number)
        if not _NAME.fullmatch(config.name):
            raise config.invalid("name", "must be of small letters, digits and hyphens between them")
        if config.name in destinations:
            raise config.invalid("name", "is the name of another destination")
        destinations[config.name] = _destination(config, kinds=kinds, formats=formats)
    return tuple(destinations.values())


def _tables(path: Path) -> list[dict[str, object]]:
    try:
        document = tomllib.loads(path.read_text())
    except OSError as error:
        raise InvalidDestinations(f"{path} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        # The file is no TOML, or not even text.
        raise InvalidDestinations(f"{path} is no TOML: {error}.") from None
    tables = document.pop("destination", [])
    if document or not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise InvalidDestinations(f"{path} must have entries that begin with [[destination]], and nothing else.")
    return tables


def _destination(config: DestinationConfig, *, kinds: Collection[str], formats: Collection[str]) -> Destination:
    read = BACKENDS.get(config.url.scheme)
    if read is None:
        raise config.invalid("url", f"must begin with {', '.join(f'{scheme}://' for scheme in BACKENDS)}")
    destination = Destination(
        backend=read(config), kinds=config.choice("kinds", kinds), formats=config.choice("formats", formats)
    )
    config.reject_unknown()
    return destination
