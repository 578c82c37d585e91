"""The providers that verify players' identities.

A provider is asked outside any transaction, and may be asked again: a crash before its answer is stored loses the
answer.

Source: docs/adr/0014-accounts.md; regulation F21.
"""

import secrets
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Protocol

from kernel.ids import ChainId
from players.core.identity import Identity
from players.core.verification import Outcome, Verification


class Verifier(Protocol):
    """A provider of verification."""

    def begin(self, chain: ChainId, identity: Identity) -> Outcome:
        """Ask about a player. The outcome is decided, or pending until an operator decides.

        An implementation keeps nothing of the identity, and MUST tell one player's cases apart by their references.
        """


class ManualVerifier:
    """Leaves the decision to members of the staff, who look at papers."""

    def begin(self, chain: ChainId, identity: Identity) -> Outcome:  # noqa: ARG002  the operator looks both up
        """Open a case that waits for an operator."""
        return Outcome(verification=Verification.PENDING, method="manual", reference=_reference())


class FakeVerifier:
    """For demonstrations and tests: believes everybody except the family names `Refused` and `Pending`."""

    def begin(self, chain: ChainId, identity: Identity) -> Outcome:  # noqa: ARG002  the name alone decides
        """Decide at once by the family name."""
        decided = {"refused": Verification.REFUSED, "pending": Verification.PENDING}
        verification = decided.get(identity.family_name.casefold(), Verification.VERIFIED)
        return Outcome(verification=verification, method="fake", reference=_reference())


VERIFIERS: Final[Mapping[str, Verifier]] = MappingProxyType({"manual": ManualVerifier(), "fake": FakeVerifier()})
"""By the name that `REDDOG_VERIFICATION` has for them."""


def _reference() -> str:
    return secrets.token_hex(8)
