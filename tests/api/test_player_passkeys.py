"""Players' passkeys over the interface: added, asked for on a new device, copied, replayed, removed, and told of."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from audit.queries.events import events
from players.models.passkeys import PasskeyChallenge, PlayerPasskey
from players.operations.change_passkeys import PASSKEYS_MAX
from players.operations.change_second_factor import remove_lost_factor
from players.queries.second_factors import second_factor
from reddog_platform.personal_data import stream_personal_data
from tests import totp_program, world
from tests.api.caller import Caller, Player, now, problem
from tests.approving import approval
from tests.passkey import Passkey
from tests.world import NOW

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.http import HttpResponse

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F22")]

DEVICE = "a-device-of-adas-own"
PASSWORD = {"password": world.PASSWORD}


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def ada(clock: time_machine.Traveller) -> Player:
    del clock
    world.open_house(now=now())
    return Player()


def told(answer: HttpResponse, status: int = 201) -> Any:
    assert answer.status_code == status, answer.content
    return json.loads(answer.content) if answer.content else None


def logs_in(**more: object) -> HttpResponse:
    return Caller().post("/sessions", {"username": "ada", **PASSWORD, **more})


def asked(**more: object) -> Any:
    """Return the options that a log-in without the second factor is answered with."""
    return problem(logs_in(**more), 401, "second-factor-required")["passkey"]


def adds(ada: Player, passkey: Passkey, **proof: object) -> list[str]:
    """Let Ada add a passkey, and return the recovery codes that come with it."""
    credential = passkey.create(told(ada.post("/me/passkey-offers", {**PASSWORD, **proof})))
    added = told(ada.post("/me/passkeys", {"name": "blue", "credential": credential}))
    return added["recovery_codes"]  # type: ignore[no-any-return]  # JSON


def removed(ada: Player, **proof: object) -> HttpResponse:
    (row, *_) = told(ada.get("/me/passkeys"), 200)["items"]
    return ada.post(f"/me/passkeys/{row['id']}/removal", {**PASSWORD, **proof})


def answered(ada: Player, passkey: Passkey) -> dict[str, Any]:
    """Return the passkey's answer to what an offer asks for in the session."""
    refused = problem(ada.post("/me/passkey-offers", PASSWORD), 401, "second-factor-required")
    return passkey.get(refused["passkey"])


def test_a_passkey_is_added_and_asked_for_on_a_new_device(ada: Player) -> None:
    passkey = Passkey()
    assert asked_of_nobody(ada)

    codes = adds(ada, passkey)

    assert len(set(codes)) == 10
    begun = told(logs_in(passkey=passkey.get(asked(device=DEVICE)), device=DEVICE))
    assert begun["device"] == DEVICE
    told(logs_in(device=DEVICE))
    (row,) = told(ada.get("/me/passkeys"), 200)["items"]
    assert (row["name"], row["last_used_at"]) == ("blue", "2026-11-21T12:00:00.000Z")


def asked_of_nobody(ada: Player) -> bool:
    """Return whether a log-in needs no factor, and the list is empty."""
    return logs_in().status_code == 201 and told(ada.get("/me/passkeys"), 200) == {"items": [], "next": None}


def test_a_passkey_that_signed_once_does_not_sign_twice(ada: Player) -> None:
    adds(ada, passkey := Passkey())
    answer = passkey.get(asked())
    told(logs_in(passkey=answer))

    # Its challenge is over: it proves nothing, however often it is sent, and another one is asked for.
    again = [asked(passkey=answer) for _ in range(6)][-1]
    told(logs_in(passkey=passkey.get(again)))


def test_a_copy_of_a_passkey_another_one_and_another_origin_are_wrong(ada: Player) -> None:
    adds(ada, passkey := Passkey(counter=5))
    told(logs_in(passkey=passkey.get(asked())))
    copy = Passkey(key=passkey.key, credential_id=passkey.credential_id, counter=5)
    elsewhere = Passkey(
        key=passkey.key, credential_id=passkey.credential_id, counter=50, origin="http://localhost.example:8000"
    )

    for wrong in (copy, Passkey()):
        problem(logs_in(passkey=wrong.get(asked())), 401, "wrong-credentials")
    told(logs_in(passkey=passkey.get(asked())))
    problem(logs_in(passkey=elsewhere.get(asked())), 401, "wrong-credentials")


def test_a_challenge_is_over_after_five_minutes(ada: Player, clock: time_machine.Traveller) -> None:
    adds(ada, passkey := Passkey())
    answer = passkey.get(asked())
    clock.shift(timedelta(minutes=5))

    assert asked(passkey=answer)["publicKey"]["challenge"]
    assert events(subject=ada.seat.chain, before=None, limit=1)[0].kind == "passkey-added"


def test_five_wrong_answers_leave_only_the_recovery_codes(ada: Player, clock: time_machine.Traveller) -> None:
    codes = adds(ada, passkey := Passkey())
    for _ in range(5):
        problem(logs_in(passkey=Passkey().get(asked())), 401, "wrong-credentials")
        # Three within half an hour would lock the network.
        clock.shift(timedelta(minutes=31))

    assert second_factor(ada.seat.chain).codes_locked
    problem(logs_in(passkey=passkey.get(asked())), 401, "wrong-credentials")
    told(logs_in(code=codes[0]))
    told(logs_in(passkey=passkey.get(asked())))


