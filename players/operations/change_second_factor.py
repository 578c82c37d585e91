"""Offer, confirm and remove a second factor.

Source: docs/authentication.md; RFC 6238; regulation F22.
"""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from credentials.owners import player_owner
from credentials.recovery_digests import draw_codes, recovery_digest
from credentials.sealed_totp import TotpOffer, draw_secret, sealed_matching_step
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.models import Device, Player, RecoveryCode
from players.operations.check_credentials import (
    CredentialCheck,
    LoginProof,
    check_credentials,
    compare_password_of,
    credential_refusal,
)
from players.queries.accounts import PlayerNotFound
from staff.core.approval import Approval

_ISSUER: Final = "RedDog"
_NOTHING: Final = "Nothing was changed."


class SecondFactorEnrolled(Refusal):
    """There is a second factor already."""

    code, kind = "second-factor-enrolled", RefusalKind.CONFLICT


class SecondFactorNotEnrolled(Refusal):
    """There is no second factor."""

    code, kind = "second-factor-not-enrolled", RefusalKind.CONFLICT


class WrongCode(Refusal):
    """The code is wrong."""

    code, kind = "wrong-code", RefusalKind.FORBIDDEN


def offer_second_factor(chain: ChainId, *, proof: LoginProof, now: datetime) -> TotpOffer:
    """Draw a secret, in place of an older one. It is in force once its first code has come.

    Raises:
        SecondFactorEnrolled: remove the one in force first.
        WrongCredentials: the password is wrong; it counts as a failed login.
    """
    password = compare_password_of(chain, proof.password)
    with transaction.atomic():
        player = _without_factor(chain)
        check = check_credentials(player, proof, password, now=now)
        offer = draw_secret(player_owner(chain), issuer=_ISSUER, account=player.username)
        if check is CredentialCheck.FULL:
            player.sealed_factor = offer.sealed
            player.save(update_fields=["sealed_factor"])
    if check is not CredentialCheck.FULL:
        raise credential_refusal(check, _NOTHING)
    return offer


def confirm_second_factor(chain: ChainId, session_id: UUID, *, code: str, now: datetime) -> list[str]:
    """Put the offered secret in force, and return ten recovery codes, to be shown once.

    Every other device requires a code from now on.

    Raises:
        SecondFactorEnrolled: it is in force already.
        SecondFactorNotEnrolled: none was offered.
        WrongCode: the secret is still offered.
    """
    codes, owner = draw_codes(), player_owner(chain)
    with transaction.atomic():
        player = _without_factor(chain)
        if player.sealed_factor is None:
            raise SecondFactorNotEnrolled(f"{_NOTHING} Ask for a secret first.")
        step = sealed_matching_step(bytes(player.sealed_factor), code, owner=owner, last_step=0, now=now)
        if step is None:
            raise WrongCode(f"{_NOTHING} Look at the authenticator's clock, and send the code that it shows now.")
        player.factor_confirmed_at, player.factor_step, player.factor_failures = now, step, 0
        player.save(update_fields=["factor_confirmed_at", "factor_step", "factor_failures"])
        RecoveryCode.objects.bulk_create(
            RecoveryCode(digest=recovery_digest(owner, code), player=player) for code in codes
        )
        here = Device.objects.filter(session=session_id)
        Device.objects.filter(player=player).exclude(session=session_id).update(full_login_at=None)
        here.update(full_login_at=now)
        save_event(_event("second-factor-enrolled", chain, enrolled=True, actor="player"), now=now)
    return codes


def remove_second_factor(chain: ChainId, *, proof: LoginProof, now: datetime) -> None:
    """Remove the player's second factor with the password and a code, and its recovery codes with it.

    Raises:
        SecondFactorNotEnrolled: nothing was changed.
        WrongCredentials, SecondFactorRequired: the credentials are wrong or not enough; a failure counts as a failed
        login.
    """
    password = compare_password_of(chain, proof.password)
    with transaction.atomic():
        player = _with_factor(chain)
        check = check_credentials(player, proof, password, now=now)
        if check is CredentialCheck.FULL:
            _remove(player, _event("second-factor-removed", chain, enrolled=False, actor="player"), now=now)
    if check is not CredentialCheck.FULL:
        raise credential_refusal(check, _NOTHING)


def remove_lost_factor(chain: ChainId, *, by: Approval, now: datetime) -> None:
    """Remove the second factor of a player who lost it and its recovery codes. Two operators agree who the person is.

    Raises:
        PlayerNotFound, SecondFactorNotEnrolled: nothing was changed.
    """
    with transaction.atomic():
        player = _with_factor(chain)
        _remove(
            player, _event("second-factor-removed", chain, enrolled=False, actor=by.actor, reason=by.reason), now=now
        )


def _without_factor(chain: ChainId) -> Player:
    player = Player.objects.select_for_update().get(chain=chain)
    if player.factor_confirmed_at is not None:
        raise SecondFactorEnrolled(f"{_NOTHING} Remove the one in force first.")
    return player


def _with_factor(chain: ChainId) -> Player:
    player = Player.objects.select_for_update().filter(chain=chain).first()
    if player is None:
        raise PlayerNotFound(f"{_NOTHING} No player has this id.")
    if player.factor_confirmed_at is None:
        raise SecondFactorNotEnrolled(_NOTHING)
    return player


def _remove(player: Player, event: NewEvent, *, now: datetime) -> None:
    player.sealed_factor, player.factor_confirmed_at, player.factor_step, player.factor_failures = None, None, 0, 0
    player.save(update_fields=["sealed_factor", "factor_confirmed_at", "factor_step", "factor_failures"])
    RecoveryCode.objects.filter(player=player).delete()
    save_event(event, now=now)


def _event(kind: str, chain: ChainId, *, enrolled: bool, actor: str, reason: str = "") -> NewEvent:
    return NewEvent(
        kind=kind,
        subject=chain,
        actor=actor,
        reason=reason,
        before={"second_factor": not enrolled},
        after={"second_factor": enrolled},
    )
