"""The identity that a player states: the form of names, address, e-mail and telephone number.

Only the form is checked here. Verification finds out whether it is true.

Source: docs/rules/accounts.md, clause AC-1; regulation F21 (GLI-19 2.5.2).
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from kernel.refusals import Refusal, RefusalKind
from players.core.countries import COUNTRIES
from players.core.person import Person

NAME_LENGTH: Final = 60
LINE_LENGTH: Final = 100
POSTAL_CODE_LENGTH: Final = 16
EMAIL_LENGTH: Final = 254

_EMAIL: Final = re.compile(r"[^@\s]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}")
_PHONE: Final = re.compile(r"\+[1-9][0-9]{6,14}")
# Some scripts write these between the letters of a name.
_JOINERS: Final = "\u200c\u200d"


class MalformedIdentity(Refusal):
    """The personal data is malformed."""

    code, kind = "malformed-identity", RefusalKind.MALFORMED


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where a person lives. `country` has two letters, by ISO 3166-1. A part that the country does not use is empty."""

    line: str
    city: str
    region: str = ""
    postal_code: str = ""
    country: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Who a person is, and how to reach them. `phone` is as in E.164, empty for none."""

    given_name: str
    family_name: str
    born: date
    address: Address
    email: str
    phone: str = ""

    def person(self) -> Person:
        """Return the names and the birth date, without the contact data."""
        return Person(given_name=self.given_name, family_name=self.family_name, born=self.born)

    def document(self) -> dict[str, Any]:
        """Return the identity as members of the personal document."""
        address = self.address
        return {
            "given_name": self.given_name,
            "family_name": self.family_name,
            "born": self.born.isoformat(),
            "address": {
                "line": address.line,
                "city": address.city,
                "region": address.region,
                "postal_code": address.postal_code,
                "country": address.country,
            },
            "email": self.email,
            "phone": self.phone,
        }


def identity_of(document: Mapping[str, Any]) -> Identity:
    """Read the members that `Identity.document` writes, and ignore others.

    A member is empty if the account was not asked for it when it was opened.
    """
    fields = {name: document.get(name, "") for name in ("given_name", "family_name", "email", "phone")}
    address = Address(**document.get("address", {"line": "", "city": "", "country": ""}))
    return Identity(**fields, born=date.fromisoformat(document["born"]), address=address)


def require_identity(identity: Identity) -> None:
    """Accept an identity whose parts are all well-formed.

    Raises:
        MalformedIdentity: with the first malformed `field`, without its value.
    """
    address = identity.address
    texts = (
        ("given_name", identity.given_name, NAME_LENGTH, True),
        ("family_name", identity.family_name, NAME_LENGTH, True),
        ("address.line", address.line, LINE_LENGTH, True),
        ("address.city", address.city, LINE_LENGTH, True),
        ("address.region", address.region, LINE_LENGTH, False),
        ("address.postal_code", address.postal_code, POSTAL_CODE_LENGTH, False),
        ("email", identity.email, EMAIL_LENGTH, True),
    )
    for field, text, longest, required in texts:
        _require_text(field, text, longest, required=required)
    for field, name in (("given_name", identity.given_name), ("family_name", identity.family_name)):
        if not any(letter.isalpha() for letter in name):
            raise _malformed(field, "A name has letters.")
    if address.country not in COUNTRIES:
        raise _malformed("address.country", "A country is two capital letters of ISO 3166-1.")
    if not _EMAIL.fullmatch(identity.email):
        raise _malformed("email", "This is no e-mail address.")
    if identity.phone and not _PHONE.fullmatch(identity.phone):
        raise _malformed("phone", "A telephone number is + and 7 to 15 digits, the country's code first.")


def canonical_email(email: str) -> bytes:
    """Return an e-mail address as bytes that are the same for all its spellings, in upper or lower case."""
    return unicodedata.normalize("NFKC", email).casefold().encode()


def _require_text(field: str, text: str, longest: int, *, required: bool) -> None:
    if len(text) > longest or (required and not text.strip()):
        raise _malformed(field, f"It has {1 if required else 0} to {longest} characters.")
    if any(_unprintable(character) for character in text):
        raise _malformed(field, "It holds a character that cannot be printed.")


def _unprintable(character: str) -> bool:
    category = unicodedata.category(character)
    return (category.startswith("C") and character not in _JOINERS) or category in {"Zl", "Zp"}


def _malformed(field: str, why: str) -> MalformedIdentity:
    return MalformedIdentity(f"Nothing was kept. {why}", field=field)
