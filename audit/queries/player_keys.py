"""Keys of players: those of a chain, and the one that a request names."""

from typing import Final, NamedTuple

from django.db import connection

from audit.core.player_keys import Algorithm
from audit.core.player_signatures import KeyUse, PlayerKey
from audit.models import PlayerKeyRow
from kernel.cte import Cte, TypedCte
from kernel.ids import ChainId


class StoredKey(NamedTuple):
    """A key that was ever let into a chain, with its end."""

    kid: str
    algorithm: Algorithm
    public: bytes
    use: KeyUse
    record_seq: int
    added_ms: int
    lives_from_ms: int
    by_operators: bool
    why: str | None = None
    """Why it ended; None if it has not."""
    end_seq: int | None = None
    ended_ms: int | None = None

    @property
    def has_ended(self) -> bool:
        """Whether it signs no more."""
        return self.why is not None

    def as_signer(self) -> PlayerKey:
        """Return what signatures by it are judged by."""
        return PlayerKey(self.kid, self.algorithm, bytes(self.public), self.use, self.lives_from_ms)


def player_key_source(kid: str) -> TypedCte[PlayerKey]:
    """Read the key of this id, if it has not ended, of the chain that a source named `head` gives."""
    return TypedCte(Cte("player_key", _NOT_ENDED, (kid,)), PlayerKey)


def keys_of(chain: ChainId) -> list[StoredKey]:
    """Return every key of a chain in the order in which they were let in, ended ones too."""
    with connection.cursor() as cursor:
        cursor.execute(_KEYS, (chain,))
        return [StoredKey(*row) for row in cursor.fetchall()]


def signing_key(chain: ChainId, kid: str) -> PlayerKey | None:
    """Return the key of this id, if the chain has it and it has not ended."""
    return next((key.as_signer() for key in keys_of(chain) if key.kid == kid and not key.has_ended), None)


def is_in_log(public: bytes) -> bool:
    """Return whether any chain has this public key."""
    return PlayerKeyRow.objects.filter(public=public).exists()


_NOT_ENDED: Final = (
    "SELECT k.kid, k.algorithm, k.public, k.use, k.lives_from_ms FROM head"
    " JOIN audit_player_key k ON k.chain = head.chain AND k.kid = %s"
    " WHERE NOT EXISTS (SELECT FROM audit_player_key_end e WHERE e.chain = k.chain AND e.kid = k.kid)"
)

_KEYS: Final = """
SELECT k.kid, k.algorithm, k.public, k.use, k.record_seq, k.added_ms, k.lives_from_ms, k.by_operators,
  e.why, e.record_seq, e.ended_ms
FROM audit_player_key k LEFT JOIN audit_player_key_end e ON e.chain = k.chain AND e.kid = k.kid
WHERE k.chain = %s ORDER BY k.record_seq
"""
