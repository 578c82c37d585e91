"""What the log holds of one player, for the player."""

from collections.abc import Iterator
from typing import Final

from audit.api.player_keys import key_document
from audit.core.note import leaf_hash
from audit.queries import events as event_queries, records as record_queries
from audit.queries.player_keys import keys_of
from kernel.ids import ChainId
from kernel.instants import rfc3339, to_epoch_ms

_PAGE: Final = 256


def events(chain: ChainId) -> Iterator[dict[str, object]]:
    """Yield the significant events that concern a player, newest first."""
    before = None
    while page := event_queries.events(subject=chain, before=before, limit=_PAGE):
        for event in page:
            yield {
                "occurred_at": rfc3339(to_epoch_ms(event.at)),
                "kind": event.kind,
                # Players do not learn which member of the staff it was.
                "actor": event.actor.partition(":")[0],
                "reason": event.reason,
                "before": event.before,
                "after": event.after,
            }
        before = page[-1].id


def records(chain: ChainId) -> Iterator[dict[str, object]]:
    """Yield a player's signed records as receipts, oldest first."""
    first = 0
    while page := record_queries.entries(chain, from_seq=first, to_seq=first + _PAGE):
        for seq, entry in enumerate(page, start=first):
            yield {"seq": seq, "leaf": leaf_hash(entry).hex(), "note": entry}
        first += len(page)


def player_keys(chain: ChainId) -> Iterator[dict[str, object]]:
    """Yield a player's keys in the order in which they were let in, ended ones too."""
    yield from map(key_document, keys_of(chain))
