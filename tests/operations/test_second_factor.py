"""A player's second factor: enrolled, asked for, used once, locked by wrong codes, and removed."""

from __future__ import annotations

import pytest

from audit.queries.events import events
from credentials.core.recovery_codes import COUNT
from credentials.core.totp import SECRET_BYTES, code_at, step_at
from players.models import Player, RecoveryCode
from players.operations.change_second_factor import (
    SecondFactorEnrolled,
    SecondFactorNotEnrolled,
    WrongCode,
    confirm_second_factor,
    offer_second_factor,
    remove_lost_factor,
    remove_second_factor,
)
from players.operations.check_credentials import SecondFactorRequired, WrongCredentials
from players.queries.accounts import PlayerNotFound
from players.queries.second_factors import second_factor
from players.tokens import session_id_of
from tests import world
from tests.approving import ANN_AND_BEN, approval
from tests.authenticator import Authenticator, enrolled
from tests.operations.log_ins import DEVICE, MINUTE, NOBODY, kinds, unlocks
from tests.world import NOW, proof

pytestmark = [pytest.mark.clause("F22"), pytest.mark.django_db]


def test_a_second_factor_is_in_force_once_its_first_code_came() -> None:
    chain = world.sign_up()
    session_id = session_id_of(world.log_in_player(device=DEVICE).token)
    authenticator = Authenticator.of(offer_second_factor(chain, proof=proof(), now=NOW))
    assert not second_factor(chain).enrolled
    world.log_in_player()
    with pytest.raises(WrongCode):
        confirm_second_factor(chain, session_id, code=authenticator.wrong_code(now=NOW), now=NOW)

    codes = confirm_second_factor(chain, session_id, code=authenticator.code(now=NOW), now=NOW)

    assert (len(codes), len(set(codes))) == (COUNT, COUNT)
    assert second_factor(chain).enrolled
    with pytest.raises(SecondFactorRequired):
        world.log_in_player()
    world.log_in_player(device=DEVICE)
    with pytest.raises(SecondFactorEnrolled):
        offer_second_factor(chain, proof=proof(), now=NOW)
    with pytest.raises(SecondFactorEnrolled):
        confirm_second_factor(chain, session_id, code=authenticator.code(now=NOW), now=NOW)
    assert kinds(chain) == ["second-factor-enrolled"]


def test_a_device_that_was_trusted_before_the_second_factor_asks_for_it() -> None:
    chain = world.sign_up()
    world.log_in_player(device=DEVICE)

    enrolled(chain)

    with pytest.raises(SecondFactorRequired):
        world.log_in_player(device=DEVICE)


def test_nothing_is_confirmed_that_was_not_offered() -> None:
    chain = world.sign_up()
    session_id = session_id_of(world.log_in_player().token)

    with pytest.raises(SecondFactorNotEnrolled):
        confirm_second_factor(chain, session_id, code=code_at(bytes(SECRET_BYTES), step_at(NOW)), now=NOW)
    with pytest.raises(SecondFactorNotEnrolled):
        remove_second_factor(chain, proof=proof(code="000000"), now=NOW)


def test_the_secret_is_sealed_and_codes_are_kept_as_digests() -> None:
    chain = world.sign_up()
    authenticator = enrolled(chain)
    row = Player.objects.get(chain=chain)

    assert row.sealed_factor is not None
    assert authenticator.secret not in bytes(row.sealed_factor)
    assert authenticator.text.encode() not in bytes(row.sealed_factor)
    kept = b"".join(bytes(code.digest) for code in RecoveryCode.objects.all())
    assert len(kept) == 32 * COUNT
    assert not any(code.encode() in kept for code in authenticator.recovery_codes)


def test_a_code_is_taken_once() -> None:
    authenticator = enrolled(world.sign_up())
    later = NOW + MINUTE
    code = authenticator.code(now=later)
    world.log_in_player(code=code, now=later)

    with pytest.raises(WrongCredentials):
        world.log_in_player(code=code, now=later)
    world.log_in_player(code=authenticator.code(now=later + MINUTE), now=later + MINUTE)


