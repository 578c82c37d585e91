"""Second factors of the staff: which methods there are, and what a member sends to prove one."""

import enum
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any


class FactorMethod(enum.StrEnum):
    """Ways to prove a second factor. The values are stored in events."""

    TOTP = "totp"
    PASSKEY = "passkey"
    RECOVERY_CODE = "recovery-code"


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorProof:
    """What a member sends to prove a second factor."""

    method: FactorMethod
    code: str = field(default="", repr=False)
    """The code, of either kind; empty for a passkey."""
    assertion: Mapping[str, Any] = field(default_factory=dict)
    """The browser's JSON for a passkey; empty for a code."""


def usable_methods(enrolled: Collection[FactorMethod]) -> list[FactorMethod]:
    """Return the methods that a login asks for, sorted by name; none while only recovery codes are left."""
    return [] if set(enrolled) <= {FactorMethod.RECOVERY_CODE} else sorted(enrolled)
