"""Passwords are computed by a process of their own, before anything is locked, while few threads wait for it."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest
from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import connection, connections
from django.test import override_settings
from django.test.utils import CaptureQueriesContext

from credentials.hashing_pool import HashingUnavailable, hashing_pool
from players.operations.change_password import PasswordReset, change_password, reset_password
from players.operations.change_second_factor import offer_second_factor
from players.operations.close_account import close_with_password, close_with_pin
from players.operations.set_pin import change_pin, require_pin, set_pin
from players.operations.unlock import LoginUnlock, unlock_login, unlock_with_password, unlock_with_pin
from players.tokens import session_id_of
from reddog_platform.embedded.home import CHECKOUT
from staff.ceremony_tokens import ceremony_id_of
from staff.core.roles import Role
from staff.operations.check_credentials import StaffCredentials, StaffPlace
from staff.operations.create_member import NewMember, create_member
from staff.operations.enrol import begin_enrolment, set_password
from staff.operations.log_in import log_in as log_in_staff
from tests import world
from tests.two_people import apply_together
from tests.world import ADDRESS, NOW, PASSWORD, SESSIONS, proof

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from uuid import UUID

    from kernel.ids import ChainId

pytestmark = pytest.mark.clause("F22")

PIN = "73915"
NEW_PASSWORD = "quite another phrase"
PATIENCE_SECONDS = 30
SECRET = b"a pass phrase"
COST = {"time_cost": 1, "memory_cost": 8, "parallelism": 1, "hash_len": 32}
REQUEST: dict[str, Any] = {"secret": SECRET.hex(), "salt": bytes(16).hex(), "cost": COST}


def until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.01)


@contextmanager
def hashing_stopped() -> Iterator[None]:
    """Have a hashing process that answers nothing meanwhile."""
    hashing_pool().compute(REQUEST)
    pid = hashing_pool().pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


@contextmanager
def in_threads(count: int, call: Callable[[], object]) -> Iterator[list[Future[object]]]:
    """Have a call in each of so many threads, until all of them are done."""

    def run() -> object:
        try:
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(count) as pool:
        yield [pool.submit(run) for _ in range(count)]


# --- Before anything is locked ------------------------------------------------------------------------------


class Scene:
    """A player with a PIN and a session, an operator's token, and a member of the staff who enrols."""

    def __init__(self) -> None:
        self.chain: ChainId = world.sign_up()
        self.session_id: UUID = session_id_of(world.log_in_player(device="a-device-of-adas-own").token)
        set_pin(self.chain, proof=proof(), new_pin=PIN, now=NOW)
        world.create_staff("ann")
        begun = begin_enrolment(self.credentials(), now=NOW)
        self.enrolment = ceremony_id_of(begun.token)

    @staticmethod
    def credentials() -> StaffCredentials:
        return StaffCredentials(username="ann", password=PASSWORD, place=StaffPlace(address=ADDRESS))


CALLS: dict[str, Callable[[Scene], object]] = {
    "registration": lambda _: world.sign_up("bob"),
    "login": lambda _: world.log_in_player(),
    "unlock of a login": lambda _: _refused(
        lambda: unlock_login(LoginUnlock(username="ada", proof=proof(), token="x"), now=NOW)
    ),
    "unlock by PIN": lambda scene: unlock_with_pin(scene.session_id, PIN, rules=SESSIONS, now=NOW),
    "unlock by password": lambda scene: unlock_with_password(scene.session_id, proof(), rules=SESSIONS, now=NOW),
    "first PIN": lambda scene: set_pin(scene.chain, proof=proof(), new_pin="2580", now=NOW),
    "next PIN": lambda scene: change_pin(scene.chain, current_pin=PIN, new_pin="2580", now=NOW),
    "PIN": lambda scene: require_pin(scene.chain, PIN, now=NOW),
    "password": lambda scene: change_password(
        scene.session_id, scene.chain, proof=proof(), new_password=NEW_PASSWORD, now=NOW
    ),
    "reset": lambda _: _refused(
        lambda: reset_password(PasswordReset(username="ada", token="x", new_password=NEW_PASSWORD), now=NOW)
    ),
    "second factor": lambda scene: offer_second_factor(scene.chain, proof=proof(), now=NOW),
    "closure by PIN": lambda scene: close_with_pin(scene.chain, pin=PIN, now=NOW),
    "closure by password": lambda scene: close_with_password(scene.chain, proof=proof(), now=NOW),
    "login of the staff": lambda scene: log_in_staff(scene.credentials(), factor_required=False, now=NOW),
    "enrolment": lambda scene: begin_enrolment(scene.credentials(), now=NOW),
    "password of the staff": lambda scene: set_password(scene.enrolment, NEW_PASSWORD, now=NOW),
    "new member": lambda _: create_member(
        NewMember(username="bea", roles={Role.AUDITORS}), reason="a test", actor="platform", now=NOW
    ),
    "reset of a member": lambda _: apply_together("reset-staff", {"username": "ann"}, role=Role.ADMINISTRATORS),
}


