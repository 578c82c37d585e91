"""Check a player's password and second factor, with one answer to everything that is wrong.

An unknown name, a wrong password, a wrong code and a locked login answer in the same words after the same work: the
same reads, one comparison of a password, one updated row, one event. Attempts with one name wait for each other,
whether the name exists or not, so that two at once show nothing either. The transaction that checks the credentials
counts the failure. The refusal is raised after it, so that the count is not rolled back.

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

from audit.operations.save_event import NewEvent, save_event
from credentials.attempts import Holders, await_other_attempts
from credentials.core.lockout import failures_after, locks_factor, locks_out, wrong_factors_after
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.models import Player
from players.operations.check_factor import FactorState, check_code, consume_code, reset_token_matches

_NOBODY: Final = UUID(int=0)


class WrongCredentials(Refusal):
    """User name, password or code is wrong."""

    code, kind = "wrong-credentials", RefusalKind.UNAUTHENTICATED


class SecondFactorRequired(Refusal):
    """The second factor is needed."""

    code, kind = "second-factor-required", RefusalKind.UNAUTHENTICATED


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginProof:
    """What a person sends to prove to be a player."""

    password: str = field(repr=False)
    code: str | None = field(default=None, repr=False)
    """A code of the authenticator app, or a recovery code; None for none."""
    address: str = ""
    """The IP address, which is kept with a failure; empty where it is not known."""


class CredentialCheck(enum.Enum):
    """The result of checking credentials."""

    FULL = "full"
    """Password and second factor are right, or the password is and the player has no second factor."""
    CODE_MISSING = "code-missing"
    """The password is right. The player has a second factor, and no code was sent."""
    WRONG = "wrong"


def named_player_for_update(username: str) -> Player:
    """Return the player of a user name with the row locked, or a player who does not exist and fails every check."""
    name = username.lower()
    await_other_attempts(Holders.PLAYERS, name)
    stored_player = Player.objects.select_for_update().filter(username=name).first()
    return stored_player or Player(chain=_NOBODY, password=_password_of_nobody())


def check_credentials(player: Player, proof: LoginProof, *, now: datetime) -> CredentialCheck:
    """Check the password, and the code if one was sent. The caller has locked the player's row.

    On a locked login everything is wrong. A failure is counted; full success resets the count.
    """
    factor = check_code(player, proof.code, now=now)
    password_right = check_password(proof.password, player.password)
    if player.login_locked_at is not None or not password_right or factor.state is FactorState.WRONG:
        count_failure(
            player, wrong_code=password_right and factor.state is FactorState.WRONG, address=proof.address, now=now
        )
        return CredentialCheck.WRONG
    if factor.state is FactorState.NOTHING:
        return CredentialCheck.CODE_MISSING
    consume_code(player, factor, now=now)
    forget_failures(player)
    return CredentialCheck.FULL


def check_credentials_with_factor(
    player: Player, proof: LoginProof, *, token: str | None, now: datetime
) -> CredentialCheck:
    """Check the password and the second factor of a login that may be locked. Both are required.

    A player without a second factor sends the `token` that an operator issued. The caller has locked the player's row.
    """
    factor = check_code(player, proof.code, now=now)
    by_token = token is not None and reset_token_matches(player, token, now=now)
    factor_right = by_token if factor.state is FactorState.NO_FACTOR else factor.state is FactorState.RIGHT
    password_right = check_password(proof.password, player.password)
    if not (password_right and factor_right):
        count_failure(
            player, wrong_code=password_right and factor.state is FactorState.WRONG, address=proof.address, now=now
        )
        return CredentialCheck.WRONG
    consume_code(player, factor, now=now)
    return CredentialCheck.FULL


def check_reset_token(player: Player, token: str, code: str | None, *, address: str, now: datetime) -> CredentialCheck:
    """Check an operator's token, and the second factor if there is one. The caller has locked the player's row."""
    factor = check_code(player, code, now=now)
    token_right = reset_token_matches(player, token, now=now)
    if not token_right or factor.state is FactorState.WRONG:
        count_failure(player, wrong_code=token_right and factor.state is FactorState.WRONG, address=address, now=now)
        return CredentialCheck.WRONG
    if factor.state is FactorState.NOTHING:
        return CredentialCheck.CODE_MISSING
    consume_code(player, factor, now=now)
    return CredentialCheck.FULL


def credential_refusal(verdict: CredentialCheck, nothing: str) -> Refusal:
    """Return the refusal for credentials that were not enough; `nothing` says what did not happen.

    Raise it after the transaction, so that the count of failures is not rolled back.
    """
    if verdict is CredentialCheck.CODE_MISSING:
        return SecondFactorRequired(f"{nothing} Send a code of the second factor, or a recovery code, with the rest.")
    # The same to everybody: its text tells the owner what three wrong attempts have done.
    return WrongCredentials(
        f"{nothing} Three wrong attempts within 30 minutes lock a login until a second factor unlocks it."
    )


def forget_failures(player: Player) -> None:
    """Reset the count of failures after a login. The caller has locked the player's row."""
    if player.login_failures:
        player.login_failures = []
        player.save(update_fields=["login_failures"])


def count_failure(player: Player, *, wrong_code: bool, address: str, now: datetime) -> None:
    """Count a failure and save its event. The third in a row within 30 minutes locks the login."""
    was_locked = player.login_locked_at is not None
    failures = player.login_failures if was_locked else failures_after(player.login_failures, now=now)
    locks = not was_locked and locks_out(failures)
    wrong_codes = wrong_factors_after(player.factor_failures) if wrong_code else player.factor_failures
    # For a name that nobody has this updates no row, at the same cost.
    Player.objects.filter(chain=player.chain).update(
        login_failures=failures,
        login_locked_at=now if locks else player.login_locked_at,
        factor_failures=wrong_codes,
    )
    kind = "failed-access"
    if locks:
        kind = "log-in-locked"
    elif locks_factor(wrong_codes) and not locks_factor(player.factor_failures):
        kind = "second-factor-locked"
    subject = None if player.chain == _NOBODY else ChainId(player.chain)
    save_event(NewEvent(kind=kind, subject=subject, actor="platform", after={"address": address}), now=now)


@cache
def _password_of_nobody() -> str:
    return make_password(secrets.token_urlsafe())
