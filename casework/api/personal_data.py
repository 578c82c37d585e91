"""Casework's part of a player's personal data.

Cases are left out: nobody tells a player that money was found suspicious (docs/casework.md).
"""

from collections.abc import Iterator
from typing import Final

from casework.api.dispute_output import present_dispute
from casework.queries import notes as note_queries
from casework.queries.disputes import disputes_of_player
from kernel.ids import ChainId
from kernel.instants import rfc3339

_PAGE: Final = 256


def notes(chain: ChainId) -> Iterator[dict[str, object]]:
    """Yield the staff's notes on a player, newest first."""
    before = None
    while page := note_queries.notes(chain, before=before, limit=_PAGE):
        for note in page:
            # The player is not told which member of the staff it was.
            yield {"written_at": rfc3339(note.at_ms), "actor": note.author.partition(":")[0], "text": note.text}
        before = page[-1].id


def disputes(chain: ChainId) -> Iterator[dict[str, object]]:
    """Yield the player's disputes with their answers, newest first."""
    before = None
    while page := disputes_of_player(chain, before=before, limit=_PAGE):
        yield from map(present_dispute, page)
        before = page[-1].id
