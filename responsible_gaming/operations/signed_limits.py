"""The player's signature under a loosening of limits.

Source: docs/formats/player-keys.md, rule 3.
"""

from functools import partial
from typing import Final

from audit.chain_head import Head
from audit.core import player_statements
from audit.core.player_signatures import PlayerSignature
from audit.operations.accept_signature import accept_signature
from audit.queries.player_keys import signing_key
from responsible_gaming.core.limits_act import LimitsAct, LimitsDeed

_SIGNED: Final = frozenset({LimitsDeed.ASK, LimitsDeed.CONFIRM, LimitsDeed.RETURN})
"""What lets a player risk more. All else only protects, or is not the player's doing, and needs no signature."""


def signed_limits(signature: PlayerSignature | None, head: Head, act: LimitsAct, *, at_ms: int) -> dict[str, object]:
    """Return the field of a `limits` record for the signature of the request; none in a chain without keys.

    A signature that is not needed must hold all the same.

    Raises:
        SignatureRequired, UnknownPlayerKey, PlayerKeyWaits, ChainMoved, OutdatedSignature, WrongPlayerSignature:
            nothing was changed.
    """
    if signature is None and act.do not in _SIGNED:
        return {}
    key = None if signature is None else signing_key(head.tip.chain, signature.kid)
    statement = partial(player_statements.limits, prev=head.tip.leaf, act=act.document())
    return accept_signature(signature, head=head, key=key, at_ms=at_ms, statement=statement)
