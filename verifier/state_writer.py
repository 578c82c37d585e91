"""Write all that can be reached from an object as bytes. How, `state_tags` says.

Source: docs/adr/0099-a-state-of-all-that-the-judge-knows.md.
"""

import gc
import struct
import sys
from array import array
from collections import Counter, deque
from collections.abc import Callable, Iterable
from datetime import date
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from verifier.state_classes import ABSENT, Layout, Unknown, layouts
from verifier.state_tags import ARRAY_WIDTH, GROUP, GROUP_BITS, MORE, Tag, no_collection, ordered

_FLUSH_BYTES: Final = 1 << 20


def write(root: object, sink: Callable[[bytearray], object]) -> None:
    """Pass the bytes of all that `root` reaches on to `sink`, a part at a time.

    Raises:
        Unknown: something is of a type that has no bytes here.
    """
    with no_collection():
        writer = _Writer(sink)
        writer.put(root)
        writer.flush()


class _Writer:
    def __init__(self, sink: Callable[[bytearray], object]) -> None:
        self._sink = sink
        self._out = bytearray()
        self._numbers: dict[int, int] = {}
        """The number of each object that was written, by its identity; all of them live on in the state."""
        self._unfinished: set[int] = set()
        self._classes: dict[type, int] = {}
        self._puts: dict[type, Callable[[Any], None]] = {
            type(None): lambda _: self._out.append(Tag.NONE),
            bool: lambda value: self._out.append(Tag.TRUE if value else Tag.FALSE),
            int: self._put_integer,
            float: lambda value: self._tagged(Tag.FLOAT, struct.pack("<d", value)),
            str: lambda value: self._put_bytes(Tag.TEXT, value.encode("utf-8", "surrogatepass")),
            bytes: lambda value: self._put_bytes(Tag.BYTES, value),
            Fraction: lambda value: self._put_all(Tag.FRACTION, (value.numerator, value.denominator)),
            date: lambda value: self._put_all(Tag.DATE, (value.toordinal(),)),
            type(ABSENT): lambda _: self._out.append(Tag.ABSENT),
            tuple: lambda value: self._shared(value, self._put_tuple, final=True),
            frozenset: lambda value: self._shared(value, self._put_frozenset, final=True),
            MappingProxyType: lambda value: self._shared(value, self._put_proxy, final=True),
            list: lambda value: self._shared(value, self._put_list),
            set: lambda value: self._shared(value, self._put_set),
            dict: lambda value: self._shared(value, self._put_dict),
            Counter: lambda value: self._shared(value, self._put_counter),
            deque: lambda value: self._shared(value, self._put_deque, final=True),
            bytearray: lambda value: self._shared(value, lambda each: self._put_bytes(Tag.BYTEARRAY, each)),
            array: lambda value: self._shared(value, self._put_array),
        }

    def put(self, value: object) -> None:
        put = self._puts.get(type(value))
        if put is None:
            put = self._puts[type(value)] = self._put_of(type(value))
        put(value)
        if len(self._out) > _FLUSH_BYTES:
            self.flush()

    def flush(self) -> None:
        self._sink(self._out)
        self._out = bytearray()

    def _put_of(self, kind: type) -> Callable[[Any], None]:
        if issubclass(kind, Ed25519PublicKey):
            return lambda key: self._put_bytes(Tag.ED25519, key.public_bytes_raw())
        if issubclass(kind, EllipticCurvePublicKey):
            return lambda key: self._put_bytes(
                Tag.P256, key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
            )
        known = layouts().get(f"{kind.__module__}.{kind.__qualname__}")
        if known is None or known.kept is not kind:
            raise Unknown(f"a state has no bytes for {kind.__module__}.{kind.__qualname__}")
        if known.is_enum:
            return lambda member: self._put_member(known, member)
        final = known.is_tuple
        return lambda value: self._shared(value, lambda each: self._put_object(known, each), final=final)

    def _shared(self, value: object, put: Callable[[Any], None], *, final: bool = False) -> None:
        """Write an object once. One that is made after its parts (`final`) cannot be among them."""
        known = self._numbers.get(id(value))
        if known is not None:
            if known in self._unfinished:
                raise Unknown(f"a {type(value).__name__} holds itself")
            self._out.append(Tag.AGAIN)
            self._put_size(known)
            return
        number = self._numbers[id(value)] = len(self._numbers)
        if not final:
            put(value)
            return
        self._unfinished.add(number)
        put(value)
        self._unfinished.discard(number)

    def _tagged(self, tag: int, content: bytes) -> None:
        self._out.append(tag)
        self._out += content

    def _put_size(self, number: int) -> None:
        while number > GROUP:
            self._out.append(number & GROUP | MORE)
            number >>= GROUP_BITS
        self._out.append(number)

    def _put_integer(self, number: int) -> None:
        self._out.append(Tag.INTEGER)
        self._put_size(-2 * number - 1 if number < 0 else 2 * number)

    def _put_bytes(self, tag: int, content: bytes) -> None:
        self._out.append(tag)
        self._put_size(len(content))
        self._out += content

    def _put_all(self, tag: int, values: Iterable[object]) -> None:
        self._out.append(tag)
        for value in values:
            self.put(value)

    def _put_group(self, tag: int, values: Any) -> None:
        self._out.append(tag)
        self._put_size(len(values))
        for value in values:
            self.put(value)

    def _put_tuple(self, value: tuple[object, ...]) -> None:
        self._put_group(Tag.TUPLE, value)

    def _put_list(self, value: list[object]) -> None:
        self._put_group(Tag.LIST, value)

    def _put_set(self, value: set[Any]) -> None:
        self._put_group(Tag.SET, ordered(value))

    def _put_frozenset(self, value: frozenset[Any]) -> None:
        self._put_group(Tag.FROZENSET, ordered(value))

    def _put_pairs(self, tag: int, value: dict[Any, Any]) -> None:
        self._out.append(tag)
        self._put_size(len(value))
        for key, held in value.items():
            self.put(key)
            self.put(held)

    def _put_dict(self, value: dict[Any, Any]) -> None:
        self._put_pairs(Tag.DICT, value)

    def _put_counter(self, value: Counter[Any]) -> None:
        if vars(value):
            raise Unknown("a Counter with fields of its own")
        self._put_pairs(Tag.COUNTER, value)

    def _put_deque(self, value: deque[Any]) -> None:
        self._put_group(Tag.DEQUE, [value.maxlen, *value])

    def _put_array(self, value: "array[Any]") -> None:
        if value.itemsize != ARRAY_WIDTH:
            raise Unknown(f"an array of the kind {value.typecode}")
        content = array(value.typecode, value)
        if sys.byteorder == "big":
            content.byteswap()
        self._put_bytes(Tag.ARRAY, value.typecode.encode() + content.tobytes())

    def _put_proxy(self, value: MappingProxyType[Any, Any]) -> None:
        # What the proxy shows may be held by another, and is written as that.
        (shown,) = gc.get_referents(value)
        self._put_all(Tag.PROXY, (shown,))

    def _put_class(self, known: Layout) -> None:
        """Write the number of a class; where it is a new one, with its name and the names of its fields."""
        self._out.append(Tag.OBJECT)
        number = self._classes.get(known.kept)
        if number is not None:
            self._put_size(number)
            return
        self._put_size(len(self._classes))
        self._classes[known.kept] = len(self._classes)
        self._put_bytes(Tag.TEXT, known.name.encode())
        self._put_bytes(Tag.TEXT, ",".join(known.slots).encode())

    def _put_member(self, known: Layout, member: Any) -> None:
        self._put_class(known)
        self._put_bytes(Tag.TEXT, member.name.encode())

    def _put_object(self, known: Layout, value: Any) -> None:
        self._put_class(known)
        for held in value if known.is_tuple else known.values(value):
            self.put(held)
        if known.has_dictionary:
            self._put_pairs(Tag.DICT, vars(value))
