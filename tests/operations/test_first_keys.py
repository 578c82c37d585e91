"""The first keys of a house: made once, and announced by whatever of the root is there, its key or its warrants, or not at all."""

from __future__ import annotations

import io
import itertools
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from django.core.management import CommandError, call_command

from audit import clock, keys, signing_keys
from audit.core.note import sign_note
from audit.key_uses import SECRET_KEYS
from audit.operations.export import export_log
from audit.operations.write_system_record import announce_keys
from audit.queries.announced_keys import key_records
from tests import world
from tests.verifier.auditor import audited_folder, code

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from pytest_django.fixtures import Settings

pytestmark = [pytest.mark.django_db(transaction=True)]

SUBSETS = [notes for count in range(3) for notes in itertools.combinations(("rounds", "log"), count)]


def now() -> datetime:
    return datetime.now(UTC)


def command(name: str, *words: str) -> str:
    said = io.StringIO()
    call_command(name, *words, stdout=said)
    return said.getvalue()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Settings) -> Iterator[Path]:
    """Have a folder of this test's own, without keys."""
    settings.REDDOG_KEYS_DIR = tmp_path / "keys"
    settings.REDDOG_LOG_DIR = str(tmp_path / "published")
    _begin_anew()
    yield tmp_path / "keys"
    _begin_anew()


def _begin_anew() -> None:
    keys.forget()
    signing_keys.forget()
    clock.forget()


def warranted(folder: Path, uses: Sequence[str]) -> None:
    """Lay the root's warrants for these keys beside them."""
    begins = ("--from", (now() - timedelta(minutes=1)).isoformat())
    for use in uses:
        warrant, _ = command(
            "sign_key_notes", use, keys.public_keys()[use], *begins, "--out", str(folder.parent)
        ).split()
        (folder.parent / warrant).rename(folder / f"{use}.note")


@pytest.mark.parametrize("notes", SUBSETS)
def test_where_the_root_is_the_first_keys_are_announced_whichever_have_warrants(
    folder: Path, tmp_path: Path, notes: Sequence[str]
) -> None:
    command("make_keys")
    warranted(folder, notes)

    world.open_house(now=now())

    bounded = [record.window_ms is not None for record in key_records()]
    assert bounded == ["rounds" in notes, "log" in notes]
    world.play_round(world.seat_player(now=now()), now=now())
    command("sequencer", "--once")
    export_log(tmp_path / "export")
    assert code(audited_folder(tmp_path / "export")) == "OK"


@pytest.mark.parametrize("notes", SUBSETS)
def test_where_the_root_is_elsewhere_both_have_warrants_or_nothing_is_written(
    folder: Path, tmp_path: Path, notes: Sequence[str]
) -> None:
    command("make_keys")
    warranted(folder, notes)
    (folder / "root.key").unlink()
    _begin_anew()
    before = world.everything_stored()

    if len(notes) < 2:
        with pytest.raises(FileNotFoundError, match=r"root\.key"):
            announce_keys(now=now())
        assert world.everything_stored() == before
        return
    assert announce_keys(now=now()) == 2
    command("sequencer", "--once")
    export_log(tmp_path / "export")
    assert code(audited_folder(tmp_path / "export")) == "OK"


def test_what_else_lies_there_as_a_note_is_passed_over(folder: Path) -> None:
    """A policy that the root signed, a warrant that was cut while it was copied, and anything else."""
    command("make_keys")
    warranted(folder, ("rounds", "log"))
    whole = (folder / "log.note").read_bytes()
    (folder / "a-policy.note").write_text(sign_note("log x\nquorum none\n", keys.signer("root")))
    # Within the dash before the root's name, which is three bytes.
    (folder / "cut.note").write_bytes(whole[: whole.rindex("\u2014".encode()) + 1])
    (folder / "empty.note").write_bytes(b"")
    (folder / "root.key").unlink()
    _begin_anew()

    assert announce_keys(now=now()) == 2


def root_elsewhere(tmp_path: Path, settings: Settings, name: str = "away") -> str:
    """Draw a root in a folder of its own, and return its vkey."""
    here, settings.REDDOG_KEYS_DIR = settings.REDDOG_KEYS_DIR, tmp_path / name
    public = command("make_root").strip()
    settings.REDDOG_KEYS_DIR = here
    _begin_anew()
    return public


def killed_before_the_list(*words: str) -> dict[str, bytes]:
    """Make keys as far as a call comes that is killed before it lists them, and return their files."""
    with pytest.MonkeyPatch.context() as listing:
        listing.setattr("audit.management.commands.make_keys.list_made", _killed)
        with pytest.raises(KeyboardInterrupt):
            command("make_keys", *words)
    _begin_anew()
    return stored_keys()


def _killed(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def stored_keys() -> dict[str, bytes]:
    return {name: keys.path_of(name).read_bytes() for name in keys.present()}


def test_a_root_that_a_killed_call_left_is_not_taken_and_not_left_beside_another_one(
    folder: Path, tmp_path: Path, settings: Settings
) -> None:
    public = root_elsewhere(tmp_path, settings)
    left = killed_before_the_list()
    assert "root" in left

    with pytest.raises(CommandError, match=r"root\.key is here.*remove that file"):
        command("make_keys", "--root", public)

    assert stored_keys() == left
    assert sorted(path.name for path in folder.iterdir()) == sorted(f"{name}.key" for name in left)
    keys.path_of("root").unlink()
    command("make_keys", "--root", public)
    assert keys.public_keys()["root"] == public
    del left["root"]
    assert stored_keys() == left, "those that were drawn are kept"


def test_a_call_that_is_killed_after_it_took_a_root_is_gone_on_with_under_that_root(
    folder: Path, tmp_path: Path, settings: Settings
) -> None:
    public, other = root_elsewhere(tmp_path, settings), root_elsewhere(tmp_path, settings, "other")
    left = killed_before_the_list("--root", public)
    assert "root" not in left

    with pytest.raises(CommandError, match="An earlier call"):
        command("make_keys", "--root", other)
    command("make_keys")

    assert keys.public_keys()["root"] == public
    assert stored_keys() == left
    assert not [path for path in folder.iterdir() if path.suffix not in (".key", ".json")]
    command("make_keys")
    command("make_keys", "--root", public)


def test_the_roots_folder_and_the_houses_are_two(folder: Path) -> None:
    killed_before_the_list()
    with pytest.raises(CommandError, match=r"has keys already: .*rounds\.key"):
        command("make_root")
    for path in folder.iterdir():
        path.unlink()

    public = command("make_root").strip()
    with pytest.raises(CommandError, match="has the root alone"):
        command("make_keys")
    assert keys.listed() == {"root": public, "made": ["root"]}
    assert not set(keys.present()) & set(SECRET_KEYS)
