"""Failed tries, the lock, passwords, and what opens a login again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from hashlib import sha1
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from audit.queries.events import events
from players.models import Player, PlayerLoginOrigin, ResetToken
from players.operations.change_password import PasswordReset, change_password, reset_password
from players.operations.change_second_factor import offer_second_factor
from players.operations.check_credentials import LoginProof, PlayerFactorProof, SecondFactorRequired, WrongCredentials
from players.operations.issue_reset_token import TOKEN_LIFE, issue_reset_token
from players.operations.log_in import EVERYWHERE, LoginRequest, StartedSession, log_in
from players.operations.set_pin import PinLocked, WrongPin, change_pin, require_pin, set_pin
from players.queries.accounts import PlayerNotFound
from players.queries.sessions import open_session
from players.tokens import session_id_of
from rest.passwords import WeakPassword
from tests import world
from tests.approving import ANN_AND_BEN, approval
from tests.authenticator import enrolled
from tests.operations.log_ins import DEVICE, MINUTE, NOBODY, kinds, unlocks
from tests.world import NOW, PASSWORD, SESSIONS, proof

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_django.fixtures import Settings

    from kernel.ids import ChainId


pytestmark = [pytest.mark.clause("F22"), pytest.mark.django_db]
NEW_PASSWORD = "quite another phrase"


def fails(password: str = "a wrong pass phrase", *, username: str = "ada", now: datetime = NOW) -> None:
    with pytest.raises(WrongCredentials):
        log_in(
            LoginRequest(username=username, proof=proof(password)),
            rules=SESSIONS,
            accounts=world.ACCOUNTS,
            excluded=world.excluded_at(now),
            now=now,
        )


def locked(username: str = "ada") -> ChainId:
    chain = world.sign_up(username)
    for _ in range(3):
        fails(username=username)
    return chain


def token_for(chain: ChainId, *, now: datetime = NOW) -> str:
    return issue_reset_token(chain, by=approval("papers were shown"), now=now).token


def resets(token: str, *, code: str | None = None, password: str = NEW_PASSWORD, now: datetime = NOW) -> None:
    reset_password(
        PasswordReset(username="ada", token=token, new_password=password, proof=PlayerFactorProof(code=code)), now=now
    )


# --- The lock -----------------------------------------------------------------------------------------------


def test_three_failures_lock_the_log_in_and_no_time_opens_it() -> None:
    chain = locked()

    for waited in (timedelta(0), timedelta(hours=1), timedelta(days=365)):
        fails(PASSWORD, now=NOW + waited)
    assert kinds(chain)[:3] == ["failed-access", "failed-access", "log-in-locked"]


def tries(
    password: str = "a wrong pass phrase",
    *,
    username: str = "ada",
    code: str | None = None,
    device: str | None = None,
    address: str = "192.0.2.7",
    now: datetime = NOW,
) -> StartedSession | None:
    """Return the session that an attempt begins, None if its credentials are wrong."""
    wanted = LoginRequest(
        username=username, proof=LoginProof(password=password, code=code, address=address), device=device
    )
    try:
        return log_in(wanted, rules=SESSIONS, accounts=world.ACCOUNTS, excluded=world.excluded_at(now), now=now)
    except WrongCredentials:
        return None


def guessed_from_many_networks(username: str = "ada", *, now: datetime = NOW) -> None:
    """Let a stranger fail nine times, three times from each of three networks."""
    for number in range(9):
        assert tries(username=username, address=f"198.51.{number // 3}.9", now=now) is None


def test_a_stranger_locks_out_nobody_but_himself() -> None:
    chain = world.sign_up()
    for _ in range(5):
        assert tries(address="198.51.100.9") is None
    assert tries(PASSWORD, address="198.51.100.77") is None

    begun = tries(PASSWORD, address="192.0.2.7")

    assert begun is not None
    assert [origin for origin, _ in begun.locks] == ["198.51.100.0/24"]
    assert tries(PASSWORD, address="198.51.100.9") is None
    assert kinds(chain).count("log-in-locked") == 1


def test_a_stranger_on_the_same_network_locks_no_known_device() -> None:
    world.sign_up()
    assert tries(PASSWORD, device=DEVICE) is not None
    for _ in range(3):
        assert tries(device="the-device-of-a-stranger") is None

    assert tries(PASSWORD) is None
    assert tries(PASSWORD, device=DEVICE) is not None


def test_three_failures_on_a_known_device_lock_that_device_alone() -> None:
    world.sign_up()
    assert tries(PASSWORD, device=DEVICE) is not None
    for _ in range(3):
        assert tries(device=DEVICE) is None

    assert tries(PASSWORD, device=DEVICE) is None
    assert tries(PASSWORD) is not None


def test_guesses_from_many_networks_are_nine_together_and_a_known_device_stays_usable() -> None:
    chain = world.sign_up()
    assert tries(PASSWORD, device=DEVICE) is not None
    guessed_from_many_networks()

    # Neither a fresh network nor time brings another guess.
    for waited in (timedelta(0), timedelta(days=365)):
        assert tries(PASSWORD, address="203.0.113.5", now=NOW + waited) is None
    begun = tries(PASSWORD, device=DEVICE, address="203.0.113.5")
    assert begun is not None
    assert begun.locks[0] == (EVERYWHERE, NOW)
    assert kinds(chain).count("log-in-guarded") == 1
    # A table of a guesser's networks does not grow with them.
    assert PlayerLoginOrigin.objects.count() == 3

    unlocks(token=token_for(chain))
    assert tries(PASSWORD, address="203.0.113.5") is not None
    assert PlayerLoginOrigin.objects.count() == 0


def test_while_somebody_guesses_a_second_factor_lets_its_owner_in_from_anywhere_and_ends_the_lock() -> None:
    chain = world.sign_up()
    authenticator = enrolled(chain)
    later = NOW + MINUTE
    guessed_from_many_networks(now=later)
    # The right password alone is answered as a wrong one: a guesser would learn it.
    assert tries(PASSWORD, address="203.0.113.5", now=later) is None
    assert tries(PASSWORD, address="203.0.113.5", code=authenticator.wrong_code(now=later), now=later) is None

    begun = tries(PASSWORD, address="203.0.113.5", code=authenticator.code(now=later), now=later)

    assert begun is not None
    assert begun.locks == []
    assert "log-in-unlocked" in kinds(chain)


def test_while_somebody_guesses_a_device_does_not_replace_the_second_factor() -> None:
    chain = world.sign_up()
    authenticator = enrolled(chain)
    later = NOW + MINUTE
    assert tries(PASSWORD, device=DEVICE, code=authenticator.code(now=later), now=later) is not None
    assert tries(PASSWORD, device=DEVICE, now=later) is not None
    guessed_from_many_networks(now=later)

    with pytest.raises(SecondFactorRequired):
        tries(PASSWORD, device=DEVICE, now=later)
    later += MINUTE
    assert tries(PASSWORD, device=DEVICE, code=authenticator.code(now=later), now=later) is not None


def test_a_thief_of_a_session_locks_the_device_of_that_session() -> None:
    chain = world.sign_up()
    session_id = session_id_of(world.log_in_player(device=DEVICE).token)
    stolen = LoginProof(password="a wrong pass phrase", address="198.51.100.9", session_id=session_id)
    for _ in range(3):
        with pytest.raises(WrongCredentials):
            set_pin(chain, proof=stolen, new_pin="2580", now=NOW)

    assert tries(PASSWORD, device=DEVICE) is None
    assert tries(PASSWORD) is not None


def test_failures_that_no_longer_count_leave_no_row() -> None:
    world.sign_up()
    for number in range(4):
        tries(address=f"198.51.{number}.9", now=NOW + number * 31 * MINUTE)

    assert PlayerLoginOrigin.objects.count() == 1


def test_a_log_in_between_begins_to_count_anew_and_so_does_half_an_hour() -> None:
    world.sign_up()
    for _ in range(2):
        fails()
        fails()
        world.log_in_player()
    for number in range(6):
        fails(now=NOW + number * 15 * MINUTE)

    world.log_in_player(now=NOW + 75 * MINUTE)


def test_a_failure_is_an_event_with_the_address_and_nothing_that_was_typed() -> None:
    chain = world.sign_up()
    fails()
    fails(username="eve")

    nobodys, adas = events(subject=None, before=None, limit=2)
    assert (adas.subject, adas.kind, dict(adas.after)) == (chain, "failed-access", {"address": "192.0.2.7"})
    assert (nobodys.subject, nobodys.kind, dict(nobodys.after)) == (None, "failed-access", {"address": "192.0.2.7"})
    assert adas.actor == nobodys.actor == "platform"


def test_a_failed_try_does_the_same_work_whatever_is_wrong() -> None:
    """Statement by statement: an unknown name, a wrong password, a locked login, and a wrong code."""
    world.sign_up("ada")
    locked("bob")
    authenticator = enrolled(world.sign_up("cyd"))
    tries = {
        "unknown": LoginRequest(username="eve", proof=proof(code="000000")),
        "wrong password": LoginRequest(username="ada", proof=proof("a wrong pass phrase", code="000000")),
        "locked": LoginRequest(username="bob", proof=proof(code="000000")),
        "wrong code": LoginRequest(username="cyd", proof=proof(code=authenticator.wrong_code(now=NOW))),
    }
    told: dict[str, tuple[object, list[str]]] = {}
    for name, asked in tries.items():
        with CaptureQueriesContext(connection) as captured, pytest.raises(WrongCredentials) as refused:
            log_in(asked, rules=SESSIONS, accounts=world.ACCOUNTS, excluded=world.excluded_at(NOW), now=NOW)
        words = [query["sql"].partition(" ")[0] for query in captured.captured_queries]
        told[name] = ((refused.value.detail, refused.value.members), words)

    first = told["unknown"]
    assert "UPDATE" in first[1]
    assert all(answer == first for answer in told.values()), told


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_of_tries_at_once_every_one_is_counted() -> None:
    chain = world.sign_up()
    together = Barrier(6)

    def guess(_: int) -> None:
        try:
            together.wait()
            fails()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(guess, range(6)))

    assert sorted(kinds(chain)) == ["failed-access"] * 5 + ["log-in-locked"]
    # The two that came after the lock count no more.
    assert len(Player.objects.get(chain=chain).login_failures) == 3


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["totp", "recovery-code"])
def test_of_log_ins_at_once_with_one_code_one_succeeds(kind: str) -> None:
    authenticator = enrolled(world.sign_up())
    later = NOW + timedelta(seconds=30)
    code = authenticator.code(now=later) if kind == "totp" else authenticator.recovery_codes[0]
    together = Barrier(4)

    def attempt(_: int) -> bool:
        try:
            together.wait()
            log_in(
                LoginRequest(username="ada", proof=proof(code=code)),
                rules=SESSIONS,
                accounts=world.ACCOUNTS,
                excluded=world.excluded_at(later),
                now=later,
            )
        except WrongCredentials:
            return False
        finally:
            connections.close_all()
        return True

    with ThreadPoolExecutor(4) as pool:
        # The third failure would lock the login; three fail here at most.
        assert sorted(pool.map(attempt, range(4))) == [False, False, False, True]


def test_a_wrong_password_counts_wherever_it_is_asked_for() -> None:
    chain = world.sign_up()
    session_id = session_id_of(world.log_in_player().token)
    wrong = proof("a wrong pass phrase")
    asked: list[Callable[[], object]] = [
        lambda: set_pin(chain, proof=wrong, new_pin="2580", now=NOW),
        lambda: change_password(session_id, chain, proof=wrong, new_password=NEW_PASSWORD, now=NOW),
        lambda: offer_second_factor(chain, proof=wrong, now=NOW),
    ]
    for ask in asked:
        with pytest.raises(WrongCredentials):
            ask()

    fails(PASSWORD)
    with pytest.raises(WrongCredentials):
        set_pin(chain, proof=proof(), new_pin="2580", now=NOW)


# --- Unlocking ----------------------------------------------------------------------------------------------


def test_a_locked_log_in_opens_with_password_and_code_alone() -> None:
    chain = world.sign_up()
    authenticator = enrolled(chain)
    for _ in range(3):
        fails()
    later = NOW + MINUTE
    for wrong in (
        {"code": authenticator.wrong_code(now=later)},
        {"password": "a wrong pass phrase", "code": authenticator.code(now=later)},
        {"token": token_for(chain, now=later)},
    ):
        with pytest.raises(WrongCredentials):
            unlocks(**wrong, now=later)
        fails(PASSWORD, now=later)

    unlocks(code=authenticator.code(now=later), now=later)

    world.log_in_player(code=authenticator.code(now=later + MINUTE), now=later + MINUTE)
    opened = next(event for event in events(subject=chain, before=None, limit=9) if event.kind == "log-in-unlocked")
    assert (opened.actor, dict(opened.before)) == ("player", {"locked": True})
    assert dict(opened.after) == {"locked": False, "address": "192.0.2.7"}


def test_without_a_second_factor_an_operators_token_opens_it_once_and_in_time() -> None:
    chain = locked()
    token = token_for(chain)
    for wrong in ({"token": "x"}, {"code": "000000"}, {"token": token, "password": "a wrong pass phrase"}):
        with pytest.raises(WrongCredentials):
            unlocks(**wrong)  # type: ignore[arg-type]  # columns of a table
    with pytest.raises(WrongCredentials):
        unlocks(token=token, now=NOW + TOKEN_LIFE)

    unlocks(token=token, now=NOW + TOKEN_LIFE - timedelta(seconds=1))

    world.log_in_player()
    with pytest.raises(WrongCredentials):
        unlocks(token=token)


def test_a_newer_token_takes_the_place_of_the_older_and_is_the_players_own() -> None:
    chain = locked()
    older, newer = token_for(chain), token_for(chain)
    others = token_for(world.sign_up("bob"))

    for token in (older, others):
        with pytest.raises(WrongCredentials):
            unlocks(token=token)
    unlocks(token=newer)


def test_a_token_is_kept_as_a_digest_and_its_reason_as_an_event() -> None:
    chain = world.sign_up()
    token = token_for(chain)
    issued = events(subject=chain, before=None, limit=1)[0]

    assert token.encode() not in bytes(ResetToken.objects.get().digest)
    assert (issued.kind, issued.actor, issued.reason) == ("reset-token-issued", ANN_AND_BEN, "papers were shown")
    assert token not in f"{issued.before}{issued.after}"
    with pytest.raises(PlayerNotFound):
        token_for(NOBODY)


# --- Passwords ----------------------------------------------------------------------------------------------


def test_another_password_ends_the_other_sessions_and_no_device_is_trusted_for_the_old_one() -> None:
    chain = world.sign_up()
    authenticator = enrolled(chain)
    later = NOW + MINUTE
    here = session_id_of(world.log_in_player(code=authenticator.code(now=later), device=DEVICE, now=later).token)
    other = world.log_in_player(code=authenticator.recovery_codes[0], device="another device of hers", now=later)
    with pytest.raises(SecondFactorRequired):
        change_password(here, chain, proof=proof(), new_password=NEW_PASSWORD, now=later)

    code = authenticator.recovery_codes[1]
    change_password(here, chain, proof=proof(code=code), new_password=NEW_PASSWORD, now=later)

    assert open_session(here, now=later) is not None
    assert open_session(session_id_of(other.token), now=later) is None
    fails(PASSWORD, now=later)
    new = LoginRequest(username="ada", proof=proof(NEW_PASSWORD), device=DEVICE)
    log_in(new, rules=SESSIONS, accounts=world.ACCOUNTS, excluded=world.excluded_at(later), now=later)
    with pytest.raises(SecondFactorRequired):
        log_in(
            LoginRequest(username="ada", proof=proof(NEW_PASSWORD), device="another device of hers"),
            rules=SESSIONS,
            accounts=world.ACCOUNTS,
            excluded=world.excluded_at(later),
            now=later,
        )


def test_a_lost_password_is_replaced_with_an_operators_token_and_the_log_in_opened() -> None:
    chain = locked()
    token = token_for(chain)
    with pytest.raises(WrongCredentials):
        resets("x")
    with pytest.raises(WeakPassword):
        resets(token, password="short")

    resets(token)

    log_in(
        LoginRequest(username="ada", proof=proof(NEW_PASSWORD)),
        rules=SESSIONS,
        accounts=world.ACCOUNTS,
        excluded=world.excluded_at(NOW),
        now=NOW,
    )
    assert kinds(chain)[-2:] == ["log-in-unlocked", "password-reset"]
    with pytest.raises(WrongCredentials):
        resets(token)


def test_a_reset_ends_all_sessions() -> None:
    chain = world.sign_up()
    session_id = session_id_of(world.log_in_player().token)

    resets(token_for(chain))

    assert open_session(session_id, now=NOW) is None


def test_a_reset_wants_the_second_factor_beside_the_token() -> None:
    chain = world.sign_up()
    authenticator = enrolled(chain)
    token, later = token_for(chain), NOW + MINUTE
    with pytest.raises(SecondFactorRequired):
        resets(token, now=later)
    with pytest.raises(WrongCredentials):
        resets(token, code=authenticator.wrong_code(now=later), now=later)

    resets(token, code=authenticator.code(now=later), now=later)


@pytest.mark.parametrize("name", ["ada", "Ada", "passwo"])
def test_a_password_with_the_user_name_in_it_is_refused(name: str) -> None:
    chain = world.sign_up(name.lower())
    session_id = session_id_of(world.log_in_player(name).token)

    with pytest.raises(WeakPassword):
        change_password(session_id, chain, proof=proof(), new_password=f"xx{name.upper()}yyzzqqkk77", now=NOW)


@pytest.mark.parametrize("name", ["reddog", "Red-Dog", "RED dog", "Ocean Palace", "oceanPALACE"])
def test_a_password_with_the_name_of_the_place_in_it_is_refused(name: str, settings: Settings) -> None:
    settings.REDDOG_NAMES_IN_NO_PASSWORD = ("Red Dog", "Ocean Palace")
    chain = world.sign_up()
    session_id = session_id_of(world.log_in_player().token)

    with pytest.raises(WeakPassword, match="name of this place"):
        change_password(session_id, chain, proof=proof(), new_password=f"xx{name}yyzzqqkk77", now=NOW)
    change_password(session_id, chain, proof=proof(), new_password="a palace by the ocean", now=NOW)


def test_a_stolen_password_is_refused_by_the_operators_list(
    tmp_path_factory: pytest.TempPathFactory, settings: Settings
) -> None:
    listed = tmp_path_factory.mktemp("breached") / "list"
    listed.write_text(f"{'0' * 40}:3\n{sha1(NEW_PASSWORD.encode()).hexdigest().upper()}:17\n{'F' * 40}:1\n")
    chain = world.sign_up()
    session_id = session_id_of(world.log_in_player().token)
    settings.REDDOG_BREACHED_PASSWORDS = str(listed)

    with pytest.raises(WeakPassword, match="breach"):
        change_password(session_id, chain, proof=proof(), new_password=NEW_PASSWORD, now=NOW)
    change_password(session_id, chain, proof=proof(), new_password="one that nobody stole", now=NOW)


# --- The PIN ------------------------------------------------------------------------------------------------


@pytest.mark.clause("F23")
def test_what_happens_to_a_pin_is_an_event_without_its_digits() -> None:
    chain = world.sign_up()
    set_pin(chain, proof=proof(), new_pin="2580", now=NOW)
    change_pin(chain, current_pin="2580", new_pin="1379", now=NOW)
    for _ in range(5):
        with pytest.raises(WrongPin):
            change_pin(chain, current_pin="9999", new_pin="2580", now=NOW)
    with pytest.raises(PinLocked):
        require_pin(chain, "1379", now=NOW)

    assert kinds(chain) == ["pin-set", "pin-changed", "pin-locked"]
    told = "".join(
        f"{event.before}{event.after}{event.reason}" for event in events(subject=chain, before=None, limit=9)
    )
    assert not any(pin in told for pin in ("2580", "1379", "9999"))


@pytest.mark.clause("F23")
def test_a_lost_pin_wants_the_second_factor_too() -> None:
    chain = world.sign_up()
    authenticator = enrolled(chain)
    with pytest.raises(SecondFactorRequired):
        set_pin(chain, proof=proof(), new_pin="2580", now=NOW)

    later = NOW + MINUTE
    set_pin(chain, proof=proof(code=authenticator.code(now=later)), new_pin="2580", now=later)
    require_pin(chain, "2580", now=later)
