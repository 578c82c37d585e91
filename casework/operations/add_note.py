"""Write a note on a player. Nobody changes it afterwards.

Source: docs/casework.md; GLI-19 A.3.3.
"""

from datetime import datetime

from django.db import transaction
from uuid_utils.compat import uuid7

from audit.operations.save_event import NewEvent, save_event
from casework.models import Note
from casework.operations.keep_words import keep_words
from casework.queries.notes import NoteView
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from players import vault
from players.queries.accounts import player_for_update


def add_note(chain: ChainId, text: str, *, actor: str, now: datetime) -> NoteView:
    """Write a note of 1 to 2,000 characters, and return it. Its event says who wrote one, and not what.

    Raises:
        PlayerNotFound, PlayerErased: nothing was written.
    """
    with transaction.atomic():
        # An erasure, which deletes all words, waits for the same row.
        player_for_update(chain)
        if vault.is_erased(chain):
            raise vault.PlayerErased("Nothing was written. What identified the player was erased.")
        note = Note.objects.create(id=uuid7(), chain=chain, author=actor, at_ms=to_epoch_ms(now))
        keep_words(chain, note.id, text)
        save_event(NewEvent(kind="player-noted", subject=chain, actor=actor, after={"note": note.id.hex}), now=now)
    return NoteView(id=note.id, author=note.author, at_ms=note.at_ms, text=text)
