"""What a file that Python compiled holds, as one digest. The file is taken apart here, and never loaded.

Python's `marshal` may crash on bytes that somebody made up, or be led astray by them, and whoever judges an installation
must not run what it holds. Two files of one source have one digest: what differs from one compilation to the next is
left out, which is the marks of what is shared, the order of sets, and the name under which the source was compiled.

Source: Python/marshal.c of CPython 3.11 to 3.13; docs/formats/release.md, rule 6.
"""

import hashlib
import struct
from typing import Final

_PLAIN: Final = {"N": 0, "T": 0, "F": 0, ".": 0, "i": 4, "g": 8, "y": 16}
"""Kinds of constants, and how many bytes each has."""
_TEXTS: Final = {"z": "B", "Z": "B", "a": "<I", "A": "<I", "u": "<I", "t": "<I", "s": "<I"}
"""Kinds of texts, and how their lengths are written."""
_GROUPS: Final = {")": "B", "(": "<I", ">": "<I"}
"""Tuples and sets, and how their sizes are written."""
_NESTED_MAX: Final = 100
_NAME_OF_SOURCE: Final = 5
"""The place of the source's name among the parts of code: instructions, constants, names, local names, their kinds, it."""


class Unreadable(ValueError):  # noqa: N818  says what is the case
    """The bytes are not code as Python writes it."""


def digest(code: bytes) -> bytes:
    """Return the digest of code without the header of its file.

    Raises:
        Unreadable: it is cut off, goes on, or has parts that no code has.
    """
    reader = _Reader(code)
    try:
        found = reader.part(0)
    except (IndexError, struct.error) as error:
        raise Unreadable from error
    if reader.at != len(code):
        raise Unreadable
    return found


class _Reader:
    """Reads one part of code after another; each has a digest over its kind and those of its own parts."""

    def __init__(self, code: bytes) -> None:
        self.at = 0
        self._code = code
        self._known: list[bytes] = []

    def part(self, nested: int) -> bytes:
        if nested > _NESTED_MAX:
            raise Unreadable
        byte = self._number("B")
        kind = chr(byte & 0x7F)
        if kind == "r":
            known = self._known[self._number("<I")]
            if not known:
                raise Unreadable
            return known
        place = len(self._known)
        if byte & 0x80:
            self._known.append(b"")
        found = hashlib.sha256(self._content(kind, nested)).digest()
        if byte & 0x80:
            self._known[place] = found
        return found

    def _content(self, kind: str, nested: int) -> bytes:
        if kind in _PLAIN:
            return kind.encode() + self._bytes(_PLAIN[kind])
        if kind in _TEXTS:
            return (b"bytes" if kind == "s" else b"text!") + self._bytes(self._number(_TEXTS[kind]))
        if kind == "l":
            size = self._number("<i")
            return b"l" + struct.pack("<i", size) + self._bytes(2 * abs(size))
        if kind in _GROUPS:
            parts = [self.part(nested + 1) for _ in range(self._number(_GROUPS[kind]))]
            return b"set" + b"".join(sorted(parts)) if kind == ">" else b"tuple" + b"".join(parts)
        if kind == "c":
            counts = self._bytes(20)
            parts = [self.part(nested + 1) for _ in range(8)]
            line = self._bytes(4)
            del parts[_NAME_OF_SOURCE]
            return b"code" + counts + line + b"".join([*parts, self.part(nested + 1), self.part(nested + 1)])
        raise Unreadable

    def _number(self, form: str) -> int:
        (number,) = struct.unpack(form, self._bytes(struct.calcsize(form)))
        assert isinstance(number, int)
        return number

    def _bytes(self, size: int) -> bytes:
        begin, self.at = self.at, self.at + size
        if self.at > len(self._code):
            raise Unreadable
        return self._code[begin : self.at]
