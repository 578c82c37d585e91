"""Sessions: where they came from, which others they end, how they lock and open again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection, connections, transaction
from django.db.utils import IntegrityError

from audit.operations.append import advance_cte, execute_step
from audit.queries.chains import head_for_update
from players.core.session_state import EndReason
from players.models import Device, Session
from players.operations.check_credentials import SecondFactorRequired, WrongCredentials
from players.operations.end_sessions import SessionNotFound, close_session, end_sessions_as_operator
from players.operations.log_in import LoginRequest, log_in, log_out
from players.operations.save_activity import activity_ctes, save_activity
from players.operations.set_pin import PinLocked, WrongPin, set_pin
from players.operations.unlock import FullLoginRequired, unlock_with_password, unlock_with_pin
from players.queries.session_history import last_login, sessions
from players.queries.sessions import open_session
from players.tokens import session_id_of
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from tests import world
from tests.authenticator import enrolled
from tests.journeys.running import until
from tests.world import NOW, SESSIONS, proof

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from uuid import UUID

    from audit.chain_head import Head
    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F25"), pytest.mark.django_db]

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
DEVICE = "a-device-of-adas-own"
ONE_DEVICE = JURISDICTIONS["new-jersey"].sessions


def begun(*, now: datetime = NOW, **more: str) -> UUID:
    return session_id_of(world.log_in_player(now=now, **more).token)  # type: ignore[arg-type]  # code or device


def active_at(session_id: UUID) -> datetime:
    found = Session.objects.get(id=session_id)
    return found.active_at


def version_of(chain: ChainId) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT version FROM audit_chain WHERE chain = %s", (chain,))
        version: int = cursor.fetchone()[0]
    return version


# --- Beginning and ending -----------------------------------------------------------------------------------


def test_a_log_in_tells_when_where_and_on_what_the_one_before_was() -> None:
    chain = world.sign_up()
    first = log_in(
        LoginRequest(username="ada", proof=proof(), device=DEVICE, label="kitchen"),
        rules=SESSIONS,
        accounts=world.ACCOUNTS,
        excluded=world.excluded_at(NOW),
        now=NOW,
    )
    second = world.log_in_player(now=NOW + MINUTE)

    assert first.last_login is None
    assert second.last_login is not None
    assert (second.last_login.began_at, second.last_login.address) == (NOW, "192.0.2.7")
    assert second.last_login.device_label == "kitchen"
    assert last_login(chain, before=NOW + MINUTE) == second.last_login


def test_a_device_is_one_however_often_it_comes_and_keeps_its_label_unless_it_has_a_new_one() -> None:
    world.sign_up()
    for label in ("kitchen", "", "study"):
        answer = log_in(
            LoginRequest(username="ada", proof=proof(), device=DEVICE, label=label),
            rules=SESSIONS,
            accounts=world.ACCOUNTS,
            excluded=world.excluded_at(NOW),
            now=NOW,
        )
        assert answer.device == DEVICE
        assert Device.objects.get().label == (label or "kitchen")

    assert DEVICE.encode() not in bytes(Device.objects.get().digest)


def test_a_device_without_an_id_is_issued_one_by_which_it_is_known() -> None:
    world.sign_up()
    one, other = world.log_in_player(), world.log_in_player()
    world.log_in_player(device=one.device)

    assert (len(one.device), one.device != other.device) == (32, True)
    assert Device.objects.count() == 2


def test_the_same_id_of_two_players_is_two_devices() -> None:
    enrolled(world.sign_up("ada"))
    world.sign_up("bob")
    world.log_in_player("bob", device=DEVICE)

    with pytest.raises(SecondFactorRequired):
        world.log_in_player("ada", device=DEVICE)


def test_where_one_device_is_the_rule_a_log_in_ends_the_older_sessions_at_once() -> None:
    chain = world.sign_up()
    world.sign_up("bob")
    bobs = session_id_of(world.log_in_player("bob").token)
    older = begun()
    newer = session_id_of(world.log_in_player(rules=ONE_DEVICE).token)

    assert open_session(older, now=NOW) is None
    assert open_session(newer, now=NOW) is not None
    assert open_session(bobs, now=NOW) is not None
    assert [view.end_reason for view in sessions(chain, before=None, now=NOW, limit=9) if view.id == older] == [
        "replaced"
    ]


def test_a_log_in_that_fails_ends_nothing() -> None:
    world.sign_up()
    older = begun()
    with pytest.raises(WrongCredentials):
        log_in(
            LoginRequest(username="ada", proof=proof("a wrong pass phrase")),
            rules=ONE_DEVICE,
            accounts=world.ACCOUNTS,
            excluded=world.excluded_at(NOW),
            now=NOW,
        )

    assert open_session(older, now=NOW) is not None


def test_every_log_in_and_every_end_lets_decisions_under_way_look_again() -> None:
    chain = world.sign_up()
    versions = [version_of(chain)]
    one, other = begun(), begun()
    versions.append(version_of(chain))
    log_out(one, now=NOW)
    versions.append(version_of(chain))
    close_session(chain, other, now=NOW)
    versions.append(version_of(chain))

    assert versions == sorted(set(versions))


@pytest.mark.django_db(transaction=True)
def test_a_login_while_an_operator_ends_the_sessions_ends_too_or_comes_after() -> None:
    chain = world.sign_up()

    def end() -> int:
        return end_sessions_as_operator(chain, reason="a test", actor="operator:op", now=NOW)

    def in_a_thread(call: Callable[[], object]) -> object:
        try:
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            begun()
            ended = pool.submit(in_a_thread, end)
            until(waits_for_a_lock)
        assert ended.result() == 1

        with transaction.atomic():
            assert end() == 0
            after = pool.submit(in_a_thread, begun)
            until(waits_for_a_lock)
        session = after.result()
        assert list(Session.objects.filter(revoked_at=None).values_list("id", flat=True)) == [session]


def waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted"
            " AND datname = current_database()"
        )
        return bool(cursor.fetchone()[0])


def test_a_session_shows_why_it_ended() -> None:
    chain = world.sign_up()
    one, two, three = begun(), begun(now=NOW + MINUTE), begun(now=NOW + 2 * MINUTE)
    log_out(one, now=NOW + 3 * MINUTE)
    close_session(chain, two, now=NOW + 4 * MINUTE)

    shown = {view.id: view for view in sessions(chain, before=None, now=NOW + 5 * MINUTE, limit=9)}
    assert [shown[one].end_reason, shown[two].end_reason, shown[three].end_reason] == ["logged-out", "closed", None]
    assert [shown[one].ended_at, shown[three].ended_at] == [NOW + 3 * MINUTE, None]
    later = {view.id: view for view in sessions(chain, before=None, now=NOW + 2 * DAY, limit=9)}
    assert (later[three].end_reason, later[three].ended_at) == ("expired", NOW + 2 * MINUTE + DAY)
    assert later[one] == shown[one]


def test_sessions_are_paged_by_when_they_began_and_not_by_their_random_ids() -> None:
    chain, bob = world.sign_up(), world.sign_up("bob")
    # Three at the same instant, whose order is settled by the id.
    in_order = [begun(now=NOW + number // 3 * MINUTE) for number in range(9)]
    bobs = session_id_of(world.log_in_player("bob").token)
    paged: list[UUID] = []
    while page := sessions(chain, before=paged[-1] if paged else None, now=NOW, limit=2):
        paged += [view.id for view in page]

    assert [in_order.index(one) // 3 for one in paged] == [2, 2, 2, 1, 1, 1, 0, 0, 0]
    assert set(paged) == set(in_order)
    assert sessions(chain, before=bobs, now=NOW, limit=9) == []
    assert [view.id for view in sessions(bob, before=None, now=NOW, limit=9)] == [bobs]


def test_a_player_ends_no_session_of_another_and_none_twice() -> None:
    ada, bob = world.sign_up("ada"), world.sign_up("bob")
    bobs = session_id_of(world.log_in_player("bob").token)
    with pytest.raises(SessionNotFound):
        close_session(ada, bobs, now=NOW)

    close_session(bob, bobs, now=NOW)
    with pytest.raises(SessionNotFound):
        close_session(bob, bobs, now=NOW)


@pytest.mark.parametrize("reason", ["", "tired", None])
def test_the_database_refuses_an_end_without_a_reason_that_is_known(reason: str | None) -> None:
    world.sign_up()
    session_id = begun()

    with pytest.raises(IntegrityError), transaction.atomic():
        Session.objects.filter(id=session_id).update(revoked_at=NOW, end_reason=reason)


# --- Time without activity ----------------------------------------------------------------------------------


@pytest.mark.clause("F24")
def test_activity_moves_forward_in_an_open_session_alone() -> None:
    world.sign_up()
    session_id = begun()
    save_activity(session_id, now=NOW + MINUTE)
    save_activity(session_id, now=NOW)
    assert active_at(session_id) == NOW + MINUTE
    log_out(session_id, now=NOW + 2 * MINUTE)
    save_activity(session_id, now=NOW + 3 * MINUTE)

    assert active_at(session_id) == NOW + MINUTE


@pytest.mark.clause("F24")
@pytest.mark.parametrize("lost", [False, True])
def test_a_step_notes_activity_only_if_it_is_written(*, lost: bool) -> None:
    chain = world.sign_up()
    session_id = begun()
    seen: Head = head_for_update(chain)
    if lost:
        log_out(begun(), now=NOW)

    written = execute_step([advance_cte(seen, seen), *activity_ctes(session_id, NOW - MINUTE, now=NOW + MINUTE)])

    assert written is not lost
    assert active_at(session_id) == (NOW if lost else NOW + MINUTE)


@pytest.mark.clause("F24")
def test_a_locked_session_opens_with_the_pin_whose_wrong_tries_count() -> None:
    chain = world.sign_up()
    set_pin(chain, proof=proof(), new_pin="2580", now=NOW)
    session_id, later = begun(), NOW + 30 * MINUTE
    for _ in range(4):
        with pytest.raises(WrongPin):
            unlock_with_pin(session_id, "9999", rules=SESSIONS, now=later)
    assert active_at(session_id) == NOW
    unlock_with_pin(session_id, "2580", rules=SESSIONS, now=later)
    assert active_at(session_id) == later

    for _ in range(5):
        with pytest.raises(WrongPin):
            unlock_with_pin(session_id, "9999", rules=SESSIONS, now=later)
    with pytest.raises(PinLocked):
        unlock_with_pin(session_id, "2580", rules=SESSIONS, now=later)


@pytest.mark.clause("F24")
def test_a_locked_session_opens_with_the_password_whose_wrong_tries_lock_the_log_in() -> None:
    world.sign_up()
    session_id, later = begun(), NOW + 30 * MINUTE
    unlock_with_password(session_id, proof(), rules=SESSIONS, now=later)
    assert active_at(session_id) == later

    for _ in range(3):
        with pytest.raises(WrongCredentials):
            unlock_with_password(session_id, proof("a wrong pass phrase"), rules=SESSIONS, now=later)
    with pytest.raises(WrongCredentials):
        unlock_with_password(session_id, proof(), rules=SESSIONS, now=later + MINUTE)
    assert active_at(session_id) == later


@pytest.mark.clause("F24")
def test_thirty_days_after_everything_was_given_a_pin_opens_nothing_on_that_device() -> None:
    chain = world.sign_up()
    authenticator = enrolled(chain, now=NOW - MINUTE)
    codes = authenticator.recovery_codes
    set_pin(chain, proof=proof(code=codes[0]), new_pin="2580", now=NOW)
    begun(code=codes[1], device=DEVICE)
    late = begun(device=DEVICE, now=NOW + 30 * DAY - MINUTE)
    unlock_with_pin(late, "2580", rules=SESSIONS, now=NOW + 30 * DAY - timedelta(seconds=1))
    over = NOW + 30 * DAY
    with pytest.raises(FullLoginRequired):
        unlock_with_pin(late, "2580", rules=SESSIONS, now=over)
    with pytest.raises(SecondFactorRequired):
        unlock_with_password(late, proof(), rules=SESSIONS, now=over)
    with pytest.raises(SecondFactorRequired):
        begun(device=DEVICE, now=over)

    unlock_with_password(late, proof(code=codes[2]), rules=SESSIONS, now=over)

    unlock_with_pin(late, "2580", rules=SESSIONS, now=over)
    begun(device=DEVICE, now=over + 30 * DAY - MINUTE)


@pytest.mark.clause("F24")
def test_a_password_alone_on_a_known_device_does_not_begin_the_thirty_days_anew() -> None:
    authenticator = enrolled(world.sign_up(), now=NOW - MINUTE)
    begun(code=authenticator.recovery_codes[0], device=DEVICE)
    begun(device=DEVICE, now=NOW + 29 * DAY)

    with pytest.raises(SecondFactorRequired):
        begun(device=DEVICE, now=NOW + 30 * DAY)


def test_a_reason_of_the_code_is_a_reason_of_the_database() -> None:
    world.sign_up()
    for reason in EndReason:
        Session.objects.filter(id=begun()).update(revoked_at=NOW, end_reason=reason.value)
