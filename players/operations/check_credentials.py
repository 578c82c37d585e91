"""Check a player's password and second factor, with one answer to everything that is wrong.

An unknown name, a wrong password, a wrong code and a locked login answer in the same words after the same work: one
comparison of a password, and then the same statements. The password is compared first, before anything is locked
(credentials/password_check.py). Then attempts with one name wait for each other, whether the name exists or not, so
that two at once show nothing either. The transaction that checks the credentials counts the failure. The refusal is
raised after it, so that the count is not rolled back.

Source: docs/authentication.md; docs/adr/0030-a-lock-that-is-no-weapon.md; regulation F22; GLI-19 2.5.3.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from audit.operations.save_event import NewEvent, save_event
from credentials.attempts import Holders, await_other_attempts
from credentials.core.lockout import (
    Counts,
    Origin,
    counts_after_failure,
    counts_after_success,
    locks_factor,
    origin_of,
    wrong_factors_after,
)
from credentials.hashing_pool import hashing_pool
from credentials.password_check import SecretCheck, compare_password, hash_of_nobody
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.models import ORIGINS, Device, Player, Session
from players.operations.challenge_passkey import passkey_request
from players.operations.check_factor import FactorState, check_factor, consume_factor, reset_token_matches
from players.operations.open_login import open_login

_NOBODY: Final = UUID(int=0)


class WrongCredentials(Refusal):
    """User name, password or code is wrong."""

    code, kind = "wrong-credentials", RefusalKind.UNAUTHENTICATED


class SecondFactorRequired(Refusal):
    """The second factor is needed."""

    code, kind = "second-factor-required", RefusalKind.UNAUTHENTICATED


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFactorProof:
    """What a person sends to prove the second factor: a code, a passkey's answer, or nothing."""

    code: str | None = field(default=None, repr=False)
    """A code of the authenticator app, or a recovery code; None for none."""
    passkey: Mapping[str, Any] | None = field(default=None, repr=False)
    """The browser's JSON of what a passkey answered to the challenge; None for none."""
    address: str = ""
    """The IP address, which is kept with a failure; empty where it is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginProof(PlayerFactorProof):
    """What a person sends to prove to be a player."""

    password: str = field(repr=False)
    session_id: UUID | None = None
    """The session in which it is sent, whose device is known; None outside of one."""


class CredentialCheck(enum.Enum):
    """The result of checking credentials."""

    FULL = "full"
    """Password and second factor are right, or the password is and the player has no second factor."""
    CODE_MISSING = "code-missing"
    """The password is right. The player has a second factor, and nothing was sent that could prove it."""
    WRONG = "wrong"


def compare_password_of_name(username: str, password: str) -> SecretCheck:
    """Compare a password with that of a user name, before anything is locked.

    Raises:
        HashingUnavailable: nothing was counted.
    """
    hashing_pool().require_place()
    return compare_password(password, _stored_password(username=username.lower()))


def compare_password_of(chain: ChainId, password: str) -> SecretCheck:
    """Compare a password with that of a player, before anything is locked.

    Raises:
        HashingUnavailable: nothing was counted.
    """
    return compare_password(password, _stored_password(chain=chain))


def named_player_for_update(username: str) -> Player:
    """Return the player of a user name with the row locked, or a player who does not exist and fails every check."""
    name = username.lower()
    await_other_attempts(Holders.PLAYERS, name)
    stored_player = Player.objects.select_for_update(no_key=True).filter(username=name).first()
    return stored_player or Player(chain=_NOBODY, password=hash_of_nobody())


def origin_of_proof(proof: LoginProof, *, known_device: Device | None = None) -> Origin:
    """Return where a proof comes from: a device that the player is known to use, its session's too, or a network."""
    device = None if known_device is None else known_device.id
    if device is None and proof.session_id is not None:
        device = Session.objects.filter(id=proof.session_id).values_list("device_id", flat=True).first()
    return origin_of(None if device is None else device.hex, address=proof.address)


def check_credentials(
    player: Player, proof: LoginProof, password: SecretCheck, *, origin: Origin | None = None, now: datetime
) -> CredentialCheck:
    """Check the password, and the code if one was sent. The caller has locked the player's row.

    On a locked login everything is wrong. A failure is counted. A right password resets the count of its origin; with a
    right code, it ends every lock.
    """
    origin = origin or origin_of_proof(proof)
    counts = counts_of(player, origin)
    factor = check_factor(player, code=proof.code, passkey=proof.passkey, now=now)
    right = password.holds_for(player.password)
    refused = counts.refuses(origin, factor_right=factor.state is FactorState.RIGHT)
    if refused or not right or factor.state is FactorState.WRONG:
        wrong_code = right and factor.state is FactorState.WRONG
        count_failure(player, origin, counts, wrong_code=wrong_code, address=proof.address, now=now)
        return CredentialCheck.WRONG
    if factor.state is FactorState.NOTHING:
        return CredentialCheck.CODE_MISSING
    if factor.state is FactorState.RIGHT:
        consume_factor(player, factor, now=now)
        open_login(player, address=proof.address, now=now)
    else:
        forget_failures(player, origin)
    return CredentialCheck.FULL


