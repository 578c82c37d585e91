"""The reference by which the log names a session without saying which one it is.

Source: docs/formats/sessions.md.
"""

import hashlib
from typing import Final
from uuid import UUID

SALT_BYTES: Final = 16
REFERENCE_BYTES: Final = 32

_DOMAIN: Final = b"RDF2/session\0"


def session_reference(session_id: UUID, *, salt: bytes) -> bytes:
    """Return the `sess` of every stake of a session: 32 bytes that only the salt links to its id."""
    assert len(salt) == SALT_BYTES, "a salt is 16 bytes"
    return hashlib.sha256(_DOMAIN + salt + session_id.bytes).digest()
