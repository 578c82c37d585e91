"""What identifies a player opens with the right key, in its own row, and not otherwise; the key can be replaced."""

from __future__ import annotations

import io
import json
import shutil
import signal
import subprocess
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from cryptography.exceptions import InvalidTag
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from audit import keys, seal
from audit.key_uses import SIGNING_KEYS
from audit.queries.events import events
from players import vault
from players.models import SealedProfile, VaultKey
from players.operations import rotate_vault_key as rotation
from players.operations.rotate_vault_key import AuthorisedBy, VaultKeyNeeded, VaultStep
from reddog_platform.diagnostics import run_diagnostics
from reddog_platform.embedded.home import CHECKOUT
from tests import world
from tests.world import NOW

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from pytest_django.fixtures import Settings

    from reddog_platform.diagnostic import Diagnostic

pytestmark = [pytest.mark.clause("F57"), pytest.mark.django_db]

PLAYERS = ("ada", "bob", "eve", "joe", "kim")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Settings) -> Iterator[Path]:
    """Have this installation's keys in a folder of the test's own, read afresh."""
    kept = tmp_path / "keys"
    shutil.copytree(settings.REDDOG_KEYS_DIR, kept)
    settings.REDDOG_KEYS_DIR = kept
    forget()
    yield kept
    forget()


def born(username: str) -> str:
    return world.identity_of(username).born.isoformat()


def forget() -> None:
    """Be as a process that has just started, which holds no key yet."""
    keys.secret.cache_clear()
    seal._cipher.cache_clear()


def alone(step: VaultStep, key: str) -> AuthorisedBy:  # noqa: ARG001  a caller's signature
    """Let anybody take a step."""
    return AuthorisedBy(actor="test", reason="")


def rotated() -> str:
    """Rotate as the command does."""
    name = rotation.begin_rotation(authorise=alone, now=NOW)
    while rotation.rewrap_some(at_most=2):
        pass
    return name


def found() -> Diagnostic:
    return next(diagnostic for diagnostic in run_diagnostics(now=datetime.now(UTC)) if diagnostic.subject == "vault")


# --- Sealing ------------------------------------------------------------------------------------------------


def test_a_database_that_was_copied_without_the_key_files_opens_nothing(folder: Path) -> None:
    chain = world.sign_up()
    assert vault.read(chain)["born"] == "1990-01-01"

    shutil.rmtree(folder)
    forget()
    with pytest.raises(FileNotFoundError):
        vault.read(chain)

    # The keys of another installation.
    call_command("make_keys", stdout=io.StringIO())
    with pytest.raises(InvalidTag):
        vault.read(chain)


@pytest.mark.parametrize("columns", [("wrapped_key", "document"), ("wrapped_key",), ("document",)])
def test_a_row_that_was_put_in_the_place_of_another_players_does_not_open(columns: tuple[str, ...]) -> None:
    ada, bob = world.sign_up("ada"), world.sign_up("bob")
    others = SealedProfile.objects.filter(player=bob).values(*columns).get()
    SealedProfile.objects.filter(player=ada).update(**others)

    with pytest.raises(InvalidTag):
        vault.read(ada)
    assert vault.read(bob)["born"] == born("bob")


def test_a_row_that_names_another_key_than_the_one_it_lies_under_does_not_open() -> None:
    chain = world.sign_up()
    before = SealedProfile.objects.get(player=chain)
    rotated()
    SealedProfile.objects.filter(player=chain).update(wrapped_key=before.wrapped_key)

    with pytest.raises(InvalidTag):
        vault.read(chain)


def test_a_document_that_is_replaced_lies_under_a_fresh_key() -> None:
    chain = world.sign_up()
    before = SealedProfile.objects.get(player=chain)
    vault.replace(chain, vault.read(chain) | {"email": "ada@example.com"})
    after = SealedProfile.objects.get(player=chain)

    assert vault.read(chain)["email"] == "ada@example.com"
    assert vault._unwrapped(after) != vault._unwrapped(before)
    assert b"example" not in bytes(after.document)
    # The key of before, which somebody may have had, opens nothing that is there now.
    SealedProfile.objects.filter(player=chain).update(wrapped_key=before.wrapped_key)
    with pytest.raises(InvalidTag):
        vault.read(chain)


# --- Rotation -----------------------------------------------------------------------------------------------


def test_a_rotation_leaves_every_document_as_it_was_and_the_old_key_without_use(folder: Path) -> None:
    chains = [world.sign_up(name) for name in PLAYERS]
    before = [vault.read(chain) for chain in chains]
    documents = list(SealedProfile.objects.order_by("player").values_list("document", flat=True))

    assert rotated() == "vault-2"

    assert [(key.name, key.profiles, key.opens) for key in vault.list_vault_keys()] == [
        ("vault-2", 5, True),
        ("vault", 0, True),
    ]
    assert list(SealedProfile.objects.order_by("player").values_list("document", flat=True)) == documents
    (folder / "vault.key").unlink()
    forget()
    assert [vault.read(chain) for chain in chains] == before
    assert vault.read(world.sign_up("new"))["born"] == born("new")


def test_old_and_new_rows_open_in_mid_rotation_and_the_next_call_goes_on() -> None:
    chains = [world.sign_up(name) for name in PLAYERS]
    before = [vault.read(chain) for chain in chains]

    assert rotation.begin_rotation(authorise=alone, now=NOW) == "vault-2"
    assert rotation.rewrap_some(at_most=2) == 2
    forget()
    assert [vault.read(chain) for chain in chains] == before
    assert not found().healthy
    assert found().state.endswith("vault still over 3")

    # Not a third key: the second is not over all rows yet.
    assert rotated() == "vault-2"
    assert [vault.read(chain) for chain in chains] == before
    assert found().healthy


