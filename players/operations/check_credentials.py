"""Proving to be a player: the password, the second factor, and one answer to everything that is wrong.

An unknown name, a wrong password, a wrong code and a locked log-in answer in the same words and after the same work:
the same look-ups, one comparison of a password, one row to change, one event to keep. Tries with one name come one
after the other whether it exists or not, so that two at once do not tell either. The failures are counted in the
transaction that looked at the credentials; the refusal comes after its end, and takes nothing back.

Source: docs/authentication.md; regulation F22; GLI-19 2.5.3.
"""

import enum
import secrets
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Final
from uuid import UUID

from django.contrib.auth.hashers import check_password, make_password
from django.db import connection

from audit.operations.note_event import Noted, note_event
from credentials.core.lockout import MAX_WRONG_CODES, failures_after, locks_out
from kernel.ids import ChainId
from kernel.refusals import Kind, Refusal
from players.models import Player
from players.operations.check_factor import FactorState, check_code, consume_code, reset_token_matches

_NOBODY: Final = UUID(int=0)
_TRIES_LOCK: Final = 0x4C49
"""The advisory locks, one for each user name, by which tries wait for each other."""


class WrongCredentials(Refusal):
    """User name, password or code is wrong."""

    code, kind = "wrong-credentials", Kind.UNAUTHENTICATED


class SecondFactorRequired(Refusal):
    """The second factor is needed."""

    code, kind = "second-factor-required", Kind.UNAUTHENTICATED


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginProof:
    """What somebody shows to be a player, and from where; `code` is the authenticator's or a recovery code.

    `address` is kept with a failure; empty where it is not known.
    """

    password: str = field(repr=False)
    code: str | None = field(default=None, repr=False)
    address: str = ""


class CredentialCheck(enum.Enum):
    """What a proof comes to."""

    FULL = "full"
    """Everything that the player has was shown, and is right."""
    CODE_MISSING = "code-missing"
    """What was shown is right; the second factor, which the player has, was not shown."""
    WRONG = "wrong"


def named_player_for_update(username: str) -> Player:
    """Return the player of a user name with the row held, or somebody who does not exist and fails every proof."""
    name = username.lower()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", (_TRIES_LOCK, name))
    found = Player.objects.select_for_update().filter(username=name).first()
    return found or Player(chain=_NOBODY, password=_password_of_nobody())


def check_credentials(player: Player, proof: LoginProof, *, now: datetime) -> CredentialCheck:
    """Judge the password, and the second factor if it was shown. The player's row is held.

    A locked log-in makes everything wrong. What is wrong is counted; what is fully right forgets the failures before.
    """
    look = check_code(player, proof.code, now=now)
    password_right = check_password(proof.password, player.password)
    if player.login_locked_at is not None or not password_right or look.shown is FactorState.WRONG:
        count_failure(
            player, wrong_code=password_right and look.shown is FactorState.WRONG, address=proof.address, now=now
        )
        return CredentialCheck.WRONG
    if look.shown is FactorState.NOTHING:
        return CredentialCheck.CODE_MISSING
    consume_code(player, look, now=now)
    forget_failures(player)
    return CredentialCheck.FULL


def check_credentials_with_factor(
    player: Player, proof: LoginProof, *, token: str | None, now: datetime
) -> CredentialCheck:
    """Judge the password and the second factor of a log-in that may be locked: both must be shown.

    The second factor of a player without one is the `token` that an operator issued. The player's row is held.
    """
    look = check_code(player, proof.code, now=now)
    by_token = token is not None and reset_token_matches(player, token, now=now)
    factor_right = by_token if look.shown is FactorState.NO_FACTOR else look.shown is FactorState.RIGHT
    password_right = check_password(proof.password, player.password)
    if not (password_right and factor_right):
        count_failure(
            player, wrong_code=password_right and look.shown is FactorState.WRONG, address=proof.address, now=now
        )
        return CredentialCheck.WRONG
    consume_code(player, look, now=now)
    return CredentialCheck.FULL


def check_reset_token(
    player: Player, token: str, proof_code: str | None, *, address: str, now: datetime
) -> CredentialCheck:
    """Judge an operator's token, and the second factor where the player has one. The player's row is held."""
    look = check_code(player, proof_code, now=now)
    token_right = reset_token_matches(player, token, now=now)
    if not token_right or look.shown is FactorState.WRONG:
        count_failure(player, wrong_code=token_right and look.shown is FactorState.WRONG, address=address, now=now)
        return CredentialCheck.WRONG
    if look.shown is FactorState.NOTHING:
        return CredentialCheck.CODE_MISSING
    consume_code(player, look, now=now)
    return CredentialCheck.FULL


def credential_refusal(verdict: CredentialCheck, nothing: str) -> Refusal:
    """Return the refusal of what was not fully proved; `nothing` says what did not happen.

    To be raised after the transaction's end, so that the count of failures is not rolled back with it.
    """
    if verdict is CredentialCheck.CODE_MISSING:
        return SecondFactorRequired(f"{nothing} Send a code of the second factor, or a recovery code, with the rest.")
    # The same to everybody: whoever has the right password learns here what three wrong tries have done.
    return WrongCredentials(
        f"{nothing} Three wrong tries within 30 minutes lock a log-in until a second factor unlocks it."
    )


def forget_failures(player: Player) -> None:
    """Begin to count anew, after a log-in; the player's row is held."""
    if player.login_failures:
        player.login_failures = []
        player.save(update_fields=["login_failures"])


def count_failure(player: Player, *, wrong_code: bool, address: str, now: datetime) -> None:
    """Count a failed try and keep its event; the third in a row within 30 minutes locks the log-in."""
    was_locked = player.login_locked_at is not None
    failures = player.login_failures if was_locked else failures_after(player.login_failures, now=now)
    locks = not was_locked and locks_out(failures)
    wrong_codes = player.factor_failures + (1 if wrong_code else 0)
    # Of nobody there is no row: then this changes none, at the same cost.
    Player.objects.filter(chain=player.chain).update(
        login_failures=failures,
        login_locked_at=now if locks else player.login_locked_at,
        factor_failures=min(wrong_codes, MAX_WRONG_CODES),
    )
    kind = "failed-access"
    if locks:
        kind = "log-in-locked"
    elif wrong_code and wrong_codes == MAX_WRONG_CODES:
        kind = "second-factor-locked"
    subject = None if player.chain == _NOBODY else ChainId(player.chain)
    note_event(Noted(kind=kind, subject=subject, actor="platform", after={"address": address}), now=now)


@cache
def _password_of_nobody() -> str:
    return make_password(secrets.token_urlsafe())
