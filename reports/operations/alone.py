"""One worker at a time."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from uuid import UUID

from django.db import connection

_LOCK: Final = 0x5DF2


@contextmanager
def alone(what: str, subject: UUID) -> Iterator[bool]:
    """Tell whether nobody else is at this, and keep others away meanwhile.

    PostgreSQL gives the lock up when its holder's connection ends, so that nobody waits for a worker that was killed.
    """
    digest = hashlib.sha256(what.encode() + subject.bytes).digest()
    key = int.from_bytes(digest[:4], signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", (_LOCK, key))
        (held,) = cursor.fetchone()
    try:
        yield held
    finally:
        if held:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", (_LOCK, key))
