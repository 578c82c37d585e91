"""The PIN: set with the password, changed with the old PIN, locked after five wrong ones.

Source: regulation F23.
"""

from django.contrib.auth.hashers import check_password
from django.db import transaction

from kernel.ids import ChainId
from kernel.refusals import Kind, Refusal
from players.core.names import require_pin_form
from players.models import Player
from players.operations.log_in import WrongCredentials
from players.pins import hash_pin, pin_matches
from players.queries import PIN_TRIES


class WrongPin(Refusal):
    """The PIN is wrong."""

    code, kind = "wrong-pin", Kind.FORBIDDEN


class PinLocked(Refusal):
    """The PIN is locked."""

    code, kind = "pin-locked", Kind.FORBIDDEN


class PinNotSet(Refusal):
    """There is no PIN yet."""

    code, kind = "pin-not-set", Kind.CONFLICT


def set_pin(chain: ChainId, *, password: str, new_pin: str) -> None:
    """Set the first PIN, or a new one where it was forgotten or locked.

    Raises:
        MalformedPin: not 4 to 8 digits, or too easy.
        WrongCredentials: not the player's password.
    """
    require_pin_form(new_pin)
    with transaction.atomic():
        player = Player.objects.select_for_update().get(chain=chain)
        if not check_password(password, player.password):
            raise WrongCredentials("The PIN was not changed.")
        _store(player, new_pin)


def change_pin(chain: ChainId, *, current_pin: str, new_pin: str) -> None:
    """Replace the PIN.

    Raises:
        MalformedPin: not 4 to 8 digits, or too easy.
        WrongPin, PinLocked, PinNotSet: as `require_pin` says.
    """
    require_pin_form(new_pin)
    require_pin(chain, current_pin)
    with transaction.atomic():
        _store(Player.objects.select_for_update().get(chain=chain), new_pin)


def require_pin(chain: ChainId, pin: str) -> None:
    """Let the player's PIN pass, and count a wrong one. The count is kept even though the request is refused.

    Raises:
        PinNotSet: there is nothing to compare with.
        PinLocked: five wrong ones in a row; only the password sets a new PIN.
        WrongPin: with `tries_left`.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().get(chain=chain)
        if not player.pin_hash:
            raise PinNotSet("Nothing was changed. Set a PIN with the password first.")
        if player.pin_failures >= PIN_TRIES:
            raise PinLocked("Nothing was changed. Set a new PIN with the password.")
        right = pin_matches(pin, player.pin_hash, chain=player.chain.bytes)
        player.pin_failures = 0 if right else player.pin_failures + 1
        player.save(update_fields=["pin_failures"])
    # Outside the transaction, so that the count of wrong tries is not rolled back with the refusal.
    if not right:
        raise WrongPin("Nothing was changed.", tries_left=PIN_TRIES - player.pin_failures)


def _store(player: Player, pin: str) -> None:
    player.pin_hash = hash_pin(pin, chain=player.chain.bytes)
    player.pin_failures = 0
    player.save(update_fields=["pin_hash", "pin_failures"])
