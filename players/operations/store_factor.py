"""What follows when a second factor was added or removed. The caller has locked the player's row.

Source: docs/authentication.md, AU-6, AU-8, AU-21; regulation F22.
"""

from datetime import datetime
from uuid import UUID

from credentials.owners import player_owner
from credentials.recovery_digests import draw_codes, recovery_digest
from kernel.ids import ChainId
from players.models import Device, Player, RecoveryCode
from players.models.passkeys import ChallengePurpose, PasskeyChallenge, PlayerPasskey


def has_factor(player: Player) -> bool:
    """Return whether the player has an authenticator or a passkey, and so a second factor."""
    # Asked for in any case: the same statements, whether there is such a player or not.
    by_passkey = PlayerPasskey.objects.filter(player_id=player.chain).exists()
    return player.factor_confirmed_at is not None or by_passkey


def end_offers(player: Player) -> None:
    """End what was offered and not confirmed: what its offer took, may not be enough any more."""
    if player.factor_confirmed_at is None and player.sealed_factor is not None:
        player.sealed_factor = None
        player.save(update_fields=["sealed_factor"])
    PasskeyChallenge.objects.filter(player=player, purpose=ChallengePurpose.CREATION).delete()


def factor_added(player: Player, session_id: UUID, *, now: datetime) -> list[str]:
    """Make every device but the session's ask for the second factor, and end other offers.

    Return recovery codes if there are none yet.
    """
    end_offers(player)
    Device.objects.filter(player=player).exclude(session=session_id).update(full_login_at=None)
    Device.objects.filter(session=session_id).update(full_login_at=now)
    if RecoveryCode.objects.filter(player=player).exists():
        return []
    codes, owner = draw_codes(), player_owner(ChainId(player.chain))
    RecoveryCode.objects.bulk_create(RecoveryCode(digest=recovery_digest(owner, code), player=player) for code in codes)
    return codes


def factor_removed(player: Player) -> None:
    """End other offers, and remove the recovery codes with the last factor that they replace."""
    end_offers(player)
    if not has_factor(player):
        RecoveryCode.objects.filter(player=player).delete()
