"""Hold a PostgreSQL advisory lock, so that one worker at a time handles a subject."""

import hashlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Final
from uuid import UUID

from django.db import connection

from kernel.serving import served_cell

_NAMESPACE: Final = 0x5DF2


@contextmanager
def advisory_lock(purpose: str, subject: UUID) -> Iterator[bool]:
    """Hold an advisory lock; yield False if another session has it.

    PostgreSQL releases the lock when its holder's connection ends, so a killed worker blocks nobody.
    """
    key = _key(purpose, subject)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", (_namespace(), key))
        (acquired,) = cursor.fetchone()
    try:
        yield acquired
    finally:
        if acquired:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", (_namespace(), key))


def locked_subjects(purpose: str, subjects: Collection[UUID]) -> set[UUID]:
    """Return of which of these subjects some session holds the advisory lock: a worker is at them."""
    with connection.cursor() as cursor:
        cursor.execute(_HELD, (_namespace(),))
        held = {int.from_bytes(key.to_bytes(4), signed=True) for (key,) in cursor.fetchall()}
    return {subject for subject in subjects if _key(purpose, subject) in held}


def _namespace() -> int:
    return int(served_cell().lock_class) or _NAMESPACE


def _key(purpose: str, subject: UUID) -> int:
    digest = hashlib.sha256(purpose.encode() + subject.bytes).digest()
    return int.from_bytes(digest[:4], signed=True)


# PostgreSQL shows both keys of a lock without their signs.
_HELD: Final = """
SELECT objid::bigint FROM pg_locks
WHERE locktype = 'advisory' AND classid = %s AND objsubid = 2 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
