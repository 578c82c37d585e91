"""What a signature in a player's request is judged by, and how its record has it.

Source: docs/formats/player-keys.md, "Rules"; docs/adr/0047-signed-requests.md.
"""

import base64
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, get_args

from audit.core.player_keys import Algorithm, canonical_signature
from audit.core.player_statements import StatementPlace
from audit.core.records import ChainTip
from kernel.instants import rfc3339
from kernel.refusals import Refusal, RefusalKind

KeyUse = Literal["play", "recover"]
KEY_USES: Final[tuple[KeyUse, ...]] = get_args(KeyUse)
PLAY: Final[frozenset[KeyUse]] = frozenset({"play"})

UNTIL_MAX_MS: Final = 600_000
"""A signature may be used for so long at most."""


class SignatureRequired(Refusal):
    """The player's signature is missing."""

    code, kind = "signature-required", RefusalKind.CONFLICT


class UnknownPlayerKey(Refusal):
    """No live key of the player's may sign this by that id."""

    code, kind = "unknown-player-key", RefusalKind.CONFLICT


class PlayerKeyWaits(Refusal):
    """The key may not sign yet."""

    code, kind = "player-key-waits", RefusalKind.CONFLICT


class ChainMoved(Refusal):
    """Another record was written since this was signed."""

    code, kind = "chain-moved", RefusalKind.CONFLICT


class OutdatedSignature(Refusal):
    """The signature may not be used at this time."""

    code, kind = "outdated-signature", RefusalKind.CONFLICT


class PlayerKey(NamedTuple):
    """A key of a chain that has not ended."""

    kid: str
    algorithm: Algorithm
    public: bytes
    use: KeyUse
    lives_from_ms: int
    """From when on it may sign. Until then it waits: operators let it in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedOver:
    """A signature by a key that is known otherwise, as a request has it."""

    signature: bytes
    until_ms: int
    prev: bytes | None
    """The leaf that was signed as the chain's newest; None for an act, which names its deal instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSignature(SignedOver):
    """A signature by the key `kid`, as a request has it."""

    kid: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureContext:
    """What a chain says about who signs in it, as of the step's version."""

    origin: str
    """The log's."""
    tip: ChainTip
    at_ms: int
    """The time of the record that the step writes."""
    has_keys: bool
    """Whether a key was ever let in."""
    key: PlayerKey | None
    """The key that the signature names, if the chain has it and it has not ended."""


Statement = Callable[[StatementPlace], bytes]
"""Returns the bytes that are signed at a place."""


def psig_fields(
    signature: PlayerSignature | None,
    context: SignatureContext,
    statement: Statement,
    *,
    uses: Collection[KeyUse] = PLAY,
) -> dict[str, object]:
    """Return the record's field for the signature of a request; no field in a chain without keys.

    Raises:
        SignatureRequired: the chain has keys, and the request no signature.
        UnknownPlayerKey, PlayerKeyWaits, ChainMoved, OutdatedSignature, WrongPlayerSignature: it does not hold.
    """
    if signature is None:
        if context.has_keys:
            raise SignatureRequired("Nothing was done. This account has player keys: sign the request with one.")
        return {}
    key = context.key
    if key is None or key.use not in uses:
        raise UnknownPlayerKey(
            "Nothing was done. Sign with a key that GET /api/v1/me/keys lists as live, of a use that fits."
        )
    if context.at_ms < key.lives_from_ms:
        raise PlayerKeyWaits(
            "Nothing was done. Operators let this key in, and it waits so that you could refuse it.",
            lives_from=rfc3339(key.lives_from_ms),
        )
    said = signed_text(signature, context, statement, algorithm=key.algorithm, public=key.public)
    return {"psig": {"kid": key.kid, "sig": said, "until": signature.until_ms}}


def signed_text(
    signature: SignedOver, context: SignatureContext, statement: Statement, *, algorithm: Algorithm, public: bytes
) -> str:
    """Return a signature by this public key as a record spells it.

    Raises:
        ChainMoved: with the newest record's `seq` and `leaf`.
        OutdatedSignature: with `now_at`.
        UnusablePlayerKey, WrongPlayerSignature: as `canonical_signature`.
    """
    if signature.prev is not None and signature.prev != context.tip.leaf:
        raise ChainMoved(
            "Nothing was done. Read the records after the one that you signed over, then sign anew.",
            seq=context.tip.seq,
            leaf=context.tip.leaf.hex(),
        )
    if not 0 <= signature.until_ms - context.at_ms <= UNTIL_MAX_MS:
        raise OutdatedSignature(
            "Nothing was done. `until` is at most 10 minutes ahead and not over. Compare your clock, then sign anew.",
            now_at=rfc3339(context.at_ms),
        )
    place = StatementPlace(origin=context.origin, chain=context.tip.chain, until=signature.until_ms)
    canonical = canonical_signature(algorithm, public, signature.signature, statement(place))
    return base64.b64encode(canonical).decode()
