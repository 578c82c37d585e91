"""Close one's own account, for ever.

Money and an open round do not prevent it: the money can be withdrawn, the round is finished by its rules, and the
player can still log in for both.

Source: docs/rules/accounts.md, clause AC-9; regulation F21.
"""

from datetime import datetime

from django.db import transaction

from kernel.ids import ChainId
from players.core.status import Status
from players.models import Player
from players.operations.check_credentials import (
    CredentialCheck,
    LoginProof,
    check_credentials,
    compare_password_of,
    credential_refusal,
)
from players.operations.set_pin import require_pin
from players.operations.set_status import change_status
from players.queries.accounts import player_for_update


def close_with_pin(chain: ChainId, *, pin: str, now: datetime) -> None:
    """Close the account with the PIN.

    Raises:
        WrongPin, PinLocked, PinNotSet: as `require_pin` says.
        StatusUnchanged, StatusNotAllowed: nothing was changed.
    """
    require_pin(chain, pin, now=now)
    with transaction.atomic():
        _close(player_for_update(chain), now=now)


def close_with_password(chain: ChainId, *, proof: LoginProof, now: datetime) -> None:
    """Close the account with the password, and the second factor where there is one.

    Raises:
        WrongCredentials, SecondFactorRequired: the credentials are wrong or not enough; a wrong password counts as a
        failed login.
        StatusUnchanged, StatusNotAllowed: nothing was changed.
    """
    password = compare_password_of(chain, proof.password)
    with transaction.atomic():
        player = player_for_update(chain)
        check = check_credentials(player, proof, password, now=now)
        if check is CredentialCheck.FULL:
            _close(player, now=now)
    # Outside the transaction, so that the count of failures is not rolled back with the refusal.
    if check is not CredentialCheck.FULL:
        raise credential_refusal(check, "Nothing was changed.", player=player, now=now)


def _close(player: Player, *, now: datetime) -> None:
    change_status(player, Status.CLOSED, reason="the player asked for it", actor="player", now=now)