def test_a_recovery_code_is_taken_once_however_it_is_typed() -> None:
    chain = world.sign_up()
    code = enrolled(chain).recovery_codes[3]
    world.log_in_player(code=code.upper().replace("-", " "))

    with pytest.raises(WrongCredentials):
        world.log_in_player(code=code)
    assert second_factor(chain).recovery_codes_left == COUNT - 1
    used = events(subject=chain, before=None, limit=2)[1]
    assert (used.kind, dict(used.after)) == ("recovery-code-used", {"left": COUNT - 1})


def test_a_recovery_code_of_another_player_is_wrong() -> None:
    enrolled(world.sign_up("ada"))
    code = enrolled(world.sign_up("bob")).recovery_codes[0]

    with pytest.raises(WrongCredentials):
        world.log_in_player("ada", code=code)


def test_a_missing_code_neither_counts_nor_forgets() -> None:
    authenticator = enrolled(world.sign_up())
    wrong = authenticator.wrong_code(now=NOW)
    for _ in range(2):
        with pytest.raises(WrongCredentials):
            world.log_in_player(code=wrong)
        with pytest.raises(SecondFactorRequired):
            world.log_in_player()
    with pytest.raises(WrongCredentials):
        world.log_in_player(code=wrong)

    with pytest.raises(WrongCredentials):
        world.log_in_player()


def test_five_wrong_codes_with_the_right_password_leave_only_recovery_codes() -> None:
    chain = world.sign_up()
    authenticator = enrolled(chain)
    wrong, later = authenticator.wrong_code(now=NOW + MINUTE), NOW + MINUTE
    for _ in range(3):
        with pytest.raises(WrongCredentials):
            world.log_in_player(code=wrong, now=later)
    for _ in range(2):
        with pytest.raises(WrongCredentials):
            unlocks(code=wrong, now=later)
    assert second_factor(chain).codes_locked
    assert kinds(chain)[-1] == "second-factor-locked"

    with pytest.raises(WrongCredentials):
        unlocks(code=authenticator.code(now=later), now=later)
    unlocks(code=authenticator.recovery_codes[0], now=later)
    assert not second_factor(chain).codes_locked
    world.log_in_player(code=authenticator.code(now=later), now=later)


def test_wrong_codes_without_the_password_lock_no_second_factor() -> None:
    chain = world.sign_up()
    authenticator = enrolled(chain)
    for _ in range(9):
        with pytest.raises(WrongCredentials):
            unlocks(password="a wrong pass phrase", code=authenticator.wrong_code(now=NOW))

    assert not second_factor(chain).codes_locked


def test_a_second_factor_is_removed_with_password_and_code_and_its_recovery_codes_with_it() -> None:
    chain = world.sign_up()
    authenticator = enrolled(chain)
    with pytest.raises(WrongCredentials):
        remove_second_factor(chain, proof=proof(code=authenticator.wrong_code(now=NOW)), now=NOW)

    remove_second_factor(chain, proof=proof(code=authenticator.recovery_codes[0]), now=NOW)

    assert (second_factor(chain).enrolled, RecoveryCode.objects.count()) == (False, 0)
    world.log_in_player()
    assert kinds(chain)[-1] == "second-factor-removed"


def test_two_operators_remove_a_lost_second_factor_for_a_reason_that_is_kept() -> None:
    chain = world.sign_up()
    enrolled(chain)

    remove_lost_factor(chain, by=approval("lost at sea"), now=NOW)

    newest = events(subject=chain, before=None, limit=1)[0]
    assert (newest.kind, newest.actor, newest.reason) == ("second-factor-removed", ANN_AND_BEN, "lost at sea")
    assert (dict(newest.before), dict(newest.after)) == ({"second_factor": True}, {"second_factor": False})
    world.log_in_player()
    for whose, refused in ((chain, SecondFactorNotEnrolled), (NOBODY, PlayerNotFound)):
        with pytest.raises(refused):
            remove_lost_factor(whose, by=approval("r"), now=NOW)
