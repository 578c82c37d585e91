"""A process that dies between its claims and its row leaves a pending claim at most, and who looks later decides by the row."""

from __future__ import annotations

import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import pytest
from django.db import connection, connections, transaction

from audit.operations.append import Busy
from players.core.status import Status
from players.models import Player
from players.operations.change_profile import change_profile
from players.operations.claim_identity import settle_pending
from players.operations.register import UsernameTaken
from players.queries.accounts import find_player
from tests import world
from tests.journeys.running import Running, surroundings, until
from tests.operations.test_directory import ALL_HELD
from tests.other_cell import OtherCell, claim_states, harbour
from tests.own_cells import session
from tests.world import NOW, identity_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from kernel.ids import ChainId

__all__ = ["harbour"]

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "owner"]),
    pytest.mark.clause("F21"),
    pytest.mark.slow(seconds=90),
]

_CHILD: Final = """
import os, re, sys
import django
django.setup()
from django.db import connection
from django.db.backends.utils import CursorWrapper
from tests import world
from tests.world import NOW
from players.core.status import Status
from players.operations.change_profile import change_profile
from players.operations.set_status import set_status
from players.queries.accounts import find_player

pattern, at, act = sys.argv[1], int(sys.argv[2]), sys.argv[3]
seen = 0

def die(execute, sql, params, many, context):
    global seen
    seen += re.search(pattern, sql) is not None
    if seen == at and re.search(pattern, sql):
        os.kill(os.getpid(), 9)
    return execute(sql, params, many, context)

with connection.execute_wrapper(die):
    exec(act)
print("was not killed")
"""
SIGN_UP: Final = 'world.sign_up("ada")'
CLOSE: Final = 'set_status(find_player("ada").chain, Status.CLOSED, reason="a test", actor="operator:test", now=NOW)'
CHANGE: Final = (
    'change_profile(find_player("ada").chain, {"email": "new@example.test"}, reason="", actor="operator:test", now=NOW)'
)
LOCK: Final = r"pg_advisory_xact_lock\(%s, hashtext"
SETTLE: Final = r"directory\.settle"


@pytest.fixture(autouse=True)
def house() -> None:
    world.open_house()


@pytest.fixture
def surrounding(
    servers_environment: Mapping[str, str],
    tmp_path: Path,
    harbour: OtherCell,  # noqa: ARG001  the processes have a directory
) -> dict[str, str]:
    return {**surroundings(servers_environment, tmp_path), "PYTHONPATH": os.getcwd()}  # noqa: PTH109


def child(act: str, environment: Mapping[str, str], log: Path, *, pattern: str = "$^", at: int = 1) -> Running:
    """Return a process that does something and dies by SIGKILL right before its n-th statement of a kind."""
    return Running([sys.executable, "-c", _CHILD, pattern, str(at), act], environment=environment, log=log)


def killed(act: str, environment: Mapping[str, str], log: Path, *, pattern: str, at: int = 1) -> None:
    with child(act, environment, log, pattern=pattern, at=at) as process:
        assert process.wait() == -signal.SIGKILL, process.said()
    # Its sessions end, and their locks with them, when PostgreSQL reads from the closed socket.
    with session("owner") as owner:
        until(lambda: owner.execute(_OTHERS).fetchone() == (0,))


_OTHERS: Final = """
SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'
"""


def taken(harbour: OtherCell, username: str) -> set[str]:
    """Return what another cell does not get of a user name and its person."""
    holder = uuid4()
    found = {kind for kind, _ in harbour.claim(identity_of(username), username=username, holder=holder)}
    harbour.call("settle", holder, [], [])
    return found


def test_a_registration_that_dies_before_its_row_leaves_pending_claims_which_are_freed(
    harbour: OtherCell, surrounding: Mapping[str, str], tmp_path: Path
) -> None:
    points = {
        "before its lock": (LOCK, 1),
        "before its row": ('INSERT INTO "players_player"', 1),
        "in it": (r"WITH ", 1),
    }
    for number, (point, (pattern, at)) in enumerate(points.items()):
        killed(SIGN_UP, surrounding, tmp_path / f"{number}.log", pattern=pattern, at=at)

        assert find_player("ada") is None, point
        assert set(claim_states().values()) == {"pending"}, point
        assert taken(harbour, "ada") == {"username", "person", "email"}, "meanwhile nobody gets it"
        assert settle_pending() == 0, "not before its time"
        assert settle_pending(seconds=0) == 1
        assert claim_states() == {}, point
        assert taken(harbour, "ada") == set()

    assert claim_states(world.sign_up("ada")) == ALL_HELD


def test_a_registration_that_dies_after_its_row_keeps_what_it_claimed(
    harbour: OtherCell, surrounding: Mapping[str, str], tmp_path: Path
) -> None:
    killed(SIGN_UP, surrounding, tmp_path / "child.log", pattern=SETTLE)

    found = find_player("ada")
    assert found is not None
    assert set(claim_states(found.chain).values()) == {"pending"}
    assert taken(harbour, "ada") == {"username", "person", "email"}
    assert settle_pending(seconds=0) == 1
    assert claim_states(found.chain) == ALL_HELD
    assert settle_pending(seconds=0) == 0