def test_an_old_key_that_a_row_needs_is_not_destroyed(folder: Path) -> None:
    chain = world.sign_up()
    world.sign_up("bob")
    rotation.begin_rotation(authorise=alone, now=NOW)
    rotation.rewrap_some(at_most=1)
    before = world.everything_stored()

    with pytest.raises(VaultKeyNeeded) as refused:
        rotation.destroy_old(authorise=alone, now=NOW)
    with pytest.raises(CommandError, match="Finish the rotation first"):
        call_command("rotate_vault_key", "--destroy-old")

    assert refused.value.members == {"rows": 1}
    assert world.everything_stored() == before
    assert (folder / "vault.key").exists()
    assert vault.read(chain)["born"] == "1990-01-01"


def test_the_database_keeps_the_key_that_a_row_names() -> None:
    world.sign_up()

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        with pytest.raises(IntegrityError, match="players_vault"), transaction.atomic():
            cursor.execute("DELETE FROM players_vault_key")


def test_a_key_that_nothing_needs_is_destroyed_and_never_asked_for_again(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chain = world.sign_up()
    call_command("rotate_vault_key")
    call_command("rotate_vault_key", "--destroy-old")

    assert "vault-2.key holds: 1 data keys were wrapped under it" in capsys.readouterr().out
    assert not (folder / "vault.key").exists()
    assert list(VaultKey.objects.values_list("number", flat=True)) == [2]
    assert json.loads((folder / "keys.json").read_text())["made"][-1] == "vault-2"
    call_command("make_keys")
    assert capsys.readouterr().out == "All keys are there.\n"
    forget()
    assert vault.read(chain)["born"] == "1990-01-01"
    assert rotation.destroy_old(authorise=alone, now=NOW) == []
    told = [(event.kind, event.before, event.after) for event in events(subject=None, before=None, limit=9)]
    assert told == [("vault-key-destroyed", {"keys": ["vault"]}, {}), ("vault-key-changed", {}, {"key": "vault-2"})]


def test_a_key_that_was_drawn_ahead_for_all_machines_is_the_one_that_is_taken(folder: Path) -> None:
    world.sign_up()
    call_command("rotate_vault_key", "--draw-only")
    drawn = (folder / "vault-2.key").read_text()
    assert [key.name for key in vault.list_vault_keys()] == ["vault"]

    assert rotated() == "vault-2"
    assert (folder / "vault-2.key").read_text() == drawn
    assert (folder / "vault-2.key").stat().st_mode & 0o077 == 0


def test_a_vault_key_that_is_missing_or_another_is_red(folder: Path) -> None:
    world.sign_up()
    rotated()
    assert found().healthy

    drawn = (folder / "vault-2.key").read_text()
    (folder / "vault-2.key").write_text("00" * 32)
    forget()
    assert found().state == "vault-2.key does not open what it sealed"
    (folder / "vault-2.key").unlink()
    forget()
    assert not found().healthy
    (folder / "vault-2.key").write_text(drawn)
    assert found().healthy


_KILLED_AFTER_THE_FIRST_CHUNK = """
import os, signal
import django
django.setup()
from datetime import UTC, datetime
from players import vault
from players.operations import rotate_vault_key as rotation

real, wrapped = vault.rewrap, []
def once(row, number):
    if len(wrapped) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    wrapped.append(row)
    real(row, number)
vault.rewrap = once
rotation.begin_rotation(
    authorise=lambda step, key: rotation.AuthorisedBy(actor="test", reason=""), now=datetime.now(UTC)
)
while rotation.rewrap_some(at_most=2):
    pass
"""


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_rotation_that_is_killed_loses_nothing_and_goes_on(
    servers_environment: Mapping[str, str], folder: Path
) -> None:
    chains = [world.sign_up(name) for name in PLAYERS]
    environment = {**servers_environment, "REDDOG_KEYS_DIR": str(folder)}
    command = [sys.executable, "-c", _KILLED_AFTER_THE_FIRST_CHUNK]
    killed = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, check=False)

    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert [(key.name, key.profiles) for key in vault.list_vault_keys()] == [("vault-2", 2), ("vault", 3)]
    assert [vault.read(chain)["born"] for chain in chains] == [born(name) for name in PLAYERS]
    assert rotated() == "vault-2"
    assert [(key.name, key.profiles) for key in vault.list_vault_keys()] == [("vault-2", 5), ("vault", 0)]


# --- Making keys --------------------------------------------------------------------------------------------


def test_a_key_that_a_new_version_adds_is_drawn_and_one_that_was_made_is_not_drawn_again(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # As an installation has them that was made before person.key was, and before keys.json listed what was made.
    (folder / "person.key").unlink()
    listed = json.loads((folder / "keys.json").read_text())
    del listed["made"]
    (folder / "keys.json").write_text(json.dumps(listed))
    others = {path.name: path.read_text() for path in folder.glob("*.key")}

    call_command("make_keys")

    assert capsys.readouterr().out == "Made person.\n"
    assert {path.name: path.read_text() for path in folder.glob("*.key") if path.name != "person.key"} == others
    (folder / "person.key").unlink()
    with pytest.raises(CommandError, match=r"person\.key was made once and is gone"):
        call_command("make_keys")
    assert keys.public_keys() == {use: listed[use] for use in SIGNING_KEYS}
