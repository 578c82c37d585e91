"""Offer, confirm and remove an authenticator; remove every second factor of a player who lost them.

Source: docs/authentication.md; RFC 6238; regulation F22.
"""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from credentials.owners import player_owner
from credentials.sealed_totp import TotpOffer, draw_secret, sealed_matching_step
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.models import Player
from players.models.passkeys import PasskeyChallenge, PlayerPasskey
from players.operations.check_credentials import (
    CredentialCheck,
    LoginProof,
    check_credentials,
    compare_password_of,
    credential_refusal,
)
from players.operations.store_factor import factor_added, factor_removed, has_factor
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
        WrongCredentials, SecondFactorRequired: the credentials are wrong, or not enough for a player with a passkey; a
        failure counts as a failed login.
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
        raise credential_refusal(check, _NOTHING, player=player, now=now)
    return offer


def confirm_second_factor(chain: ChainId, session_id: UUID, *, code: str, now: datetime) -> list[str]:
    """Put the offered secret in force, and return ten recovery codes, to be shown once, if the player has none.

    Every other device requires a code from now on.

    Raises:
        SecondFactorEnrolled: it is in force already.
        SecondFactorNotEnrolled: none was offered.
        WrongCode: the secret is still offered.
    """
    with transaction.atomic():
        player = _without_factor(chain)
        if player.sealed_factor is None:
            raise SecondFactorNotEnrolled(f"{_NOTHING} Ask for a secret first.")
        step = sealed_matching_step(bytes(player.sealed_factor), code, owner=player_owner(chain), last_step=0, now=now)
        if step is None:
            raise WrongCode(f"{_NOTHING} Look at the authenticator's clock, and send the code that it shows now.")
        player.factor_confirmed_at, player.factor_step, player.factor_failures = now, step, 0
        player.save(update_fields=["factor_confirmed_at", "factor_step", "factor_failures"])
        codes = factor_added(player, session_id, now=now)
        save_event(_event("second-factor-enrolled", chain, enrolled=True, actor="player"), now=now)
    return codes


def remove_second_factor(chain: ChainId, *, proof: LoginProof, now: datetime) -> None:
    """Remove the player's authenticator with the password and the second factor.

    The recovery codes go with it, unless they still replace a passkey.

    Raises:
        SecondFactorNotEnrolled: nothing was changed.
        WrongCredentials, SecondFactorRequired: the credentials are wrong or not enough; a failure counts as a failed
        login.
    """
    password = compare_password_of(chain, proof.password)
    with transaction.atomic():
        player = _player(chain)
        if player.factor_confirmed_at is None:
            raise SecondFactorNotEnrolled(_NOTHING)
        check = check_credentials(player, proof, password, now=now)
        if check is CredentialCheck.FULL:
            _remove(player, _event("second-factor-removed", chain, enrolled=False, actor="player"), now=now)
    if check is not CredentialCheck.FULL:
        raise credential_refusal(check, _NOTHING, player=player, now=now)


def remove_lost_factor(chain: ChainId, *, by: Approval, now: datetime) -> None:
    """Remove the second factors of a player who lost them and the recovery codes. Two operators agree who the person is.

    Raises:
        PlayerNotFound, SecondFactorNotEnrolled: nothing was changed.
    """
    with transaction.atomic():
        player = _player(chain)
        if not has_factor(player):
            raise SecondFactorNotEnrolled(_NOTHING)
        for model in (PlayerPasskey, PasskeyChallenge):
            model.objects.filter(player=player).delete()
        _remove(
            player, _event("second-factor-removed", chain, enrolled=False, actor=by.actor, reason=by.reason), now=now
        )


def _without_factor(chain: ChainId) -> Player:
    player = Player.objects.select_for_update(no_key=True).get(chain=chain)
    if player.factor_confirmed_at is not None:
        raise SecondFactorEnrolled(f"{_NOTHING} Remove the one in force first.")
    return player


def _player(chain: ChainId) -> Player:
    player = Player.objects.select_for_update(no_key=True).filter(chain=chain).first()
    if player is None:
        raise PlayerNotFound(f"{_NOTHING} No player has this id.")
    return player


def _remove(player: Player, event: NewEvent, *, now: datetime) -> None:
    player.sealed_factor, player.factor_confirmed_at, player.factor_step, player.factor_failures = None, None, 0, 0
    player.save(update_fields=["sealed_factor", "factor_confirmed_at", "factor_step", "factor_failures"])
    factor_removed(player)
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
