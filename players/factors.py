"""Secrets beside the password, as they are kept: the second factor's sealed, all others as keyed digests.

Recovery codes, operators' tokens and devices' ids are long and random, so that one fast hash under the server's key
keeps them; without that key a copy of the database does not even tell whether a guess is right.
"""

import hmac
from typing import Final

from audit import keys
from audit.seal import seal, unseal
from kernel.ids import ChainId
from players.core.recovery_codes import canonical_code

_FACTOR: Final = b"second-factor\0"


def sealed_secret(chain: ChainId, secret: bytes) -> bytes:
    """Return a second factor's secret, sealed for this chain alone."""
    return seal(secret, key="factor", context=_FACTOR + chain.bytes)


def unsealed_secret(chain: ChainId, document: bytes) -> bytes:
    """Return the secret that `sealed_secret` was given for this chain."""
    return unseal(document, key="factor", context=_FACTOR + chain.bytes)


def recovery_digest(chain: ChainId, code: str) -> bytes:
    """Return what is kept of a recovery code."""
    return _digest(b"recovery-code\0", chain, canonical_code(code))


def token_digest(chain: ChainId, token: str) -> bytes:
    """Return what is kept of an operator's one-time token."""
    return _digest(b"reset-token\0", chain, token.encode())


def device_digest(chain: ChainId, device: str) -> bytes:
    """Return what is kept of the id by which a device makes itself known."""
    return _digest(b"device\0", chain, device.encode())


def _digest(purpose: bytes, chain: ChainId, text: bytes) -> bytes:
    return hmac.digest(keys.secret("pin"), purpose + chain.bytes + text, "sha256")
