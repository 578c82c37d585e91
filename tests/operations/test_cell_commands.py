"""`manage.py cell` as an operator runs it: killed on its way and repeated, without a root, and where it is refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest
import redis
from django.conf import settings

from audit.clock import database_now
from audit.core.note import vkey
from audit.file_signer import FileSigner
from kernel.cell import Cell
from tests import world
from tests.journeys.running import manage, surroundings, until
from tests.own_cells import (
    creating,
    environment_of,
    make_cell,
    own_keys,
    removed_afterwards,
    role_of,
    run_in,
    session,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

pytestmark = pytest.mark.slow(seconds=100)

_FIRST_KEYS: Final = 2
"""A cell's log announces the key of its records and the key of its checkpoints, once each."""


@pytest.fixture
def house(servers_environment: Mapping[str, str], tmp_path: Path) -> dict[str, str]:
    """Return the environment of an installation that has tables and keys."""
    return own_keys(surroundings(servers_environment, tmp_path), tmp_path)


@pytest.fixture
def cell() -> Iterator[Cell]:
    with removed_afterwards("north") as (made,):
        yield made


def rows(cell: Cell) -> dict[str, int]:
    """Return how many rows a cell has in those tables that its making fills; nothing before they are there."""
    counted: dict[str, int] = {}
    with session("owner") as owner:
        for table in ("django_migrations", "audit_record", "audit_event", "games_sheet", "staff_member"):
            there = owner.execute("SELECT to_regclass(%s) IS NOT NULL", [f"{cell.schema}.{table}"]).fetchone()
            if there == (True,):
                found = owner.execute(f"SELECT count(*) FROM {cell.schema}.{table}".encode()).fetchone()
                assert found is not None
                counted[table] = found[0]
    return counted


def keys_announced(cell: Cell) -> int:
    with session("owner") as owner:
        query = f"SELECT count(*) FROM {cell.schema}.audit_record WHERE type = 'key'"
        found = owner.execute(query.encode()).fetchone()
    assert found is not None
    return int(found[0])


def test_a_cell_whose_making_was_killed_again_and_again_is_made_once(
    cell: Cell, house: Mapping[str, str], tmp_path: Path
) -> None:
    keys = tmp_path / "keys" / "cells" / cell.name
    moments: dict[str, Callable[[], bool]] = {
        "the schema is there": lambda: bool(list_of(house)),
        "some tables are there": lambda: rows(cell).get("django_migrations", 0) > 20,
        "all tables are there": lambda: rows(cell).get("django_migrations", 0) > 100,
        "some keys are there": (keys / "log.key").exists,
        "the keys are announced": lambda: rows(cell).get("audit_record", 0) > 0,
        "some rules are published": lambda: rows(cell).get("games_sheet", 0) > 0,
    }
    for number, (moment, arrived) in enumerate(moments.items()):
        with creating(cell, house, tmp_path / f"{number}.log") as making:
            until(lambda: arrived() or making.ended())  # noqa: B023  called before the next turn
            assert not making.ended(), f"it ended before {moment}: {making.said()}"
        assert list_of(house) == [(cell.name, "unfinished")]

    make_cell(cell, house)

    assert list_of(house) == [(cell.name, "open")]
    assert keys_announced(cell) == _FIRST_KEYS
    made, written = rows(cell), {file.name: file.read_bytes() for file in keys.iterdir()}
    make_cell(cell, house)
    assert rows(cell) == made
    assert {file.name: file.read_bytes() for file in keys.iterdir()} == written
    assert "root.key" not in written
    sound = manage("fsck", environment=environment_of(cell, house))
    assert sound.returncode == 0, sound.stdout


def list_of(house: Mapping[str, str]) -> list[tuple[str, str]]:
    listed = manage("cell", "list", environment=house)
    assert listed.returncode == 0, listed.stderr
    return [(line.split("\t")[0], line.split("\t")[1]) for line in listed.stdout.splitlines()]


