"""Passwords on a server that has no memory left: nothing is wrong then, and nothing is counted."""

from __future__ import annotations

import pytest
from argon2.exceptions import VerificationError
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, make_password
from django.test import override_settings

from audit.queries.events import events
from credentials.hashing_pool import HashingUnavailable
from players.pin_hashing import hash_pin, pin_matches
from tests import world
from tests.api.caller import Caller, Player, now, problem
from tests.passwords import StarvedArgon2, memory_has_run_out

pytestmark = pytest.mark.clause("F22")

CHAIN = bytes(16)


@override_settings(PASSWORD_HASHERS=["credentials.argon2id.Argon2Hasher"])
def test_hashes_that_django_wrote_are_still_verified() -> None:
    stored = Argon2PasswordHasher().encode(world.PASSWORD, "a salt of some length")

    assert check_password(world.PASSWORD, stored)
    assert not check_password("a wrong pass phrase", stored)


def test_a_password_that_cannot_be_checked_is_neither_right_nor_wrong() -> None:
    stored = make_password(world.PASSWORD)

    with memory_has_run_out():
        for password in (world.PASSWORD, "a wrong pass phrase"):
            with pytest.raises(HashingUnavailable):
                check_password(password, stored)
        with pytest.raises(HashingUnavailable):
            make_password(world.PASSWORD)


def test_a_pin_that_cannot_be_checked_is_neither_right_nor_wrong() -> None:
    stored = hash_pin("73915", chain=CHAIN).replace("m=8192,", f"m={StarvedArgon2.memory_cost},")

    with memory_has_run_out(), pytest.raises(HashingUnavailable):
        pin_matches("73915", stored, chain=CHAIN)


def test_a_torn_hash_is_a_defect() -> None:
    with pytest.raises(VerificationError):
        check_password(world.PASSWORD, make_password(world.PASSWORD)[:-20] + "*")


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/ops/sessions", "/ops/enrolments"])
@pytest.mark.parametrize("name", ["ann", "eve"])
def test_without_memory_the_staff_is_asked_to_come_back_and_nothing_is_counted(path: str, name: str) -> None:
    world.create_staff("ann", now=now())
    before = len(events(subject=None, before=None, limit=9))

    with memory_has_run_out():
        for _ in range(3):
            answer = Caller().post(path, {"username": name, "password": world.PASSWORD})
            assert problem(answer, 503, "hashing-unavailable")["retry_after"] == 5
            assert answer["Retry-After"] == "5"

    assert len(events(subject=None, before=None, limit=9)) == before
    assert Caller().post("/ops/enrolments", {"username": "ann", "password": world.PASSWORD}).status_code == 201


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["ada", "eve"])
def test_without_memory_a_player_is_asked_to_come_back_and_nothing_is_counted(name: str) -> None:
    world.open_house(now=now())
    Player("ada")
    before = len(events(subject=None, before=None, limit=99))

    with memory_has_run_out():
        for _ in range(3):
            answer = Caller().post("/sessions", {"username": name, "password": world.PASSWORD})
            problem(answer, 503, "hashing-unavailable")

    assert len(events(subject=None, before=None, limit=99)) == before
    assert Caller().post("/sessions", {"username": "ada", "password": world.PASSWORD}).status_code == 201
