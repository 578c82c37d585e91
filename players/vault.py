"""What identifies a player: one sealed document a chain, read here and nowhere else."""

from typing import Any

from audit.seal import seal, unseal
from kernel import canonical_json
from kernel.ids import ChainId


def sealed(chain: ChainId, profile: dict[str, Any]) -> bytes:
    """Return a player's personal document (canonical JSON), sealed for this chain alone."""
    return seal(canonical_json.encode(profile), key="vault", context=_context(chain))


def unsealed(chain: ChainId, document: bytes) -> dict[str, Any]:
    """Return the personal document that `sealed` gave for this chain."""
    profile: dict[str, Any] = canonical_json.decode(unseal(document, key="vault", context=_context(chain)))
    return profile


def _context(chain: ChainId) -> bytes:
    return b"profile\0" + chain.bytes
