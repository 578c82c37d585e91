"""Whether a compiled file is of the source beside it, judged without loading it.

Python's own reader of compiled code trusts what it reads: made-up bytes may crash it, or do worse. So the file's bytes
are read here as what they are: a tree of constants and code. Two trees are compared by number: equal parts have one number,
however often they occur, so that no file costs more than its own length.

Bytes cannot be compared as they are. Which objects Python marks as shared, and the order of a set, differ from one
compilation to the next; the name of the source is that of the place where it was compiled.

Source: Python/marshal.c of CPython 3.11 to 3.13; docs/formats/release.md, rule 6.
"""

import marshal
import sys
import warnings
from pathlib import Path
from typing import Final

from audit.file_digests import content_at, require_means

COMPILED_HERE: Final = f".{sys.implementation.cache_tag}.pyc"
"""How the names of the files end that this Python compiles."""

_HEADER_BYTES: Final = 16
"""Of a compiled file, before its code. It says of which source the file claims to be, which proves nothing."""

_NAME_BYTES_MAX: Final = 64 * 1024
"""By which two files of one source may differ in length: the name of the source, a few times."""

_SOURCE_BYTES_MAX: Final = 2**26

_SHARED: Final = 0x80
"""Set in the kind of an object that may occur again."""

_DEPTH_MAX: Final = 100
"""Of code in code, and tuples in tuples. No source of an installation comes near it."""

_SINGLETONS: Final = b"NTF."
_COUNTED_IN_ONE: Final = {ord("z"): "text", ord("Z"): "text", ord(")"): "tuple"}
_COUNTED_IN_FOUR: Final = {
    **dict.fromkeys(b"aAut", "text"),
    ord("s"): "bytes",
    ord("("): "tuple",
    ord(">"): "set",
}
_OF_FIXED_LENGTH: Final = {ord("i"): 4, ord("g"): 8, ord("y"): 16}
_LONG: Final = ord("l")
_AGAIN: Final = ord("r")
_CODE: Final = ord("c")

_COUNTS_BYTES: Final = 20
"""Of code: its numbers of arguments, of places on the stack, and its flags."""
_LINE_BYTES: Final = 4


class _NotCode(Exception):  # noqa: N818  says what is the case
    """The bytes are not what a compiler writes."""


def is_of_another_source(compiled: str) -> bool:
    """Return whether a compiled file holds other code than the source beside it compiles to. Nothing of it is run.

    Raises:
        OSError: this process lacks descriptors or memory.
    """
    # A source may have dots in its name, for which importlib's own rule has an error.
    source = f"{Path(compiled).parent.parent}/{Path(compiled).name.removesuffix(COMPILED_HERE)}.py"
    if not (Path(source).is_file() and Path(compiled).is_file()):
        # Without its source, Python does not load it.
        return False
    try:
        text = content_at(source, bytes_max=_SOURCE_BYTES_MAX)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            fresh = marshal.dumps(compile(text, source, "exec", dont_inherit=True, optimize=0))
        held = content_at(compiled, bytes_max=_HEADER_BYTES + len(fresh) + _NAME_BYTES_MAX)[_HEADER_BYTES:]
        numbers: dict[tuple[object, ...], int] = {}
        return _Tree(held, numbers).number() != _Tree(fresh, numbers).number()
    except (OSError, SyntaxError, ValueError, MemoryError, RecursionError, _NotCode) as error:
        require_means(error)
        return True


class _Tree:
    """Code as it is written in a compiled file."""

    def __init__(self, written: bytes, numbers: dict[tuple[object, ...], int]) -> None:
        """Read `written`, and number its parts as those in `numbers` are, which grows."""
        self._written = written
        self._numbers = numbers
        self._at = 0
        self._shared: list[int | None] = []

    def number(self) -> int:
        """Return the number of the whole.

        Raises:
            _NotCode: the bytes are cut off, go on, or are of a kind that no code has.
        """
        number = self._read(0)
        if self._at != len(self._written):
            raise _NotCode
        return number

    def _read(self, depth: int) -> int:
        if depth > _DEPTH_MAX:
            raise _NotCode
        byte = self._take(1)[0]
        kind = byte & ~_SHARED
        if kind == _AGAIN:
            return self._again()
        if not byte & _SHARED:
            return self._of_kind(kind, depth)
        # Numbered before what it consists of, as Python does.
        place = len(self._shared)
        self._shared.append(None)
        number = self._shared[place] = self._of_kind(kind, depth)
        return number

    def _again(self) -> int:
        place = self._count(4)
        number = self._shared[place] if place < len(self._shared) else None
        if number is None:
            raise _NotCode
        return number

    def _of_kind(self, kind: int, depth: int) -> int:
        if kind in _COUNTED_IN_ONE:
            return self._counted(_COUNTED_IN_ONE[kind], self._count(1), depth)
        if kind in _COUNTED_IN_FOUR:
            return self._counted(_COUNTED_IN_FOUR[kind], self._count(4), depth)
        if kind in _OF_FIXED_LENGTH:
            return self._numbered(kind, self._take(_OF_FIXED_LENGTH[kind]))
        if kind == _CODE:
            return self._code(depth)
        if kind == _LONG:
            count = self._take(4)
            # Its sign is that of the count of its digits, which have two bytes each.
            return self._numbered(kind, count, self._take(2 * abs(int.from_bytes(count, "little", signed=True))))
        if kind in _SINGLETONS:
            return self._numbered(kind)
        raise _NotCode

    def _counted(self, kind: str, count: int, depth: int) -> int:
        if kind in {"text", "bytes"}:
            return self._numbered(kind, self._take(count))
        parts = [self._read(depth + 1) for _ in range(count)]
        return self._numbered(kind, *(sorted(parts) if kind == "set" else parts))

    def _code(self, depth: int) -> int:
        counts = self._take(_COUNTS_BYTES)
        # Instructions, constants, names, local names and their kinds; the name of the source is left out.
        parts = [self._read(depth + 1) for _ in range(5)]
        self._read(depth + 1)
        names = [self._read(depth + 1) for _ in range(2)]
        line = self._take(_LINE_BYTES)
        tables = [self._read(depth + 1) for _ in range(2)]
        return self._numbered("code", counts, line, *parts, *names, *tables)

    def _count(self, size: int) -> int:
        return int.from_bytes(self._take(size), "little")

    def _take(self, size: int) -> bytes:
        begin, self._at = self._at, self._at + size
        if self._at > len(self._written):
            raise _NotCode
        return self._written[begin : self._at]

    def _numbered(self, *whole: object) -> int:
        return self._numbers.setdefault(whole, len(self._numbers))
