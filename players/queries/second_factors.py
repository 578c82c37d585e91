"""Players' second factors."""

from dataclasses import dataclass

from credentials.core.lockout import locks_factor
from kernel.ids import ChainId
from players.models import Player, RecoveryCode
from players.models.passkeys import PlayerPasskey


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondFactorView:
    """The state of a player's second factor."""

    enrolled: bool
    """Whether an authenticator is in force."""
    codes_locked: bool
    """Whether only recovery codes are accepted, after wrong codes."""
    recovery_codes_left: int
    passkeys: int


def second_factor(chain: ChainId) -> SecondFactorView:
    """Return the state of a player's second factor."""
    row = Player.objects.get(chain=chain)
    return SecondFactorView(
        enrolled=row.factor_confirmed_at is not None,
        codes_locked=locks_factor(row.factor_failures),
        recovery_codes_left=RecoveryCode.objects.filter(player_id=chain).count(),
        passkeys=PlayerPasskey.objects.filter(player_id=chain).count(),
    )