def _refused(call: Callable[[], object]) -> None:
    with pytest.raises(Exception, match=r"Nothing was unlocked|The password was not changed"):
        call()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("call", CALLS)
def test_while_a_secret_is_hashed_nothing_is_locked_and_no_transaction_is_open(call: str) -> None:
    scene = Scene()

    with hashing_stopped(), in_threads(1, lambda: CALLS[call](scene)) as (done,):
        until(lambda: hashing_pool().waiting == 1 or done.done())
        assert not done.done(), done.result()
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
                " AND xact_start IS NOT NULL AND usename = current_user"
            )
            assert cursor.fetchone() == (0,)
            os.kill(hashing_pool().pid or 0, signal.SIGCONT)
    done.result()


# --- Who waits, and who is refused --------------------------------------------------------------------------


@override_settings(REDDOG_HASHING_THREADS=2)
def test_two_threads_wait_and_the_next_is_refused_at_once() -> None:
    until(calm)
    with hashing_stopped(), in_threads(2, lambda: hashing_pool().compute(REQUEST)) as waiting:
        until(lambda: hashing_pool().waiting == 2)
        began = time.monotonic()
        with pytest.raises(HashingUnavailable) as refused:
            check_password(PASSWORD, "argon2$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$c29tZWhhc2g")
        # A thread waits five seconds for its turn, and then ten for its hash.
        assert time.monotonic() - began < 4
        assert refused.value.members == {"retry_after": 5}
        os.kill(hashing_pool().pid or 0, signal.SIGCONT)

    assert all("hash" in done.result() for done in waiting)  # type: ignore[operator]  # a dictionary


@override_settings(REDDOG_HASHING_THREADS=2)
def test_after_a_refusal_one_thread_waits_until_a_second_went_by_without_another() -> None:
    until(calm)
    with hashing_stopped(), in_threads(2, lambda: hashing_pool().compute(REQUEST)):
        until(lambda: hashing_pool().waiting == 2)
        with pytest.raises(HashingUnavailable):
            hashing_pool().compute(REQUEST)
        os.kill(hashing_pool().pid or 0, signal.SIGCONT)
    with hashing_stopped(), in_threads(1, lambda: hashing_pool().compute(REQUEST)):
        until(lambda: hashing_pool().waiting == 1)
        with pytest.raises(HashingUnavailable):
            hashing_pool().compute(REQUEST)
        os.kill(hashing_pool().pid or 0, signal.SIGCONT)

    until(calm)
    with hashing_stopped(), in_threads(2, lambda: hashing_pool().compute(REQUEST)):
        until(lambda: hashing_pool().waiting == 2)
        os.kill(hashing_pool().pid or 0, signal.SIGCONT)


def calm() -> bool:
    return hashing_pool().places == settings.REDDOG_HASHING_THREADS


@pytest.mark.django_db
@override_settings(REDDOG_HASHING_THREADS=1)
def test_a_log_in_that_finds_no_place_reads_nothing() -> None:
    world.sign_up()
    world.create_staff("ann")
    with hashing_stopped(), in_threads(1, lambda: hashing_pool().compute(REQUEST)):
        until(lambda: hashing_pool().waiting == 1)
        with CaptureQueriesContext(connection) as captured:
            for begin in (
                world.log_in_player,
                lambda: log_in_staff(Scene.credentials(), factor_required=True, now=NOW),
            ):
                with pytest.raises(HashingUnavailable):
                    begin()
        os.kill(hashing_pool().pid or 0, signal.SIGCONT)

    assert len(captured) == 0