def test_where_the_root_is_elsewhere_a_cell_waits_for_its_warrants(
    cell: Cell, house: Mapping[str, str], tmp_path: Path
) -> None:
    keys, elsewhere = tmp_path / "keys", tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name in ("keys.json", "root.key"):
        (elsewhere / name).write_bytes((keys / name).read_bytes())
    (keys / "root.key").unlink()

    waiting = manage("cell", "create", cell.name, environment=house)

    assert waiting.returncode == 1
    asked = re.findall(r"^  manage\.py (sign_key_notes .+)$", waiting.stderr, re.MULTILINE)
    assert len(asked) == _FIRST_KEYS, waiting.stderr
    assert list_of(house) == [(cell.name, "unfinished")]
    for words in asked:
        at_root = {**house, "REDDOG_KEYS_DIR": str(elsewhere)}
        signed = manage(*words.split(), "--out", str(keys / "cells" / cell.name), environment=at_root)
        assert signed.returncode == 0, signed.stderr
    make_cell(cell, house)
    assert keys_announced(cell) == _FIRST_KEYS


def test_a_cells_keys_are_under_the_root_of_the_installation_and_its_own_otherwise(
    cell: Cell, house: Mapping[str, str], tmp_path: Path
) -> None:
    make_cell(cell, house)

    keys = tmp_path / "keys"
    root = FileSigner.of("demo.reddog.example/root", bytes.fromhex((keys / "root.key").read_text()))
    said = run_in(cell, "from audit.keys import public_keys; print(*public_keys().values(), sep='\\n')", house)
    assert vkey(root) in said
    for name in ("log", "rounds", "seal", "vault", "pin", "person", "factor"):
        assert (keys / "cells" / cell.name / f"{name}.key").read_bytes() != (keys / f"{name}.key").read_bytes()


def test_a_cells_tasks_wait_in_queues_of_its_own(cell: Cell, house: Mapping[str, str]) -> None:
    store = redis.Redis.from_url(settings.REDIS_URL, decode_responses=True)
    prefix = cell.redis_prefix
    before = {key for key in map(str, store.keys("*")) if not key.startswith(prefix)}
    sent = """
from datetime import UTC, datetime
from reddog_platform.celery import app
from reddog_platform.queue_figures import queue_figures
from rest.throttling import _Count, _wait_ms
app.send_task("games.expire_rounds")
_wait_ms([_Count("log-in", "address", "192.0.2.1", 5, 60)])
lengths = next(queue_figures(datetime.now(UTC)))
print(*[sample.value for sample in lengths.samples])
"""

    (lengths,) = run_in(cell, sent, house)

    try:
        assert lengths in {"1 0", "1.0 0.0"}, "one waits in realtime, and none in batch"
        assert store.llen(f"{prefix}realtime") == 1
        assert store.exists(f"{prefix}throttle:log-in:address:192.0.2.1") == 1
        assert {key for key in map(str, store.keys("*")) if not key.startswith(prefix)} == before
    finally:
        store.delete(*store.keys(f"{prefix}*"))


def test_a_role_that_reads_the_installation_is_no_cells(cell: Cell, house: Mapping[str, str]) -> None:
    role = role_of(cell)
    with session("owner") as owner:
        owner.execute(f"CREATE ROLE {role} LOGIN".encode())
        owner.execute(f"GRANT USAGE ON SCHEMA public TO {role}".encode())
    try:
        refused = manage("cell", "create", cell.name, environment=house)
    finally:
        with session("owner") as owner:
            owner.execute(f"REVOKE USAGE ON SCHEMA public FROM {role}".encode())

    assert refused.returncode == 1
    assert f"{role} may use public" in refused.stderr
    assert list_of(house) == []


