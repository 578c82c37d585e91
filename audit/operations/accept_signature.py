"""Judge the signature of a player's request by what a step has read of the chain."""

from collections.abc import Collection

from audit.chain_head import Head
from audit.core.player_signatures import (
    PLAY,
    KeyUse,
    PlayerKey,
    PlayerSignature,
    SignatureContext,
    Statement,
    psig_fields,
)
from audit.places import log_origin


def accept_signature(
    signature: PlayerSignature | None,
    *,
    head: Head,
    key: PlayerKey | None,
    at_ms: int,
    statement: Statement,
    uses: Collection[KeyUse] = PLAY,
) -> dict[str, object]:
    """Return the field of the record that follows `head` at an instant (ms); `key` is the one that is named.

    Raises: as `psig_fields` does; nothing was written.
    """
    # Nearly all requests come from players without keys.
    if signature is None and not head.has_keys:
        return {}
    return psig_fields(signature, signature_context(head, key=key, at_ms=at_ms), statement, uses=uses)


def signature_context(head: Head, *, key: PlayerKey | None, at_ms: int) -> SignatureContext:
    """Return what signatures of this chain are judged by."""
    return SignatureContext(origin=log_origin(), tip=head.tip, at_ms=at_ms, has_keys=head.has_keys, key=key)
