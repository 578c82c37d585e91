"""Vault keys by four eyes: once two administrators have enrolled, one person alone changes none."""

from __future__ import annotations

import io
import shutil
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from approvals.core.release import AUTHORISED_FOR
from approvals.operations.vault_keys import (
    VaultStepNotAuthorised,
    begin_authorised_rotation,
    destroy_old_authorised,
)
from approvals.queries.vault_keys import ACT
from audit import keys, seal
from audit.console_user import console_actor
from audit.queries.events import events
from players import vault
from players.operations.rotate_vault_key import rewrap_some
from staff.core.roles import Role
from tests import world
from tests.authenticator import enrol_member
from tests.two_people import approved_by, proposed_by
from tests.world import NOW

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path

    from pytest_django.fixtures import Settings

    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F45"), pytest.mark.django_db]

LATER = NOW + timedelta(hours=1)
ROTATE = {"step": "rotate", "key": "vault-2"}
DESTROY = {"step": "destroy-old", "key": "vault-2"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Settings) -> Iterator[Path]:
    """Have this installation's keys in a folder of the test's own, read afresh."""
    kept = tmp_path / "keys"
    shutil.copytree(settings.REDDOG_KEYS_DIR, kept)
    settings.REDDOG_KEYS_DIR = kept
    _forget()
    yield kept
    _forget()


@pytest.fixture
def player() -> ChainId:
    """Have a player, and two administrators who have enrolled."""
    for username in ("ann", "ben"):
        world.create_staff(username, Role.ADMINISTRATORS)
        enrol_member(username)
    return world.sign_up()


def _forget() -> None:
    keys.secret.cache_clear()
    seal._cipher.cache_clear()


def authorise(arguments: dict[str, str], *, by: tuple[str, str], now: datetime = NOW) -> None:
    proposal = proposed_by(by[0], ACT, arguments, role=Role.ADMINISTRATORS, now=now)
    world.create_staff(by[1], Role.ADMINISTRATORS, now=now)
    approved_by(by[1], proposal, now=now)


def newest() -> Any:
    return next(iter(events(subject=None, before=None, limit=1)))


def rotated() -> None:
    authorise(ROTATE, by=("vic", "wes"))
    begin_authorised_rotation(now=LATER)
    while rewrap_some():
        pass


def test_one_person_alone_takes_no_other_vault_key(player: ChainId, folder: Path) -> None:
    before = world.everything_stored()

    with pytest.raises(VaultStepNotAuthorised) as refused:
        begin_authorised_rotation(now=LATER)
    with pytest.raises(CommandError, match=f"Nothing was changed.* {ACT} with step rotate and key vault-2"):
        call_command("rotate_vault_key", stdout=io.StringIO())

    assert refused.value.members == {"act": ACT, **ROTATE}
    assert world.everything_stored() == before
    assert not (folder / "vault-2.key").exists()
    assert vault.read(player)["born"] == "1990-01-01"


def test_a_rotation_names_the_two_who_authorised_it_and_goes_on_without_asking_again(player: ChainId) -> None:
    authorise({**ROTATE, "key": "vault-3"}, by=("xia", "yul"))
    with pytest.raises(VaultStepNotAuthorised):
        begin_authorised_rotation(now=LATER)
    authorise(ROTATE, by=("vic", "wes"))
    with pytest.raises(VaultStepNotAuthorised):
        begin_authorised_rotation(now=NOW + AUTHORISED_FOR)

    assert begin_authorised_rotation(now=LATER) == "vault-2"

    event = newest()
    assert (event.kind, event.actor, event.reason) == ("vault-key-changed", "staff:vic+wes", "a test")
    # Killed before a row was wrapped: the next call ends the same rotation.
    assert begin_authorised_rotation(now=NOW + AUTHORISED_FOR) == "vault-2"
    assert rewrap_some() == 1
    assert vault.read(player)["born"] == "1990-01-01"
    # Its authorisation is used up: the next key is another one.
    with pytest.raises(VaultStepNotAuthorised) as refused:
        begin_authorised_rotation(now=LATER)
    assert refused.value.members == {"act": ACT, "step": "rotate", "key": "vault-3"}


@pytest.mark.usefixtures("player")
def test_one_person_alone_destroys_no_vault_key(folder: Path) -> None:
    rotated()
    before = world.everything_stored()

    with pytest.raises(VaultStepNotAuthorised) as refused:
        destroy_old_authorised(now=LATER)

    assert refused.value.members == {"act": ACT, **DESTROY}
    assert world.everything_stored() == before
    assert (folder / "vault.key").exists()


@pytest.mark.usefixtures("player")
def test_two_destroy_the_older_keys_and_other_machines_follow_without_asking_again(folder: Path) -> None:
    # What they saw before the rotation is not what they would destroy.
    authorise(DESTROY, by=("xia", "yul"))
    rotated()
    with pytest.raises(VaultStepNotAuthorised):
        destroy_old_authorised(now=LATER)
    authorise(DESTROY, by=("pam", "quin"))

    elsewhere = (folder / "vault.key").read_bytes()
    assert destroy_old_authorised(now=LATER) == ["vault"]

    event = newest()
    assert (event.kind, event.actor, event.reason) == ("vault-key-destroyed", "staff:pam+quin", "a test")
    assert not (folder / "vault.key").exists()
    (folder / "vault.key").write_bytes(elsewhere)
    assert destroy_old_authorised(now=NOW + AUTHORISED_FOR) == ["vault"]
    assert not (folder / "vault.key").exists()


def test_before_two_have_enrolled_whoever_is_at_the_console_is_named(folder: Path) -> None:
    world.sign_up()

    call_command("rotate_vault_key", stdout=io.StringIO())
    call_command("rotate_vault_key", "--destroy-old", stdout=io.StringIO())

    assert not (folder / "vault.key").exists()
    told = [(event.kind, event.actor) for event in events(subject=None, before=None, limit=2)]
    assert told == [("vault-key-destroyed", console_actor()), ("vault-key-changed", console_actor())]
