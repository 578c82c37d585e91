"""Read the members of a destination in the configuration file, and refuse invalid ones by name."""

import ipaddress
from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from reports.delivery.secret_file import UnusableFile

_OF_ALL: Final = ("name", "url", "kinds", "formats")


class InvalidDestinations(ImproperlyConfigured):
    """The file of destinations is invalid; the text names file, entry and member, and says what is expected."""


class DestinationConfig:
    """One entry of the file. It remembers which members were read, so that any other can be rejected."""

    def __init__(self, members: Mapping[str, object], *, file: Path, number: int) -> None:
        """Wrap the members of the entry `number` of `file`, counted from 1."""
        self._members = members
        self._file = file
        self._number = number
        self._known = set(_OF_ALL)

    @property
    def name(self) -> str:
        """The name of the destination."""
        return self.text("name")

    @cached_property
    def url(self) -> SplitResult:
        """The URL of the destination, which contains no secret."""
        return self._split("url")

    @property
    def path_of_url(self) -> str:
        """The path of the URL, unescaped."""
        return unquote(self.url.path)

    def invalid(self, member: str, what: str) -> InvalidDestinations:
        """Return the refusal of a member, to be raised."""
        name = self._members.get("name")
        called = f" ({name})" if isinstance(name, str) else ""
        return InvalidDestinations(f"{self._file}: destination {self._number}{called}: {member} {what}.")

    def has(self, member: str) -> bool:
        """Return whether the entry has a member."""
        self._known.add(member)
        return member in self._members

    def text(self, member: str, *, default: str | None = None) -> str:
        """Return a text of at least one character."""
        value = self._members.get(member, default) if self.has(member) else default
        if value is None:
            raise self.invalid(member, "is missing")
        if not isinstance(value, str) or not value:
            raise self.invalid(member, "must be a text")
        return value

    def choice(self, member: str, allowed: Collection[str]) -> frozenset[str] | None:
        """Return a subset of `allowed`; None for all of them, if the member is `["*"]` or missing."""
        values = self._members.get(member, ["*"])
        if not isinstance(values, list) or not values or not all(isinstance(value, str) for value in values):
            raise self.invalid(member, "must be a list of texts with something in it")
        if values == ["*"]:
            return None
        unknown = sorted(set(values) - set(allowed))
        if unknown:
            raise self.invalid(member, f"has {', '.join(unknown)}; there are {', '.join(sorted(allowed))}")
        return frozenset(values)

    def address(self, member: str, *, default: str) -> str:
        """Return the URL of a server: https, or http on this machine."""
        if not self.has(member):
            return default
        address = self._split(member)
        safe = address.scheme == "https" or (address.scheme == "http" and is_loopback(address.hostname or ""))
        if not address.hostname or not safe or address.username is not None:
            raise self.invalid(member, "must be https://host, or https://host:port")
        return address.geturl().rstrip("/")

    def file(self, member: str, read: Callable[[Path], object]) -> Path:
        """Return the path of a file that `read` accepts; a relative path begins in the configuration file's folder."""
        path = self._file.parent / self.text(member)
        try:
            read(path)
        except UnusableFile as error:
            raise self.invalid(member, f"cannot be used: {error}") from None
        return path

    def reject_unknown(self) -> None:
        """Refuse the members that were not read. Call this last."""
        unknown = sorted(set(self._members) - self._known)
        if unknown:
            allowed = ", ".join(sorted(self._known))
            raise self.invalid(
                unknown[0], f"is no member of a destination at {self.url.scheme}://; there are {allowed}"
            )

    def _split(self, member: str) -> SplitResult:
        # A refusal never quotes a URL, which may contain the password that it is refused for.
        try:
            address = urlsplit(self.text(member))
            _ = address.port
        except ValueError:
            raise self.invalid(member, "is no address") from None
        if address.password is not None:
            raise self.invalid(member, "must not hold a password; a file of its own does")
        if address.query or address.fragment:
            raise self.invalid(member, "must end with its path, without ? and #")
        return address


def is_loopback(host: str) -> bool:
    """Return whether `host` names this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
