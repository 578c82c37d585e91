"""Set the PIN with the password, change it with the old PIN, lock it after five wrong ones.

Source: regulation F23.
"""

from datetime import datetime

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from credentials.password_check import SecretCheck
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.core.pin import MAX_PIN_FAILURES, require_pin_form
from players.models import Player
from players.operations.check_credentials import (
    CredentialCheck,
    LoginProof,
    check_credentials,
    compare_password_of,
    credential_refusal,
)
from players.pin_hashing import hash_pin, pin_matches


class WrongPin(Refusal):
    """The PIN is wrong."""

    code, kind = "wrong-pin", RefusalKind.FORBIDDEN


class PinLocked(Refusal):
    """The PIN is locked."""

    code, kind = "pin-locked", RefusalKind.FORBIDDEN


class PinNotSet(Refusal):
    """There is no PIN yet."""

    code, kind = "pin-not-set", RefusalKind.CONFLICT


def set_pin(chain: ChainId, *, proof: LoginProof, new_pin: str, now: datetime) -> None:
    """Set the first PIN, or a new one where it was forgotten or locked.

    Raises:
        MalformedPin: not 4 to 8 digits, or too easy.
        WrongCredentials, SecondFactorRequired: the credentials are wrong or not enough; a wrong password counts as a
        failed login.
    """
    require_pin_form(new_pin)
    password = compare_password_of(chain, proof.password)
    new_hash = hash_pin(new_pin, chain=chain.bytes) if password.matched else ""
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).get(chain=chain)
        check = check_credentials(player, proof, password, now=now)
        if check is CredentialCheck.FULL:
            _store(player, new_hash, now=now)
    if check is not CredentialCheck.FULL:
        raise credential_refusal(check, "The PIN was not changed.", player=player, now=now)


def change_pin(chain: ChainId, *, current_pin: str, new_pin: str, now: datetime) -> None:
    """Replace the PIN.

    Raises:
        MalformedPin: not 4 to 8 digits, or too easy.
        WrongPin, PinLocked, PinNotSet: as `require_pin` says.
    """
    require_pin_form(new_pin)
    compared = compare_pin(chain, current_pin)
    new_hash = hash_pin(new_pin, chain=chain.bytes) if compared.matched else ""
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).get(chain=chain)
        right = try_pin(player, compared, now=now)
        if right:
            _store(player, new_hash, now=now)
    if not right:
        raise wrong_pin(player)


def require_pin(chain: ChainId, pin: str, *, now: datetime) -> None:
    """Require the player's PIN, and count a wrong one. The count is kept although the request is refused.

    Raises:
        PinNotSet: there is nothing to compare with.
        PinLocked: five wrong ones in a row; only the password sets a new PIN.
        WrongPin: with `tries_left`.
    """
    compared = compare_pin(chain, pin)
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).get(chain=chain)
        right = try_pin(player, compared, now=now)
    # Outside the transaction, so that the count of wrong tries is not rolled back with the refusal.
    if not right:
        raise wrong_pin(player)


def compare_pin(chain: ChainId, pin: str) -> SecretCheck:
    """Compare a PIN with the player's, before anything is locked.

    Raises:
        PinNotSet, PinLocked: nothing was compared or counted.
        HashingUnavailable: nothing was counted.
    """
    player = Player.objects.get(chain=chain)
    _require_open_pin(player)
    return SecretCheck(
        compared_with=player.pin_hash, matched=pin_matches(pin, player.pin_hash, chain=player.chain.bytes)
    )


def try_pin(player: Player, compared: SecretCheck, *, now: datetime) -> bool:
    """Use a PIN that was compared, and count a wrong one. The caller has locked the player's row.

    The caller raises `wrong_pin`.

    Raises:
        PinNotSet, PinLocked: nothing was counted.
    """
    # Again: of guesses at once, none may be used after the fifth.
    _require_open_pin(player)
    right = compared.holds_for(player.pin_hash)
    player.pin_failures = 0 if right else player.pin_failures + 1
    player.save(update_fields=["pin_failures"])
    if player.pin_failures == MAX_PIN_FAILURES:
        save_event(NewEvent(kind="pin-locked", subject=ChainId(player.chain), actor="platform"), now=now)
    return right


def wrong_pin(player: Player) -> WrongPin:
    """Return the refusal of a wrong PIN. Raise it after the transaction that counted it."""
    return WrongPin("Nothing was changed.", tries_left=MAX_PIN_FAILURES - player.pin_failures)


def _require_open_pin(player: Player) -> None:
    if not player.pin_hash:
        raise PinNotSet("Nothing was changed. Set a PIN with the password first.")
    if player.pin_failures >= MAX_PIN_FAILURES:
        raise PinLocked("Nothing was changed. Set a new PIN with the password.")


def _store(player: Player, pin_hash: str, *, now: datetime) -> None:
    kind = "pin-changed" if player.pin_hash else "pin-set"
    save_event(NewEvent(kind=kind, subject=ChainId(player.chain), actor="player"), now=now)
    player.pin_hash = pin_hash
    player.pin_failures = 0
    player.save(update_fields=["pin_hash", "pin_failures"])