def test_who_tries_again_soon_after_a_crash_gets_the_name_in_the_same_cell(
    surrounding: Mapping[str, str], tmp_path: Path
) -> None:
    killed(SIGN_UP, surrounding, tmp_path / "child.log", pattern='INSERT INTO "players_player"')

    with pytest.raises(UsernameTaken):
        world.sign_up("ada")
    with session("owner") as owner:
        owner.execute("UPDATE directory.claim SET changed_at = changed_at - interval '6 seconds'")
    assert claim_states(world.sign_up("ada")) == ALL_HELD


@pytest.mark.parametrize("act", [CLOSE, CHANGE])
def test_a_change_that_dies_before_its_commit_changes_no_claim(
    act: str, harbour: OtherCell, surrounding: Mapping[str, str], tmp_path: Path
) -> None:
    chain = world.sign_up("ada")

    killed(act, surrounding, tmp_path / "child.log", pattern=r'UPDATE "players_player"')

    assert set(claim_states(chain).values()) == {"pending"}
    assert taken(harbour, "ada") == {"username", "person", "email"}
    assert settle_pending(seconds=0) == 1
    assert claim_states(chain) == ALL_HELD
    assert count_of_claims() == 3
    assert taken(harbour, "new") == set()


def test_a_closure_that_dies_after_its_commit_is_freed_later(
    harbour: OtherCell, surrounding: Mapping[str, str], tmp_path: Path
) -> None:
    chain = world.sign_up("ada")

    killed(CLOSE, surrounding, tmp_path / "child.log", pattern=SETTLE)

    assert status_of(chain) == Status.CLOSED
    assert taken(harbour, "ada") == {"username", "person", "email"}
    assert settle_pending(seconds=0) == 1
    assert claim_states(chain) == {"username": "held"}
    assert taken(harbour, "ada") == {"username"}


def test_a_change_that_dies_after_its_commit_keeps_the_new_and_frees_the_old(
    harbour: OtherCell, surrounding: Mapping[str, str], tmp_path: Path
) -> None:
    chain = world.sign_up("ada")

    killed(CHANGE, surrounding, tmp_path / "child.log", pattern=SETTLE)

    assert count_of_claims() == 4
    assert settle_pending(seconds=0) == 1
    assert claim_states(chain) == ALL_HELD
    assert taken(harbour, "ada") == {"username", "person"}


def test_a_registration_that_is_still_running_loses_nothing(
    harbour: OtherCell, surrounding: Mapping[str, str], tmp_path: Path
) -> None:
    with session("owner") as owner, child(SIGN_UP, surrounding, tmp_path / "child.log") as process:
        with owner.transaction():
            owner.execute("LOCK TABLE players_player IN SHARE MODE")
            until(lambda: waits_for_table() or process.ended())
            assert not process.ended(), process.said()

            assert settle_pending(seconds=0) == 0
            assert set(claim_states().values()) == {"pending"}
            assert taken(harbour, "ada") == {"username", "person", "email"}
        assert process.wait() == 0, process.said()
    found = find_player("ada")
    assert found is not None
    assert claim_states(found.chain) == ALL_HELD


def test_a_registration_whose_claims_were_freed_before_its_transaction_stores_nothing(harbour: OtherCell) -> None:
    freed = 0

    def free_first(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001  Django's
        nonlocal freed
        if "pg_advisory_xact_lock(%s, hashtext" in sql and not freed:
            with ThreadPoolExecutor(1) as elsewhere:
                freed = elsewhere.submit(elsewhere_settled).result()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(free_first), pytest.raises(Busy):
        world.sign_up("ada")

    assert freed == 1
    assert not Player.objects.exists()
    assert claim_states() == {}
    assert taken(harbour, "ada") == set()


def elsewhere_settled() -> int:
    try:
        return settle_pending(seconds=0)
    finally:
        connections.close_all()


def test_a_change_within_somebodys_transaction_that_is_rolled_back_is_settled_later(harbour: OtherCell) -> None:
    chain = world.sign_up("ada")
    with transaction.atomic():
        change_profile(chain, {"email": "new@example.test"}, reason="", actor="operator:test", now=NOW)
        assert claim_states(chain)["username"] == "pending", "it is committed before the row is"
        assert taken(harbour, "new") == {"email"}
        transaction.set_rollback(True)

    assert settle_pending(seconds=0) == 1
    assert claim_states(chain) == ALL_HELD
    assert taken(harbour, "new") == set()
    assert taken(harbour, "ada") == {"username", "person", "email"}


def count_of_claims() -> int:
    with session("owner") as owner:
        (count,) = owner.execute("SELECT count(*) FROM directory.claim").fetchone() or (0,)
    return int(count)


def status_of(chain: ChainId) -> str:
    return Player.objects.get(chain=chain).status


def waits_for_table() -> bool:
    with session("owner") as owner:
        found = owner.execute("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND locktype = 'relation')")
        return found.fetchone() == (True,)
