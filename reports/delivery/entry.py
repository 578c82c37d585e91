"""An entry of the configuration file: its members, of the right kind or refused by name."""

import ipaddress
from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from reports.delivery.secret_file import Unusable

_OF_ALL: Final = ("name", "url", "kinds", "formats")


class WrongPlaces(ImproperlyConfigured):
    """The file of places cannot be used; the text names file, entry and member, and says what belongs there."""


class Entry:
    """One `[[place]]`. It remembers which members it was asked for: any other is one too many."""

    def __init__(self, members: Mapping[str, object], *, file: Path, number: int) -> None:
        """Keep the members of the `number`th entry of `file`, counted from 1."""
        self._members = members
        self._file = file
        self._number = number
        self._known = set(_OF_ALL)

    @property
    def name(self) -> str:
        """What the place is called."""
        return self.text("name")

    @cached_property
    def url(self) -> SplitResult:
        """Where the place is, without anything that could be a secret."""
        return self._split("url")

    @property
    def path_of_url(self) -> str:
        """The path, with what was escaped in it as it is meant."""
        return unquote(self.url.path)

    def wrong(self, member: str, what: str) -> WrongPlaces:
        """Return the refusal of a member."""
        name = self._members.get("name")
        called = f" ({name})" if isinstance(name, str) else ""
        return WrongPlaces(f"{self._file}: place {self._number}{called}: {member} {what}.")

    def has(self, member: str) -> bool:
        """Whether the entry has it."""
        self._known.add(member)
        return member in self._members

    def text(self, member: str, *, default: str | None = None) -> str:
        """Return a text of at least one character."""
        found = self._members.get(member, default) if self.has(member) else default
        if found is None:
            raise self.wrong(member, "is missing")
        if not isinstance(found, str) or not found:
            raise self.wrong(member, "must be a text")
        return found

    def some_of(self, member: str, known: Collection[str]) -> frozenset[str] | None:
        """Return a choice among `known`, or None for all of them, which `["*"]` says, and so does silence."""
        found = self._members.get(member, ["*"])
        if not isinstance(found, list) or not found or not all(isinstance(one, str) for one in found):
            raise self.wrong(member, "must be a list of texts with something in it")
        if found == ["*"]:
            return None
        unknown = sorted(set(found) - set(known))
        if unknown:
            raise self.wrong(member, f"has {', '.join(unknown)}; there are {', '.join(sorted(known))}")
        return frozenset(found)

    def address(self, member: str, *, default: str) -> str:
        """Return the address of a server: https, or http on this machine."""
        if not self.has(member):
            return default
        address = self._split(member)
        safe = address.scheme == "https" or (address.scheme == "http" and is_loopback(address.hostname or ""))
        if not address.hostname or not safe or address.username is not None:
            raise self.wrong(member, "must be https://host, or https://host:port")
        return address.geturl().rstrip("/")

    def file(self, member: str, read: Callable[[Path], object]) -> Path:
        """Return the path of a file that `read` can use, from this file's folder on where it is not from the root."""
        path = self._file.parent / self.text(member)
        try:
            read(path)
        except Unusable as error:
            raise self.wrong(member, f"cannot be used: {error}") from None
        return path

    def refuse_unknown(self) -> None:
        """Refuse members that nobody asked for, once everybody has."""
        unknown = sorted(set(self._members) - self._known)
        if unknown:
            known = ", ".join(sorted(self._known))
            raise self.wrong(unknown[0], f"is no member of a place at {self.url.scheme}://; there are {known}")

    def _split(self, member: str) -> SplitResult:
        # An address is never quoted in a refusal: it may hold the very password for which it is refused.
        try:
            address = urlsplit(self.text(member))
            _ = address.port
        except ValueError:
            raise self.wrong(member, "is no address") from None
        if address.password is not None:
            raise self.wrong(member, "must not hold a password; a file of its own does")
        if address.query or address.fragment:
            raise self.wrong(member, "must end with its path, without ? and #")
        return address


def is_loopback(host: str) -> bool:
    """Tell whether `host` is this machine by its very name."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