def test_wrong_answers_lock_the_log_in_where_they_came_from_and_ask_nothing_there(ada: Player) -> None:
    adds(ada, Passkey())
    for _ in range(3):
        problem(logs_in(passkey=Passkey().get(asked())), 401, "wrong-credentials")

    refused = problem(logs_in(), 401, "wrong-credentials")

    assert "passkey" not in refused
    kinds = [event.kind for event in events(subject=ada.seat.chain, before=None, limit=4)]
    assert kinds == ["failed-access", "log-in-locked", "failed-access", "failed-access"]


def test_nobody_without_the_password_learns_of_a_passkey(ada: Player) -> None:
    adds(ada, passkey := Passkey())
    answer = passkey.get(asked())

    stranger = problem(Caller().post("/sessions", {"username": "eve", **PASSWORD}), 401, "wrong-credentials")
    guessed = problem(logs_in(password="a wrong pass phrase", passkey=answer), 401, "wrong-credentials")

    assert (stranger["detail"], stranger.keys()) == (guessed["detail"], guessed.keys())


def test_a_failed_try_with_a_passkey_does_the_same_work_whatever_is_wrong(ada: Player) -> None:
    adds(ada, passkey := Passkey())
    world.sign_up("bob", now=now())
    answer = passkey.get(asked())
    done = []
    for name in ("eve", "bob", "ada"):
        with CaptureQueriesContext(connection) as captured:
            tried = logs_in(username=name, password="a wrong pass phrase", passkey=answer)
        problem(tried, 401, "wrong-credentials")
        done.append([query["sql"].partition(" ")[0] for query in captured.captured_queries])

    assert "UPDATE" in done[0]
    assert done == [done[0]] * 3


def test_a_session_alone_neither_adds_nor_removes(ada: Player) -> None:
    problem(ada.post("/me/passkey-offers", {"password": "a wrong pass phrase"}), 401, "wrong-credentials")
    problem(ada.post("/me/passkeys", {"name": "x", "credential": {}}), 422, "passkey-not-proved")
    adds(ada, passkey := Passkey())

    problem(ada.post("/me/passkey-offers", PASSWORD), 401, "second-factor-required")
    problem(removed(ada), 401, "second-factor-required")
    problem(removed(ada, password="a wrong pass phrase"), 401, "wrong-credentials")
    told(removed(ada, passkey=answered(ada, passkey)), 204)
    assert told(ada.get("/me/passkeys"), 200)["items"] == []


def test_what_was_created_for_an_older_offer_or_twice_is_not_added(ada: Player) -> None:
    passkey = Passkey()
    older = passkey.create(told(ada.post("/me/passkey-offers", PASSWORD)))
    newer = passkey.create(told(ada.post("/me/passkey-offers", PASSWORD)))

    problem(ada.post("/me/passkeys", {"name": "blue", "credential": older}), 422, "passkey-not-proved")
    told(ada.post("/me/passkeys", {"name": "blue", "credential": newer}))
    problem(ada.post("/me/passkeys", {"name": "blue", "credential": newer}), 422, "passkey-not-proved")


def test_an_authenticator_that_was_offered_and_not_confirmed_proves_nothing_and_cannot_be_confirmed_later(
    ada: Player,
) -> None:
    secret = told(ada.post("/me/second-factor", PASSWORD))["secret"]
    code = {"code": totp_program.code(secret, now())}
    adds(ada, Passkey())

    problem(logs_in(**code), 401, "wrong-credentials")
    problem(ada.post("/me/second-factor/confirmation", code), 409, "second-factor-not-enrolled")


def test_an_offered_secret_is_no_factor_even_while_the_offer_stands(ada: Player) -> None:
    adds(ada, passkey := Passkey())
    offered = told(ada.post("/me/second-factor", {**PASSWORD, "passkey": answered(ada, passkey)}))["secret"]

    problem(logs_in(code=totp_program.code(offered, now())), 401, "wrong-credentials")


def test_a_passkey_that_was_offered_before_an_authenticator_was_confirmed_is_not_added(ada: Player) -> None:
    credential = Passkey().create(told(ada.post("/me/passkey-offers", PASSWORD)))
    secret = told(ada.post("/me/second-factor", PASSWORD))["secret"]
    told(ada.post("/me/second-factor/confirmation", {"code": totp_program.code(secret, now())}))

    problem(ada.post("/me/passkeys", {"name": "x", "credential": credential}), 422, "passkey-not-proved")


def test_a_changed_password_ends_what_was_offered_by_the_old_one(ada: Player) -> None:
    secret = told(ada.post("/me/second-factor", PASSWORD))["secret"]
    credential = Passkey().create(told(ada.post("/me/passkey-offers", PASSWORD)))
    told(ada.send("PUT", "/me/password", {"new_password": "another pass phrase", **PASSWORD}), 200)

    code = {"code": totp_program.code(secret, now())}
    problem(ada.post("/me/second-factor/confirmation", code), 409, "second-factor-not-enrolled")
    problem(ada.post("/me/passkeys", {"name": "x", "credential": credential}), 422, "passkey-not-proved")


