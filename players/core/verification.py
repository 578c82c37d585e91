"""Whether it is verified who a player is, and how it was.

Source: docs/rules/accounts.md, clauses AC-6 and AC-7; regulation F21; NJ 1.3(b).
"""

import enum
from dataclasses import dataclass


class Verification(enum.StrEnum):
    """How far it has come."""

    UNVERIFIED = "unverified"
    PENDING = "pending"
    VERIFIED = "verified"
    REFUSED = "refused"


class Method(enum.StrEnum):
    """What an operator looked at. A list, since free words might hold a document's number."""

    PASSPORT = "passport"
    IDENTITY_CARD = "identity-card"
    DRIVING_LICENCE = "driving-licence"
    RESIDENCE_PERMIT = "residence-permit"
    PUBLIC_REGISTER = "public-register"
    IN_PERSON = "in-person"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of asking: by which `method`, and the `reference` under which whoever was asked knows the case."""

    verification: Verification
    method: str
    reference: str


def may_begin(verification: Verification) -> bool:
    """Say whether asking leads anywhere: not while an answer is awaited, nor once it was given."""
    return verification in {Verification.UNVERIFIED, Verification.REFUSED}
