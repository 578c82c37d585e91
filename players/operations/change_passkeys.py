"""Offer, add and remove a passkey.

A session alone must not do it: whoever steals one could add a factor of his own. An offer takes what every change of a
factor takes, and what the new passkey signs is in its answer only.

Source: docs/authentication.md, AU-21; docs/adr/0096-passkeys-of-players.md; regulation F22.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from uuid_utils.compat import uuid7

from audit.operations.save_event import NewEvent, save_event
from credentials.passkeys import creation_options
from credentials.stored_passkeys import store_created
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.models import Player
from players.models.passkeys import ChallengePurpose, PlayerPasskey
from players.operations.challenge_passkey import issue_challenge
from players.operations.check_credentials import (
    CredentialCheck,
    LoginProof,
    check_credentials,
    compare_password_of,
    credential_refusal,
)
from players.operations.store_factor import factor_added, factor_removed
from players.queries.passkeys import challenge_of, passkeys_of

PASSKEYS_MAX: Final = 10
_NOTHING: Final = "Nothing was changed."


class TooManyPasskeys(Refusal):
    """The account has as many passkeys as it may have."""

    code, kind = "too-many-passkeys", RefusalKind.CONFLICT


class PasskeyNotProved(Refusal):
    """The new passkey was not proved to work."""

    code, kind = "passkey-not-proved", RefusalKind.INVALID


class PasskeyNotFound(Refusal):
    """The account has no such passkey."""

    code, kind = "passkey-not-found", RefusalKind.NOT_FOUND


def offer_passkey(chain: ChainId, *, proof: LoginProof, now: datetime) -> dict[str, Any]:
    """Return the options with which a browser creates a passkey, within five minutes.

    Raises:
        TooManyPasskeys: nothing was compared.
        WrongCredentials, SecondFactorRequired: the credentials are wrong or not enough; a failure counts as a failed
        login.
    """
    password = compare_password_of(chain, proof.password)
    with transaction.atomic():
        player = _with_room(chain)
        check = check_credentials(player, proof, password, now=now)
        if check is CredentialCheck.FULL:
            challenge = issue_challenge(chain, ChallengePurpose.CREATION, now=now)
            return creation_options(chain.bytes, player.username, passkeys_of(chain), challenge=challenge)
    raise credential_refusal(check, _NOTHING, player=player, now=now)


def add_passkey(
    chain: ChainId, session_id: UUID, *, name: str, credential: Mapping[str, Any], now: datetime
) -> list[str]:
    """Add the passkey that a browser created; return recovery codes if the player has none, to be shown once.

    Every other device requires the second factor from now on.

    Raises:
        TooManyPasskeys, PasskeyNotProved: nothing was changed.
    """
    with transaction.atomic():
        player = _with_room(chain)
        challenge = challenge_of(chain, ChallengePurpose.CREATION, now=now)
        stored = challenge is not None and store_created(
            PlayerPasskey.objects.all(), name, credential, challenge=challenge, now=now, id=uuid7(), player=player
        )
        if not stored:
            raise PasskeyNotProved(f"{_NOTHING} Ask for options, and send what the browser made of them.")
        codes = factor_added(player, session_id, now=now)
        count = len(passkeys_of(chain))
        save_event(_event("passkey-added", chain, before=count - 1, after=count), now=now)
    return codes


def remove_passkey(chain: ChainId, passkey_id: UUID, *, proof: LoginProof, now: datetime) -> None:
    """Remove a passkey with the password and the second factor; the recovery codes go with the last factor.

    Raises:
        PasskeyNotFound: nothing was compared.
        WrongCredentials, SecondFactorRequired: the credentials are wrong or not enough; a failure counts as a failed
        login.
    """
    password = compare_password_of(chain, proof.password)
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).get(chain=chain)
        found = PlayerPasskey.objects.filter(player=player, id=passkey_id)
        if not found.exists():
            raise PasskeyNotFound(_NOTHING)
        check = check_credentials(player, proof, password, now=now)
        if check is CredentialCheck.FULL:
            found.delete()
            factor_removed(player)
            left = len(passkeys_of(chain))
            save_event(_event("passkey-removed", chain, before=left + 1, after=left), now=now)
    if check is not CredentialCheck.FULL:
        raise credential_refusal(check, _NOTHING, player=player, now=now)


def _with_room(chain: ChainId) -> Player:
    player = Player.objects.select_for_update(no_key=True).get(chain=chain)
    if PlayerPasskey.objects.filter(player=player).count() >= PASSKEYS_MAX:
        raise TooManyPasskeys(f"{_NOTHING} Remove one of the {PASSKEYS_MAX} passkeys first.", maximum=PASSKEYS_MAX)
    return player


def _event(kind: str, chain: ChainId, *, before: int, after: int) -> NewEvent:
    return NewEvent(kind=kind, subject=chain, actor="player", before={"passkeys": before}, after={"passkeys": after})
