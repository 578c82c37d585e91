"""The fields that every record has.

Source: docs/formats/record.md, "Fields common to all types".
"""

from typing import TypedDict


class Common(TypedDict):
    """The fields of every record."""

    chain: str
    prev: str
    salt: str
    seq: int
    time: int
    v: str
