"""What the acts on a player's keys show of them."""

from collections.abc import Sequence

from audit.queries.player_keys import StoredKey
from kernel.instants import rfc3339


def keys_view(held: Sequence[StoredKey]) -> list[dict[str, object]]:
    """Return the keys that have not ended, in the order in which they were let in."""
    return [
        {"kid": key.kid, "use": key.use, "added_at": rfc3339(key.added_ms), "lives_from": rfc3339(key.lives_from_ms)}
        for key in held
        if not key.has_ended
    ]
