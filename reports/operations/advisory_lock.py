"""Hold a PostgreSQL advisory lock, so that one worker at a time handles a subject."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from uuid import UUID

from django.db import connection

_NAMESPACE: Final = 0x5DF2


@contextmanager
def advisory_lock(purpose: str, subject: UUID) -> Iterator[bool]:
    """Hold an advisory lock; yield False if another session has it.

    PostgreSQL releases the lock when its holder's connection ends, so a killed worker blocks nobody.
    """
    digest = hashlib.sha256(purpose.encode() + subject.bytes).digest()
    key = int.from_bytes(digest[:4], signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", (_NAMESPACE, key))
        (acquired,) = cursor.fetchone()
    try:
        yield acquired
    finally:
        if acquired:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", (_NAMESPACE, key))
