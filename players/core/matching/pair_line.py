"""Read a line of a file of pairs: two descriptions and the id of the pair, as JSON.

What is wrong with a line is said without repeating what the line contains.

Source: docs/rules/persons.md, "Trying it".
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from kernel.refusals import Refusal, RefusalKind
from players.core.matching.verdict import Description

LINE_BYTES_MAX: Final = 64 * 1024
_TEXT_LENGTH_MAX: Final = 400
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class MalformedPair(Refusal):
    """A line is no pair of persons."""

    code, kind = "malformed-pair", RefusalKind.MALFORMED


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two descriptions to compare. `id` is a text or a whole number, as the file has it."""

    id: str | int
    a: Description
    b: Description


def read_pair(line: bytes) -> Pair:
    """Read a line: an object with `id`, `a` and `b`. Other members are ignored.

    Raises:
        MalformedPair: with what is wrong.
    """
    if len(line) > LINE_BYTES_MAX:
        raise MalformedPair(f"it is longer than {LINE_BYTES_MAX} bytes")
    try:
        pair = json.loads(line)
    except UnicodeDecodeError:
        raise MalformedPair("it is not UTF-8") from None
    except (ValueError, RecursionError):
        raise MalformedPair("it is no JSON") from None
    if not isinstance(pair, dict):
        raise MalformedPair("it is no object")
    name = pair.get("id")
    if isinstance(name, bool) or not isinstance(name, str | int):
        raise MalformedPair("`id` is missing, or neither a text nor a whole number")
    return Pair(id=name, a=_description(pair, "a"), b=_description(pair, "b"))


def address_text(address: Mapping[str, Any]) -> str:
    """Return the members of an address as one text, in their order; those that are no text are left out."""
    return ", ".join(part for part in address.values() if isinstance(part, str) and part)


def _description(pair: Mapping[str, Any], member: str) -> Description:
    person = pair.get(member)
    if not isinstance(person, dict):
        raise MalformedPair(f"`{member}` is missing or no object")
    return Description(
        given_name=_name(person, "given_name", member),
        family_name=_name(person, "family_name", member),
        born=_born(person, member),
        email=_text(person, "email", member),
        phone=_text(person, "phone", member),
        address=_address(person, member),
    )


def _name(person: Mapping[str, Any], field: str, member: str) -> str:
    name = _text(person, field, member)
    if not any(letter.isalpha() for letter in name):
        raise MalformedPair(f"`{member}.{field}` is missing or has no letter")
    return name


def _born(person: Mapping[str, Any], member: str) -> date:
    text = person.get("birth_date")
    if not isinstance(text, str) or not _DAY.fullmatch(text):
        raise MalformedPair(f"`{member}.birth_date` is no day as YYYY-MM-DD")
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise MalformedPair(f"`{member}.birth_date` is no day of the calendar") from None


def _address(person: Mapping[str, Any], member: str) -> str:
    address = person.get("address")
    if isinstance(address, dict):
        return _short(address_text(address), "address", member)
    return _text(person, "address", member)


def _text(person: Mapping[str, Any], field: str, member: str) -> str:
    text = person.get(field)
    if text is None:
        return ""
    if not isinstance(text, str):
        raise MalformedPair(f"`{member}.{field}` is no text")
    return _short(text, field, member)


def _short(text: str, field: str, member: str) -> str:
    if len(text) > _TEXT_LENGTH_MAX:
        raise MalformedPair(f"`{member}.{field}` is longer than {_TEXT_LENGTH_MAX} characters")
    return text
