"""Check a second factor: a code of the authenticator app, a passkey's answer, a recovery code, or an operator's token.

A check writes nothing and costs the same whatever its result. `consume_factor` then makes sure that a right one is
accepted once.

Source: RFC 6238, section 5.2 (a code is accepted once); regulation F22.
"""

import enum
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from audit.operations.save_event import NewEvent, save_event
from credentials.core.lockout import locks_factor
from credentials.core.totp import is_code
from credentials.owners import player_owner
from credentials.passkeys import Passkey, answers, verified_passkey
from credentials.recovery_digests import recovery_digest
from credentials.sealed_totp import sealed_matching_step
from credentials.split_secret import read_whole
from credentials.stored_passkeys import store_use
from kernel.ids import ChainId
from players.models import Player, RecoveryCode, ResetToken
from players.models.passkeys import ChallengePurpose, PlayerPasskey
from players.operations.challenge_passkey import end_challenge
from players.operations.store_factor import has_factor
from players.queries.passkeys import challenge_of, passkeys_of
from players.token_digests import token_digest


class FactorState(enum.Enum):
    """The result of checking a second factor."""

    NO_FACTOR = "no-factor"
    """The player has no second factor."""
    NOTHING = "nothing"
    """The player has one, and nothing was sent that could prove it."""
    RIGHT = "right"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorCheck:
    """A checked second factor, and what consuming it would take."""

    state: FactorState
    step: int | None = None
    """The time step of a right code of the authenticator app."""
    recovery: bytes | None = None
    """The digest of a right recovery code."""
    passkey: Passkey | None = None
    """The passkey that signed what it was asked for, with its new counter."""


def check_factor(player: Player, *, code: str | None, passkey: Mapping[str, Any] | None, now: datetime) -> FactorCheck:
    """Check a code, or the answer of a passkey. After five wrong ones only recovery codes are accepted.

    The answer to a challenge that is over, or was replaced by another, proves nothing and is not wrong: a fresh challenge comes
    with the refusal.
    """
    if code is not None:
        factor = _check_totp(player, code, now=now) if is_code(code) else _check_recovery_code(player, code)
    elif passkey is not None:
        factor = _check_passkey(player, passkey, now=now)
    else:
        factor = FactorCheck(state=FactorState.NOTHING)
    return factor if has_factor(player) else FactorCheck(state=FactorState.NO_FACTOR)


def reset_token_matches(player: Player, token: str, *, now: datetime) -> bool:
    """Return whether this is the token that an operator issued to the player, and has not expired."""
    issued = ResetToken.objects.filter(player_id=player.chain, expires_at__gt=now).values_list("digest", flat=True)
    digest = token_digest(ChainId(player.chain), read_whole(token))
    return hmac.compare_digest(bytes(issued.first() or b""), digest)


def consume_factor(player: Player, factor: FactorCheck, *, now: datetime) -> None:
    """Make a right factor unusable once more, and reset the count of wrong ones. The player's row is locked."""
    if factor.state is not FactorState.RIGHT:
        return
    player.factor_failures = 0
    if factor.step is not None:
        player.factor_step = factor.step
    player.save(update_fields=["factor_failures", "factor_step"])
    if factor.passkey is not None:
        store_use(PlayerPasskey.objects.filter(player=player), factor.passkey, now=now)
        end_challenge(ChainId(player.chain), ChallengePurpose.PROOF)
    if factor.recovery is not None:
        RecoveryCode.objects.filter(digest=factor.recovery).delete()
        left = RecoveryCode.objects.filter(player=player).count()
        chain = ChainId(player.chain)
        save_event(NewEvent(kind="recovery-code-used", subject=chain, actor="player", after={"left": left}), now=now)


def _check_totp(player: Player, code: str, *, now: datetime) -> FactorCheck:
    # One that was offered and not confirmed proves nothing: whoever asked for it may not be its owner.
    sealed = player.sealed_factor if player.factor_confirmed_at is not None else None
    step = sealed_matching_step(
        None if sealed is None else bytes(sealed),
        code,
        owner=player_owner(ChainId(player.chain)),
        last_step=player.factor_step,
        now=now,
    )
    if step is None or locks_factor(player.factor_failures):
        return FactorCheck(state=FactorState.WRONG)
    return FactorCheck(state=FactorState.RIGHT, step=step)


def _check_recovery_code(player: Player, code: str) -> FactorCheck:
    digest = recovery_digest(player_owner(ChainId(player.chain)), code)
    if not RecoveryCode.objects.filter(player_id=player.chain, digest=digest).exists():
        return FactorCheck(state=FactorState.WRONG)
    return FactorCheck(state=FactorState.RIGHT, recovery=digest)


def _check_passkey(player: Player, assertion: Mapping[str, Any], *, now: datetime) -> FactorCheck:
    chain = ChainId(player.chain)
    # Both are read whatever they are: the same statements for everybody.
    challenge, enrolled = challenge_of(chain, ChallengePurpose.PROOF, now=now), passkeys_of(chain)
    if challenge is None or not answers(assertion, challenge):
        return FactorCheck(state=FactorState.NOTHING)
    passkey = verified_passkey(enrolled, assertion, challenge=challenge)
    if passkey is None or locks_factor(player.factor_failures):
        return FactorCheck(state=FactorState.WRONG)
    return FactorCheck(state=FactorState.RIGHT, passkey=passkey)
