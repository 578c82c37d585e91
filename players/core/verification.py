"""How far the verification of a player's identity is, and how it was done.

Source: docs/rules/accounts.md, clauses AC-6 and AC-7; regulation F21; NJ 1.3(b).
"""

import enum
from dataclasses import dataclass


class Verification(enum.StrEnum):
    """How far a verification is."""

    UNVERIFIED = "unverified"
    PENDING = "pending"
    VERIFIED = "verified"
    REFUSED = "refused"


class Method(enum.StrEnum):
    """What an operator looked at. The choices are fixed: free text might contain a document's number."""

    PASSPORT = "passport"
    IDENTITY_CARD = "identity-card"
    DRIVING_LICENCE = "driving-licence"
    RESIDENCE_PERMIT = "residence-permit"
    PUBLIC_REGISTER = "public-register"
    IN_PERSON = "in-person"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result of a verification: its `method`, and the verifier's `reference` of the case."""

    verification: Verification
    method: str
    reference: str


def may_begin(verification: Verification) -> bool:
    """Return whether a verification may begin: none is pending, and none has succeeded."""
    return verification in {Verification.UNVERIFIED, Verification.REFUSED}
