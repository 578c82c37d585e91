"""The player's signature under a deal or an act, judged by what the step has read.

Source: docs/formats/player-keys.md, "Statements"; docs/adr/0047-signed-requests.md.
"""

from collections.abc import Sequence
from functools import partial

from audit.chain_head import Head
from audit.core import player_statements
from audit.core.player_signatures import PlayerKey, PlayerSignature
from audit.core.player_statements import Wanted
from audit.operations.accept_signature import accept_signature
from games.core.family import Bet
from games.operations.seat import Seat
from kernel.ids import RoundId


def signed_deal(
    signature: PlayerSignature | None, seat: Seat, round_id: RoundId, *, rules: bytes, bet: Bet, at_ms: int
) -> dict[str, object]:
    """Return the field of the `deal` for the signature of a request; none in a chain without keys.

    Raises:
        SignatureRequired, UnknownPlayerKey, PlayerKeyWaits, ChainMoved, OutdatedSignature, WrongPlayerSignature:
            nothing was taken.
    """
    head = seat.player.head
    if signature is None and not head.has_keys:
        # As nearly all are: nothing is built in vain.
        return {}
    wanted = Wanted(
        epoch=round_id.epoch,
        nonce=round_id.nonce,
        rules=rules,
        ante_minor=bet.stake_minor,
        bonus_minor=bet.side_bet_minor,
    )
    statement = partial(player_statements.deal, prev=head.tip.leaf, wanted=wanted)
    return accept_signature(signature, head=head, key=seat.key, at_ms=at_ms, statement=statement)


def signed_acts(
    signature: PlayerSignature | None,
    key: PlayerKey | None,
    *,
    head: Head,
    deal_leaf: bytes,
    acts: Sequence[tuple[str, int]],
    at_ms: int,
) -> dict[str, object]:
    """Return the field of the `settle` for the signature over the player's acts, each with its price (minor units).

    Raises: as `signed_deal` does; the round stays open.
    """
    statement = partial(player_statements.decisions, deal_leaf=deal_leaf, acts=acts)
    return accept_signature(signature, head=head, key=key, at_ms=at_ms, statement=statement)