def check_credentials_with_factor(
    player: Player, proof: LoginProof, password: SecretCheck, *, token: str | None, now: datetime
) -> CredentialCheck:
    """Check the password and the second factor of a login that may be locked. Both are required.

    A player without a second factor sends the `token` that an operator issued. The caller has locked the player's row.
    """
    origin = origin_of_proof(proof)
    counts = counts_of(player, origin)
    factor = check_factor(player, code=proof.code, passkey=proof.passkey, now=now)
    by_token = token is not None and reset_token_matches(player, token, now=now)
    factor_right = by_token if factor.state is FactorState.NO_FACTOR else factor.state is FactorState.RIGHT
    right = password.holds_for(player.password)
    if not (right and factor_right):
        wrong_code = right and factor.state is FactorState.WRONG
        count_failure(player, origin, counts, wrong_code=wrong_code, address=proof.address, now=now)
        return CredentialCheck.WRONG
    consume_factor(player, factor, now=now)
    return CredentialCheck.FULL


def check_reset_token(player: Player, token: str, proof: PlayerFactorProof, *, now: datetime) -> CredentialCheck:
    """Check an operator's token, and the second factor if there is one. The caller has locked the player's row."""
    origin = origin_of(None, address=proof.address)
    counts = counts_of(player, origin)
    factor = check_factor(player, code=proof.code, passkey=proof.passkey, now=now)
    token_right = reset_token_matches(player, token, now=now)
    if not token_right or factor.state is FactorState.WRONG:
        wrong_code = token_right and factor.state is FactorState.WRONG
        count_failure(player, origin, counts, wrong_code=wrong_code, address=proof.address, now=now)
        return CredentialCheck.WRONG
    if factor.state is FactorState.NOTHING:
        return CredentialCheck.CODE_MISSING
    consume_factor(player, factor, now=now)
    return CredentialCheck.FULL


def credential_refusal(verdict: CredentialCheck, nothing: str, *, player: Player, now: datetime) -> Refusal:
    """Return the refusal for credentials that were not enough; `nothing` says what did not happen.

    Where only the second factor was missing, it asks the player's passkeys for a signature: that challenge is stored.
    Raise it after the transaction, so that neither the count of failures nor the challenge is rolled back.
    """
    if verdict is CredentialCheck.CODE_MISSING:
        return SecondFactorRequired(
            f"{nothing} Send a code of the second factor, a recovery code, or a passkey's answer, with the rest.",
            passkey=passkey_request(ChainId(player.chain), now=now),
        )
    # The same to everybody: its text tells the owner what wrong attempts have done.
    return WrongCredentials(
        f"{nothing} Three wrong attempts within 30 minutes lock a login where they came from until a second factor"
        " unlocks it. Nine within a day lock it on every device that is not known; then send password and code together."
    )


def counts_of(player: Player, origin: Origin) -> Counts:
    """Return what counts against an attempt. The caller has locked the player's row."""
    return ORIGINS.counts(player.chain, origin, networks=player.login_failures, guarded_at=player.login_locked_at)


def forget_failures(player: Player, origin: Origin) -> None:
    """Forget the failures of an origin after a login from there. The caller has locked the player's row."""
    counts = counts_after_success(counts_of(player, origin))
    ORIGINS.forget(player.chain, origin)
    player.login_failures = list(counts.networks)
    player.save(update_fields=["login_failures"])


def count_failure(
    player: Player, origin: Origin, before: Counts, *, wrong_code: bool, address: str, now: datetime
) -> None:
    """Count a failure and save its event. Enough of them lock the login, for their origin or for every network."""
    after = counts_after_failure(before, origin, now=now)
    wrong_codes = wrong_factors_after(player.factor_failures) if wrong_code else player.factor_failures
    # For a name that nobody has these write no row, at the same cost.
    ORIGINS.save_failure(player.chain, origin, before=before, after=after, now=now)
    Player.objects.filter(chain=player.chain).update(
        login_failures=list(after.networks), login_locked_at=after.guarded_at, factor_failures=wrong_codes
    )
    subject = None if player.chain == _NOBODY else ChainId(player.chain)
    kind = _kind_of_failure(
        before, after, factor_locked=locks_factor(wrong_codes) > locks_factor(player.factor_failures)
    )
    save_event(NewEvent(kind=kind, subject=subject, actor="platform", after={"address": address}), now=now)


def _kind_of_failure(before: Counts, after: Counts, *, factor_locked: bool) -> str:
    if after.guarded_at != before.guarded_at:
        return "log-in-guarded"
    if after.locked_at != before.locked_at:
        return "log-in-locked"
    return "second-factor-locked" if factor_locked else "failed-access"


def _stored_password(**key: object) -> str | None:
    return Player.objects.filter(**key).values_list("password", flat=True).first()
