"""Who a player says to be: the form of names, address, e-mail and telephone number.

Only the form is looked at; whether it is true, verification finds out.

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
# Between the letters of a name, in scripts that join them.
_JOINERS: Final = "\u200c\u200d"


class MalformedIdentity(Refusal):
    """What was told of the person cannot be used."""

    code, kind = "malformed-identity", RefusalKind.MALFORMED


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where somebody lives; `country` by ISO 3166-1 with two letters. Empty is what the country does not have."""

    line: str
    city: str
    region: str = ""
    postal_code: str = ""
    country: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Who somebody is, and how to be reached; `phone` as E.164 writes it, empty for none."""

    given_name: str
    family_name: str
    born: date
    address: Address
    email: str
    phone: str = ""

    def person(self) -> Person:
        """Return who it is, without what may change."""
        return Person(given_name=self.given_name, family_name=self.family_name, born=self.born)

    def document(self) -> dict[str, Any]:
        """Write it as the members of the personal document."""
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
    """Read the members that `Identity.document` writes; others may stand beside them.

    Empty is what accounts were not asked for when they were opened.
    """
    fields = {name: document.get(name, "") for name in ("given_name", "family_name", "email", "phone")}
    address = Address(**document.get("address", {"line": "", "city": "", "country": ""}))
    return Identity(**fields, born=date.fromisoformat(document["born"]), address=address)


def require_identity(identity: Identity) -> None:
    """Let an identity pass whose parts have a form that can be used.

    Raises:
        MalformedIdentity: with the first `field` that cannot; what it held is not repeated.
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
    """Write an e-mail address so that two spellings of one are the same bytes: no case."""
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
