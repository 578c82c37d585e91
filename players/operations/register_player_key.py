"""Let a key of a player in at the player's own request: the first one by the PIN, each further one by another key.

A session alone must not do it. Whoever stole one could let in a key and a recovery key, which nobody else can end, and
the account could never be played in by its player again.

Source: docs/formats/player-keys.md, rules 2 and 5; docs/adr/0047-signed-requests.md; regulation F23.
"""

from datetime import datetime

from audit.core.player_signatures import PlayerSignature
from audit.operations.add_player_key import NewPlayerKey, add_player_key
from audit.operations.player_key_authority import ChangedKey
from audit.queries.chains import load_head
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.operations.set_pin import require_pin


class PinRequired(Refusal):
    """This needs the PIN."""

    code, kind = "pin-required", RefusalKind.FORBIDDEN


def register_player_key(
    chain: ChainId, new: NewPlayerKey, *, signature: PlayerSignature | None, pin: str | None, now: datetime
) -> ChangedKey:
    """Let a key in. The same key again gets the first answer, until it ends.

    Raises:
        PinRequired, PinNotSet, PinLocked, WrongPin: it would be the first key. A wrong PIN is counted.
        Others: as `add_player_key` says.
    """
    # An account that has keys has them for good, so nothing is lost by looking before the chain is locked.
    if signature is None and not load_head(chain).has_keys:
        if pin is None:
            raise PinRequired("Nothing was done. Send your PIN with the first key of the account.")
        require_pin(chain, pin, now=now)
    return add_player_key(chain, new, authority=signature, now=now)
