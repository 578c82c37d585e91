"""What an entry says, found in its bytes without parsing it: for a look at entries that another share judges."""

from typing import Final

_CHAIN_FIELD: Final = b'"chain":"'
_CHAIN_DIGITS: Final = 32
_TIME_FIELD: Final = b'"time":'
_VERSION_FIELD: Final = b'"v":"'
_TIME_DIGITS_MAX: Final = 16


def chain_of(entry: bytes) -> str:
    """Find a record's chain without parsing it.

    In a record of the right form no field before `chain` can contain these bytes, because strings escape their quotes.
    The judge refuses a record whose chain is not the one found here. A record without a chain falls to one share,
    which refuses it.
    """
    start = entry.find(_CHAIN_FIELD) + len(_CHAIN_FIELD)
    return entry[start : start + _CHAIN_DIGITS].decode("latin-1")


def time_of(entry: bytes, *, version: bytes) -> int | None:
    """Find a record's time (ms) without parsing it; None if it is of another version, or has none.

    In a record of the right form only strings and numbers come after `time`. What comes after the text is not looked at:
    the name of a key may say anything.
    """
    end = entry.find(b"\n")
    start = entry.rfind(_TIME_FIELD, 0, end)
    if start < 0 or entry.find(_VERSION_FIELD + version, start, end) < 0:
        return None
    digits = entry[start + len(_TIME_FIELD) : entry.find(b",", start, end)]
    return int(digits) if digits.isdigit() and len(digits) <= _TIME_DIGITS_MAX else None
