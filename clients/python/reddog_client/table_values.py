"""What players add to a table's deck: hidden values, first as hashes, later opened.

Source: docs/formats/tables.md, "Grammar".
"""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

_VALUE_BYTES: Final = 32


def draw() -> str:
    """Draw a value, in hex. It is kept before its contribution is sent, and told once a checkpoint covers the stakes."""
    return secrets.token_hex(_VALUE_BYTES)


def contribution(*, table: str, epoch: int, seat: int, value: str) -> str:
    """Return the hash that a stake has of its player's value, in hex."""
    return hashlib.sha256(b"RDF1/contrib\x00" + _epoch(table, epoch) + bytes([seat]) + bytes.fromhex(value)).hexdigest()


def mixed(opened: Mapping[str, Any]) -> str:
    """Return the client seed that the values of an `open` come to, with its beacon's where it has one, in hex."""
    values = b"".join(bytes([each["seat"]]) + bytes.fromhex(each["r"]) for each in _by_seat(opened["reveals"]))
    mix = hashlib.sha256(b"RDF1/mix\x00" + _epoch(opened["chain"], opened["epoch"]) + values).digest()
    if "beacon" in opened:
        mix = hashlib.sha256(b"RDF1/beacon\x00" + mix + bytes.fromhex(opened["beacon"]["value"])).digest()
    return mix.hex()


def _by_seat(reveals: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return sorted(reveals, key=lambda reveal: int(reveal["seat"]))


def _epoch(table: str, epoch: int) -> bytes:
    return bytes.fromhex(table) + epoch.to_bytes(4, "big")
