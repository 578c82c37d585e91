"""Secrets stored as keyed digests: recovery codes, one-time tokens, the ids of devices.

They are long and random, so one fast hash under the server's key is enough. Without that key a copy of the database
does not even show whether a guess is right.
"""

import hmac

from audit import keys
from credentials.owners import Owner


def keyed_digest(purpose: bytes, owner: Owner, text: bytes) -> bytes:
    """Return what is stored of a secret: 32 bytes, different for each purpose and each owner."""
    return hmac.digest(keys.secret("pin"), purpose + b"\0" + owner + text, "sha256")