def test_an_answer_to_a_challenge_that_was_replaced_is_asked_again_and_not_counted(ada: Player) -> None:
    adds(ada, passkey := Passkey())
    older = [passkey.get(asked()) for _ in range(6)]

    for answer in older[:5]:
        problem(logs_in(passkey=answer), 401, "second-factor-required")
    told(logs_in(passkey=passkey.get(asked())))


def test_a_passkey_with_an_id_that_no_authenticator_makes_is_not_added(ada: Player) -> None:
    endless = Passkey(credential_id=bytes(1024))
    credential = endless.create(told(ada.post("/me/passkey-offers", PASSWORD)))

    problem(ada.post("/me/passkeys", {"name": "x", "credential": credential}), 422, "passkey-not-proved")


def test_the_passkey_of_another_player_is_not_added(ada: Player) -> None:
    adds(ada, passkey := Passkey())
    bob = Player("bob")
    credential = passkey.create(told(bob.post("/me/passkey-offers", PASSWORD)))

    problem(bob.post("/me/passkeys", {"name": "blue", "credential": credential}), 422, "passkey-not-proved")
    (row,) = told(ada.get("/me/passkeys"), 200)["items"]
    problem(bob.post(f"/me/passkeys/{row['id']}/removal", PASSWORD), 404, "passkey-not-found")


def test_an_account_has_ten_passkeys_at_most(ada: Player) -> None:
    codes = adds(ada, Passkey())
    for each in range(PASSKEYS_MAX - 1):
        assert adds(ada, Passkey(), code=codes[each]) == []

    problem(ada.post("/me/passkey-offers", {**PASSWORD, "code": codes[9]}), 409, "too-many-passkeys")


def test_passkey_and_authenticator_stand_beside_each_other_and_share_the_recovery_codes(ada: Player) -> None:
    codes = adds(ada, passkey := Passkey())
    problem(ada.post("/me/second-factor", PASSWORD), 401, "second-factor-required")
    secret = told(ada.post("/me/second-factor", {**PASSWORD, "passkey": answered(ada, passkey)}))["secret"]
    confirmation = {"code": totp_program.code(secret, now())}
    assert told(ada.post("/me/second-factor/confirmation", confirmation))["recovery_codes"] == []

    told(removed(ada, passkey=answered(ada, passkey)), 204)
    assert told(ada.get("/me/second-factor"), 200)["recovery_codes_left"] == 10
    told(ada.post("/me/second-factor/removal", {**PASSWORD, "code": codes[0]}), 204)
    assert told(ada.get("/me/second-factor"), 200)["recovery_codes_left"] == 0
    assert told(logs_in())["locks"] == []


def test_a_passkey_proves_the_second_factor_wherever_a_code_does(ada: Player) -> None:
    adds(ada, passkey := Passkey())

    told(ada.send("PUT", "/me/pin", {"new_pin": "73915", **PASSWORD, "passkey": answered(ada, passkey)}), 200)
    fresh = {"new_password": "another pass phrase", **PASSWORD, "passkey": answered(ada, passkey)}
    told(ada.send("PUT", "/me/password", fresh), 200)
    refused = problem(ada.post("/me/closure", {"password": "another pass phrase"}), 401, "second-factor-required")
    told(ada.post("/me/closure", {"password": "another pass phrase", "passkey": passkey.get(refused["passkey"])}), 204)


@pytest.mark.parametrize("proof", [{"code": "123456", "passkey": {}}, {"passkey": "x"}, {"pin": "1", "passkey": {}}])
def test_two_factors_at_once_and_what_is_no_answer_are_refused(ada: Player, proof: dict[str, object]) -> None:
    problem(ada.post("/me/closure", {**PASSWORD, **proof}), 400, "invalid-request")


def test_the_player_reads_of_what_was_done_and_gets_it_with_the_data(ada: Player) -> None:
    adds(ada, passkey := Passkey())
    assert b'"passkeys":[{"name":"blue","credential_id":"' in b"".join(stream_personal_data(ada.seat.chain))
    told(removed(ada, passkey=answered(ada, passkey)), 204)

    told_of = [item["kind"] for item in told(ada.get("/me/inbox"), 200)["items"]]
    assert {"passkey-added", "passkey-removed"} <= set(told_of)


def test_two_members_of_the_staff_remove_a_lost_passkey_with_the_recovery_codes(ada: Player) -> None:
    adds(ada, Passkey())
    asked()

    remove_lost_factor(ada.seat.chain, by=approval("lost at sea"), now=now())

    told(logs_in())
    assert PlayerPasskey.objects.count() == PasskeyChallenge.objects.count() == 0
    assert told(ada.get("/me/second-factor"), 200)["recovery_codes_left"] == 0
    assert events(subject=ada.seat.chain, before=None, limit=1)[0].kind == "second-factor-removed"
