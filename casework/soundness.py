"""Compare what people wrote with what it belongs to."""

from collections.abc import Iterator
from typing import Final

from django.db import connection

_LOST: Final = """
SELECT s.what, s.id FROM (
  SELECT 'note' AS what, id, chain, 0 AS number FROM casework_note
  UNION ALL SELECT 'dispute', id, chain, 0 FROM casework_dispute
  UNION ALL SELECT 'answered dispute', id, chain, 1 FROM casework_dispute WHERE answered_ms IS NOT NULL
) s JOIN players_vault v ON v.chain = s.chain
WHERE NOT EXISTS (SELECT FROM casework_words w WHERE w.subject = s.id AND w.number = s.number AND w.chain = s.chain)
"""


def faults() -> Iterator[str]:
    """Yield a sentence for each note on a known person, and each dispute, that has lost its words."""
    with connection.cursor() as cursor:
        cursor.execute(_LOST)
        for what, subject in cursor.fetchall():
            yield f"The {what} {subject.hex} has lost its words, and the player was not erased."