def test_a_schema_of_somebody_else_is_no_cell(cell: Cell, house: Mapping[str, str]) -> None:
    with session("owner") as owner:
        owner.execute(f"CREATE SCHEMA {cell.schema}".encode())

    refused = manage("cell", "create", cell.name, environment=house)

    assert refused.returncode == 1
    assert f"The database has a schema {cell.schema}, which is no cell" in refused.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["create", "Nowhere"], "'Nowhere' names no cell"),
        (["close", "nowhere", "--reason", "a test"], "There is no cell nowhere."),
        (["open", "nowhere", "--reason", "a test"], "There is no cell nowhere."),
    ],
)
def test_what_is_no_cell_is_refused(words: list[str], said: str, house: Mapping[str, str]) -> None:
    refused = manage("cell", *words, environment=house)

    assert refused.returncode != 0
    assert said in refused.stderr


@pytest.mark.parametrize("command", [["cell", "list"], ["cell", "create", "other"], ["demo"], ["restore_drill"]])
def test_what_is_the_installations_is_refused_in_a_cell(command: list[str], house: Mapping[str, str]) -> None:
    refused = manage(*command, environment=environment_of(Cell("somewhere"), house))

    assert refused.returncode == 1
    assert "REDDOG_CELL" in refused.stderr or "or a cell" in refused.stderr


_SIGN_UP = """
from audit.clock import database_now
from tests import world
from kernel.refusals import Refusal
try:
    world.sign_up("ada", now=database_now())
    print("opened")
except Refusal as refusal:
    print(refusal.code)
"""


def test_who_played_before_the_first_cell_keeps_name_and_person_in_all_cells(
    cell: Cell, house: Mapping[str, str], tmp_path: Path
) -> None:
    world.open_house(now=database_now())
    world.sign_up("ada", now=database_now())

    made = manage("cell", "create", cell.name, environment=house)
    assert made.returncode == 0, made.stderr
    assert (
        "installation: 1 players, 1 claimed now, 0 settled, 0 lost accounts freed, 0 excluded players told of"
        in made.stdout
    )
    assert (tmp_path / "keys" / "directory.key").exists()

    assert run_in(cell, _SIGN_UP, house) == ["username-taken"]
    again = manage("cell", "create", cell.name, environment=house)
    assert again.returncode == 0, again.stderr
    assert "claimed now" not in again.stdout, "whoever came later claimed as they registered"
    migrated = manage("cell", "migrate", environment=house)
    assert migrated.returncode == 0, migrated.stderr
    assert "installation: 1 players, 0 claimed now" in migrated.stdout
    assert f"{cell.name}: 0 players, 0 claimed now" in migrated.stdout


@pytest.mark.parametrize("words", [["create", "elsewhere"], ["move"]])
def test_without_citus_a_cell_is_placed_nowhere(cell: Cell, words: list[str], house: Mapping[str, str]) -> None:
    if words == ["move"]:
        with session("owner") as owner:
            owner.execute(f"CREATE SCHEMA {cell.schema}".encode())
            owner.execute(f"COMMENT ON SCHEMA {cell.schema} IS 'Red Dog cell'".encode())
        words = ["move", cell.name]

    refused = manage("cell", *words, "--to", "127.0.0.1:5432", environment=house)

    assert refused.returncode == 1
    assert "This database has no Citus" in refused.stderr
    with session("owner") as owner:
        assert owner.execute("SELECT to_regnamespace('cell_elsewhere') IS NULL").fetchone() == (True,), (
            "nothing was made"
        )


def test_a_server_is_named_by_host_and_port(cell: Cell, house: Mapping[str, str]) -> None:
    refused = manage("cell", "move", cell.name, "--to", "127.0.0.1", environment=house)

    assert refused.returncode == 2
    assert "'127.0.0.1' is no address such as 10.0.0.7:5432." in refused.stderr


@pytest.mark.django_db
def test_every_table_can_be_copied_while_it_is_written() -> None:
    without = """
SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relreplident <> 'f'
  AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = pg_class.oid AND indisprimary)
"""
    with session("owner") as owner:
        assert owner.execute(without).fetchall() == []
