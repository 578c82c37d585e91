"""What a cell's role may do in the directory: for itself alone, and nothing else."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.conf import settings
from psycopg.errors import InsufficientPrivilege

from reddog_platform.cells import owner_connection
from tests import world
from tests.operations.test_directory import ALL_HELD
from tests.other_cell import OtherCell, claim_states, harbour
from tests.own_cells import role_of, session
from tests.world import NOW

__all__ = ["harbour"]

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "owner"]),
    pytest.mark.clause("F21"),
    pytest.mark.slow(seconds=20),
]


@pytest.fixture(autouse=True)
def house() -> None:
    world.open_house()


def test_a_cell_reaches_the_directory_for_itself_alone(harbour: OtherCell) -> None:
    chain = world.sign_up("ada")
    with owner_connection().cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relnamespace = 'directory'::regnamespace AND relkind = 'r'")
        tables = [name for (name,) in cursor.fetchall()]
    assert sorted(tables) == ["claim", "collision", "mark", "reader"]
    installation = settings.DATABASES["default"]["USER"]
    for user in (role_of(harbour.cell), installation):
        with session("default", user=user) as role:
            for table in tables:
                for asked in ("SELECT FROM {}", "DELETE FROM {}", "TRUNCATE {}", "INSERT INTO {} DEFAULT VALUES"):
                    with pytest.raises(InsufficientPrivilege):
                        role.execute(asked.format(f"directory.{table}").encode())
            with pytest.raises(InsufficientPrivilege):
                role.execute("CREATE TABLE directory.mine ()")
    for function, arguments in {
        "claim": (uuid4(), [], [], []),
        "has_claims": (chain, [], []),
        "settle": (chain, [], []),
        "pending": (0, 10),
        "holders": (None, 10),
        "known": ([chain],),
        "mark": (chain, [], None, False),
        "mark_listed": (uuid4(), [], []),
        "unlist_others": (uuid4(),),
        "bound": (None, None),
        "was_read": (NOW,),
        "standing": (0,),
    }.items():
        for own in ("", "elsewhere"):
            with pytest.raises(InsufficientPrivilege):
                harbour.call(function, *arguments, own=own)
        harbour.call(function, *arguments)
    with pytest.raises(InsufficientPrivilege):
        harbour.call("cell_of", b"", own="username")
    with pytest.raises(InsufficientPrivilege):
        harbour.call("may_speak_for")
    # For itself it did all of that, with an account's id of another cell, and that one has lost nothing.
    assert claim_states(chain) == ALL_HELD


def test_a_role_that_was_set_speaks_for_its_own_cell(harbour: OtherCell) -> None:
    with session("owner") as owner:
        owner.execute(f"GRANT {role_of(harbour.cell)} TO CURRENT_USER".encode())
        owner.execute(f"SET ROLE {role_of(harbour.cell)}".encode())
        assert owner.execute("SELECT * FROM directory.known(%s, '{}')", [harbour.cell.name]).fetchall() == []
        with pytest.raises(InsufficientPrivilege):
            owner.execute("SELECT * FROM directory.known('', '{}')")


@pytest.mark.usefixtures("harbour")
def test_every_function_runs_as_the_owner_with_a_fixed_search_path() -> None:
    with session("owner") as owner:
        found = owner.execute(
            "SELECT proname, prosecdef, proconfig, proowner::regrole::text FROM pg_proc"
            " WHERE pronamespace = 'directory'::regnamespace"
        ).fetchall()
    assert len(found) == 14
    for name, is_definer, configured, owner_name in found:
        assert (is_definer, configured) == (True, ["search_path=pg_catalog, pg_temp"]), name
        assert owner_name == settings.DATABASES["owner"]["USER"]
