"""Looking at a second factor: a code of the authenticator, a recovery code, or an operator's token where there is none.

Looking writes nothing and costs the same whatever is found. What was shown is used up afterwards, by `use_up`.

Source: RFC 6238, section 5.2 (a code is taken once); regulation F22.
"""

import enum
import hmac
from dataclasses import dataclass
from datetime import datetime

from audit.operations.note_event import Noted, note_event
from credentials.core.lockout import MAX_WRONG_CODES
from credentials.core.totp import is_code
from credentials.owners import player_owner
from credentials.recovery_digests import recovery_digest
from credentials.sealed_totp import sealed_matching_step
from kernel.ids import ChainId
from players.models import Player, RecoveryCode, ResetToken
from players.token_digests import token_digest


class FactorState(enum.Enum):
    """What somebody showed of a second factor."""

    NO_FACTOR = "no-factor"
    """The player has none."""
    NOTHING = "nothing"
    """The player has one, and it was not shown."""
    RIGHT = "right"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorCheck:
    """What a look at a second factor found, and which step or recovery code it would use up."""

    shown: FactorState
    step: int | None = None
    recovery: bytes | None = None


def check_code(player: Player, code: str | None, *, now: datetime) -> FactorCheck:
    """Compare a code with the player's second factor. After five wrong ones only recovery codes are taken."""
    if code is None:
        return FactorCheck(shown=FactorState.NOTHING if _enrolled(player) else FactorState.NO_FACTOR)
    look = _check_totp(player, code, now=now) if is_code(code) else _check_recovery_code(player, code)
    return look if _enrolled(player) else FactorCheck(shown=FactorState.NO_FACTOR)


def reset_token_matches(player: Player, token: str, *, now: datetime) -> bool:
    """Tell whether this is the token that an operator issued to the player, and still in time."""
    issued = ResetToken.objects.filter(player_id=player.chain, expires_at__gt=now).values_list("digest", flat=True)
    digest = token_digest(ChainId(player.chain), token)
    return hmac.compare_digest(bytes(issued.first() or b""), digest)


def consume_code(player: Player, look: FactorCheck, *, now: datetime) -> None:
    """Let what was shown never be taken again, and forget the wrong codes before it; the player's row is held."""
    if look.shown is not FactorState.RIGHT:
        return
    player.factor_failures = 0
    if look.step is not None:
        player.factor_step = look.step
    player.save(update_fields=["factor_failures", "factor_step"])
    if look.recovery is not None:
        RecoveryCode.objects.filter(digest=look.recovery).delete()
        left = RecoveryCode.objects.filter(player=player).count()
        chain = ChainId(player.chain)
        note_event(Noted(kind="recovery-code-used", subject=chain, actor="player", after={"left": left}), now=now)


def _enrolled(player: Player) -> bool:
    return player.factor_confirmed_at is not None


def _check_totp(player: Player, code: str, *, now: datetime) -> FactorCheck:
    sealed = player.sealed_factor
    step = sealed_matching_step(
        None if sealed is None else bytes(sealed),
        code,
        owner=player_owner(ChainId(player.chain)),
        last_step=player.factor_step,
        now=now,
    )
    if step is None or player.factor_failures >= MAX_WRONG_CODES:
        return FactorCheck(shown=FactorState.WRONG)
    return FactorCheck(shown=FactorState.RIGHT, step=step)


def _check_recovery_code(player: Player, code: str) -> FactorCheck:
    digest = recovery_digest(player_owner(ChainId(player.chain)), code)
    if not RecoveryCode.objects.filter(player_id=player.chain, digest=digest).exists():
        return FactorCheck(shown=FactorState.WRONG)
    return FactorCheck(shown=FactorState.RIGHT, recovery=digest)
