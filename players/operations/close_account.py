"""Closing one's own account, for ever.

Money and an open round do not stand in the way: what the account holds can be withdrawn, the round is finished by its
rules, and the player can still log in for both.

Source: docs/rules/accounts.md, clause AC-9; regulation F21.
"""

from datetime import datetime

from django.contrib.auth.hashers import check_password
from django.db import transaction

from kernel.ids import ChainId
from players.core.status import Status
from players.operations.log_in import WrongCredentials
from players.operations.set_pin import require_pin
from players.operations.set_status import change_status, held_player


def close_with_pin(chain: ChainId, *, pin: str, now: datetime) -> None:
    """Close the account with the PIN.

    Raises:
        WrongPin, PinLocked, PinNotSet: as `require_pin` says.
        StatusUnchanged, StatusNotAllowed: nothing was changed.
    """
    require_pin(chain, pin)
    _close(chain, now=now)


def close_with_password(chain: ChainId, *, password: str, now: datetime) -> None:
    """Close the account with the password.

    Raises:
        WrongCredentials: not the player's password.
        StatusUnchanged, StatusNotAllowed: nothing was changed.
    """
    _close(chain, now=now, password=password)


def _close(chain: ChainId, *, now: datetime, password: str | None = None) -> None:
    with transaction.atomic():
        player = held_player(chain)
        if password is not None and not check_password(password, player.password):
            raise WrongCredentials("Nothing was changed.")
        change_status(player, Status.CLOSED, reason="the player asked for it", actor="player", now=now)