def test_processes_of_one_host_compute_one_at_a_time() -> None:
    hashing_pool().compute(REQUEST)
    # As another process of the host does while it computes.
    lock = os.open(settings.REDDOG_KEYS_DIR, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with in_threads(1, lambda: hashing_pool().compute(REQUEST)) as (done,):
            until(lambda: hashing_pool().waiting == 1)
            time.sleep(0.3)
            assert not done.done()
            fcntl.flock(lock, fcntl.LOCK_UN)
    finally:
        os.close(lock)

    assert "hash" in done.result()  # type: ignore[operator]  # a dictionary


# --- The process --------------------------------------------------------------------------------------------


def test_the_hashing_process_gives_way_has_few_processors_and_none_of_our_secrets() -> None:
    hashing_pool().compute(REQUEST)
    process = psutil.Process(hashing_pool().pid)

    # Both are done before the first answer.
    assert process.nice() == psutil.Process().nice() + 5
    assert os.getsid(process.pid) == process.pid  # what the kernel shares among sessions, it shares with this one apart
    autogroup = Path(f"/proc/{process.pid}/autogroup")
    assert not autogroup.exists() or autogroup.read_text().split()[-1] in {"5", "0"}  # 0 where it may not be changed
    assert len(process.cpu_affinity() or ()) == max(1, len(os.sched_getaffinity(0)) // 4)
    assert not {"SECRET_KEY", "DATABASE_URL", "REDDOG_KEYS_DIR"} & process.environ().keys()


def test_a_hashing_process_that_was_killed_is_replaced_and_only_what_it_computed_is_refused() -> None:
    with hashing_stopped_for_good(), in_threads(1, lambda: hashing_pool().compute(REQUEST)) as (done,):
        until(lambda: hashing_pool().waiting == 1)
        os.kill(hashing_pool().pid or 0, signal.SIGKILL)
        with pytest.raises(HashingUnavailable):
            done.result()

    assert check_password(PASSWORD, make_password(PASSWORD))


@contextmanager
def hashing_stopped_for_good() -> Iterator[None]:
    hashing_pool().compute(REQUEST)
    os.kill(hashing_pool().pid or 0, signal.SIGSTOP)
    yield


def test_a_hashing_process_that_hangs_is_given_up_and_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    with hashing_stopped_for_good():
        stopped = psutil.Process(hashing_pool().pid)
        monkeypatch.setattr("credentials.hashing_pool._HASH_SECONDS", 0.2)
        with pytest.raises(HashingUnavailable):
            hashing_pool().compute(REQUEST)
    monkeypatch.undo()

    assert not stopped.is_running()
    assert "hash" in hashing_pool().compute(REQUEST)


def test_a_thread_whose_turn_comes_late_ends_no_process_that_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    until(calm)
    hashing_pool().compute(REQUEST)
    pid = hashing_pool().pid
    monkeypatch.setattr("credentials.hashing_pool._TURN_SECONDS", 4.0)
    monkeypatch.setattr("credentials.hashing_pool._HASH_SECONDS", 4.0)
    # As another process of the host does while it computes.
    lock = os.open(settings.REDDOG_KEYS_DIR, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        # As the thread does that is served.
        hashing_pool()._process_lock.acquire()
        with in_threads(1, lambda: hashing_pool().compute(REQUEST)) as (late,):
            until(lambda: hashing_pool().waiting == 1)
            time.sleep(2.6)
            hashing_pool()._process_lock.release()
            time.sleep(2.0)
            fcntl.flock(lock, fcntl.LOCK_UN)
    finally:
        os.close(lock)

    assert "hash" in late.result()  # type: ignore[operator]  # a dictionary
    assert hashing_pool().pid == pid


@override_settings(REDDOG_HASHING_THREADS=2)
def test_a_thread_that_gets_no_turn_is_refused_and_ends_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    until(calm)
    monkeypatch.setattr("credentials.hashing_pool._TURN_SECONDS", 0.2)
    with hashing_stopped(), in_threads(1, lambda: hashing_pool().compute(REQUEST)) as (first,):
        pid = hashing_pool().pid
        until(lambda: hashing_pool().waiting == 1)
        with pytest.raises(HashingUnavailable):
            hashing_pool().compute(REQUEST)
        os.kill(pid or 0, signal.SIGCONT)

    assert "hash" in first.result()  # type: ignore[operator]  # a dictionary
    assert hashing_pool().pid == pid


PROGRAM = """
import os, sys, time
os.environ["DJANGO_SETTINGS_MODULE"] = "reddog_platform.settings"
import django
django.setup()
from django.contrib.auth.hashers import make_password
from credentials.hashing_pool import hashing_pool
make_password("x")
print(hashing_pool().pid, flush=True)
if sys.argv[1] == "fork":
    child = os.fork()
    if child == 0:
        make_password("y")
        print(hashing_pool().pid, flush=True)
        sys.exit()
    os.waitpid(child, 0)
    make_password("z")
    print(hashing_pool().pid, flush=True)
else:
    time.sleep(60)
"""


@contextmanager
def program(mode: str) -> Iterator[subprocess.Popen[str]]:
    environment = {**os.environ, "REDDOG_KEYS_DIR": str(settings.REDDOG_KEYS_DIR)}
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, mode], env=environment, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.kill()


def test_the_hashing_process_ends_with_the_one_that_was_killed() -> None:
    with program("wait") as process:
        assert process.stdout is not None
        hashing = psutil.Process(int(process.stdout.readline()))
        process.kill()

        until(lambda: not hashing.is_running() or hashing.status() == psutil.STATUS_ZOMBIE)


def test_a_forked_process_has_a_hashing_process_of_its_own() -> None:
    with program("fork") as process:
        assert process.stdout is not None
        parents, forked, again = [int(line) for line in process.stdout]

    assert parents == again != forked


def test_hashing_from_many_threads_answers_each_its_own() -> None:
    words = [f"pass phrase number {number}" for number in range(8)]
    stored = [make_password(word) for word in words]
    together = threading.Barrier(8)

    def compare(number: int) -> list[bool]:
        together.wait()
        return [check_password(words[number], each) for each in stored]

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(compare, range(8)))

    assert answers == [[number == other for other in range(8)] for number in range(8)]
