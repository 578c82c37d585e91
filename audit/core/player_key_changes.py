"""Who may let a player's key in, and who may end one.

Source: docs/formats/player-keys.md, "Rules", 5 to 8.
"""

from collections.abc import Sequence
from typing import Final, Literal, Protocol, get_args

from audit.core.player_signatures import KEY_USES, KeyUse, PlayerKey
from kernel.refusals import Refusal, RefusalKind

KEYS_MAX: Final = 8
"""How many keys of a chain have not ended, those that wait included."""
KEY_WAIT_MS: Final = 72 * 3_600_000
"""How long a key waits that operators let in."""

EndWord = Literal["rotated", "lost", "stolen", "closed"]
END_WORDS: Final[tuple[EndWord, ...]] = get_args(EndWord)

_ANY: Final = frozenset(KEY_USES)
_RECOVER: Final[frozenset[KeyUse]] = frozenset({"recover"})


class TooManyPlayerKeys(Refusal):
    """The player has as many keys as there may be."""

    code, kind = "too-many-player-keys", RefusalKind.CONFLICT


class PlayerKeyTaken(Refusal):
    """This key was let in before."""

    code, kind = "player-key-taken", RefusalKind.CONFLICT


class PlayerKeyEnded(Refusal):
    """The key has ended, for another reason."""

    code, kind = "player-key-ended", RefusalKind.CONFLICT


class RecoveryKeyRequired(Refusal):
    """Only a recovery key may do this."""

    code, kind = "recovery-key-required", RefusalKind.CONFLICT


class KeyInChain(Protocol):
    """A key of the chain."""

    @property
    def kid(self) -> str:
        """Its id."""

    @property
    def use(self) -> KeyUse:
        """What it signs."""

    @property
    def lives_from_ms(self) -> int:
        """From when on it may sign."""

    @property
    def has_ended(self) -> bool:
        """Whether it signs no more."""


def require_room(keys: Sequence[KeyInChain]) -> None:
    """Refuse a ninth key.

    Raises:
        TooManyPlayerKeys: eight have not ended.
    """
    if sum(not key.has_ended for key in keys) >= KEYS_MAX:
        raise TooManyPlayerKeys(f"Nothing was done. End one of your {KEYS_MAX} keys first.")


def uses_that_admit(use: KeyUse, keys: Sequence[KeyInChain], *, at_ms: int) -> frozenset[KeyUse]:
    """Return of which uses the key is that may let in a key of this use."""
    guarded = use == "recover" and any(key.use == "recover" and _lives(key, at_ms=at_ms) for key in keys)
    return _RECOVER if guarded else _ANY


def uses_that_end(key: KeyInChain, *, at_ms: int) -> frozenset[KeyUse]:
    """Return of which uses the key is that may end this one. One that waits is ended by any."""
    return _RECOVER if key.use == "recover" and _lives(key, at_ms=at_ms) else _ANY


def require_use(key: PlayerKey | None, uses: frozenset[KeyUse]) -> None:
    """Refuse the signature of a key that plays where only a recovery key will do; None is no key of the chain.

    Raises:
        RecoveryKeyRequired: the key is of another use.
    """
    if key is not None and key.use not in uses:
        raise RecoveryKeyRequired("Nothing was done. You have a recovery key: sign with it.")


def require_endable_by_operators(key: KeyInChain) -> None:
    """Refuse the end of a recovery key by operators: it is what protects the player from them.

    Raises:
        RecoveryKeyRequired: it is a recovery key.
    """
    if key.use == "recover":
        raise RecoveryKeyRequired("Nothing was done. Operators end no recovery key; the player does, with one.")


def _lives(key: KeyInChain, *, at_ms: int) -> bool:
    return not key.has_ended and key.lives_from_ms <= at_ms
