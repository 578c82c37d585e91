"""Keys at rest: encrypted under a passphrase or by a program, refused where that was tampered with, changed in place."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest
from django.core.management import call_command

from audit import key_encryption, keys
from audit.key_custody import word_path
from audit.key_encryption import KeyFileRefused
from audit.key_uses import PROCESS_KEYS, SECRET_KEYS, SIGNING_KEYS, KeyHolder
from kernel.cell import Cell
from kernel.serving import begin_as, own_cell
from reddog_platform import environment, key_diagnostics
from reddog_platform.embedded.home import CHECKOUT
from reddog_platform.parent_log import draw_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from pytest_django.fixtures import Settings

PASSPHRASE: Final = "nine red dogs in the rain"
WITHOUT_CELLS: Final = [process for process in KeyHolder if process is not KeyHolder.PARENT_LOG]
ALL: Final = sorted((*SIGNING_KEYS, *SECRET_KEYS))


@pytest.fixture
def in_cell() -> Iterator[Callable[[Cell], None]]:
    """Yield what makes this process one of a cell until the test is over."""
    before = own_cell()
    yield begin_as
    begin_as(before)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Be in production, with an empty folder and a passphrase in a file; hold no key before and after."""
    # One pass over the least memory: what is tested is not how long guessing takes.
    monkeypatch.setattr(key_encryption, "_PASSES", 1)
    monkeypatch.setattr(key_encryption, "_MEMORY_KIB", 1024)
    (tmp_path / "passphrase").write_text(PASSPHRASE + "\n")
    settings.REDDOG_KEYS_DIR = tmp_path / "keys"
    settings.REDDOG_KEYS_PLAIN = False
    settings.REDDOG_KEYS_APART = True
    settings.REDDOG_KEYS_PASSPHRASE_FILE = str(tmp_path / "passphrase")
    keys.forget()
    yield tmp_path / "keys"
    keys.forget()


def command(name: str, *words: str) -> str:
    said = io.StringIO()
    call_command(name, *words, stdout=said)
    return said.getvalue()


def all_keys() -> dict[str, bytes]:
    """Read every key as a process that has just started does."""
    keys.forget()
    return {name: keys.read(name) for name in keys.present()}


def plain_installation(settings: Settings) -> dict[str, bytes]:
    """Make keys as an installation has them that was told of no passphrase."""
    told, settings.REDDOG_KEYS_PASSPHRASE_FILE = settings.REDDOG_KEYS_PASSPHRASE_FILE, ""
    settings.REDDOG_KEYS_PLAIN = True
    command("make_keys")
    made = all_keys()
    settings.REDDOG_KEYS_PASSPHRASE_FILE, settings.REDDOG_KEYS_PLAIN = told, False
    return made


# --- A passphrase -------------------------------------------------------------------------------------------


def test_keys_are_made_encrypted_and_opened_with_the_passphrase(folder: Path) -> None:
    command("make_keys")
    made = all_keys()

    assert sorted(made) == ALL
    assert len(set(made.values())) == len(ALL)
    for name, key in made.items():
        content = (folder / f"{name}.key").read_bytes()
        assert key.hex().encode() not in content
        assert json.loads(content)["v"] == "reddog-key/1"
        assert (folder / f"{name}.key").stat().st_mode & 0o077 == 0
    assert keys.signer("rounds").name == keys.public_keys()["rounds"].partition("+")[0]
    assert all_keys() == made


def test_a_cell_whose_keys_were_encrypted_by_themselves_opens_the_one_root(
    settings: Settings, folder: Path, in_cell: Callable[[Cell], None]
) -> None:
    root = plain_installation(settings)["root"]
    command("encrypt_keys")
    in_cell(Cell("harbour"))
    settings.REDDOG_KEYS_DIR = folder / Cell("harbour").folder
    command("make_keys")

    made = all_keys()

    assert (settings.REDDOG_KEYS_DIR / "kek.json").read_bytes() != (folder / "kek.json").read_bytes()
    assert sorted(made) == sorted({*ALL} - {"root"})
    assert keys.read("root") == root


def test_the_documented_cost_is_the_one_that_a_file_gets(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.undo()
    folder.mkdir()
    wrapper = key_encryption.PassphraseWrapper(lambda: PASSPHRASE)
    document = json.loads(key_encryption.new_kek(wrapper))

    assert (document["memory_kib"], document["passes"], document["lanes"]) == (65_536, 3, 4)


def test_the_passphrase_is_stretched_once_for_all_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    command("make_keys")
    keys.forget()
    stretch, stretched = key_encryption._stretched, []

    def counted(passphrase: str, members: Mapping[str, object]) -> bytes:
        stretched.append(passphrase)
        return stretch(passphrase, members)

    monkeypatch.setattr(key_encryption, "_stretched", counted)

    for name in SECRET_KEYS:
        keys.secret(name)
    keys.signer("rounds")

    assert stretched == [PASSPHRASE]


def test_a_wrong_passphrase_opens_nothing_and_draws_nothing(settings: Settings, tmp_path: Path, folder: Path) -> None:
    command("make_keys")
    (tmp_path / "passphrase").write_text("nine red dogs in the sun")
    keys.forget()

    with pytest.raises(KeyFileRefused, match=r"kek\.json does not open: the passphrase is another one"):
        keys.secret("seal")
    with pytest.raises(KeyFileRefused, match=r"kek\.json does not open"):
        keys.draw("vault-2")
    assert not (folder / "vault-2.key").exists()
    settings.REDDOG_KEYS_PASSPHRASE_FILE = ""
    with pytest.raises(KeyFileRefused, match="REDDOG_KEYS_PASSPHRASE_FILE"):
        keys.secret("seal")


def test_a_short_passphrase_makes_no_keys(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "passphrase").write_text("fifteen letters")

    with pytest.raises(KeyFileRefused, match=r"15 characters\. It needs 16"):
        command("make_keys")
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("member", ["ciphertext", "nonce", "salt", "memory_kib", "passes", "lanes", "method", "v"])
def test_every_member_of_the_wrapped_key_is_bound(folder: Path, member: str) -> None:
    command("make_keys")
    document = json.loads((folder / "kek.json").read_text())
    value = document[member]
    document[member] = value + 1 if isinstance(value, int) else ("0" if value[0] != "0" else "1") + value[1:]
    (folder / "kek.json").write_text(json.dumps(document, separators=(",", ":"), sort_keys=True) + "\n")
    keys.forget()

    with pytest.raises(KeyFileRefused):
        keys.secret("seal")


@pytest.mark.parametrize(("file", "member"), [("kek", "nonce"), ("kek", "salt"), ("seal", "nonce")])
@pytest.mark.parametrize("value", ["", "00", "ab" * 300])
def test_a_member_of_another_length_is_named(folder: Path, file: str, member: str, value: str) -> None:
    command("make_keys")
    path = folder / ("kek.json" if file == "kek" else f"{file}.key")
    document = json.loads(path.read_text()) | {member: value}
    path.write_text(json.dumps(document, separators=(",", ":"), sort_keys=True) + "\n")
    keys.forget()

    with pytest.raises(KeyFileRefused, match=f"The member {member} has {len(value) // 2} bytes"):
        keys.secret("seal")


@pytest.mark.parametrize(("member", "value"), [("memory_kib", 2**40), ("passes", 10**6), ("lanes", 0)])
def test_a_file_cannot_ask_for_unbounded_work(folder: Path, member: str, value: int) -> None:
    command("make_keys")
    document = json.loads((folder / "kek.json").read_text()) | {member: value}
    (folder / "kek.json").write_text(json.dumps(document, separators=(",", ":"), sort_keys=True) + "\n")
    keys.forget()

    with pytest.raises(KeyFileRefused, match=f"asks for {member} {value}"):
        keys.secret("seal")


# --- A file that is not what it should be -------------------------------------------------------------------


@pytest.mark.parametrize("member", ["ciphertext", "nonce"])
def test_a_key_file_that_was_altered_is_refused(folder: Path, member: str) -> None:
    command("make_keys")
    document = json.loads((folder / "seal.key").read_text())
    document[member] = ("0" if document[member][0] != "0" else "1") + document[member][1:]
    (folder / "seal.key").write_text(json.dumps(document, separators=(",", ":"), sort_keys=True) + "\n")
    keys.forget()

    with pytest.raises(KeyFileRefused, match=r"seal\.key does not open: it was altered"):
        keys.secret("seal")


def test_two_key_files_that_were_exchanged_are_refused(folder: Path) -> None:
    command("make_keys")
    shutil.copy(folder / "vault.key", folder / "seal.key")
    keys.forget()

    with pytest.raises(KeyFileRefused, match=r"seal\.key holds the key vault: files were exchanged"):
        keys.secret("seal")

    # Also if the file claims to be the other.
    document = json.loads((folder / "vault.key").read_text()) | {"name": "seal"}
    (folder / "seal.key").write_text(json.dumps(document, separators=(",", ":"), sort_keys=True) + "\n")
    with pytest.raises(KeyFileRefused, match=r"seal\.key does not open"):
        keys.secret("seal")


@pytest.mark.parametrize("content", [b"", b"{}\n", b'{"v": "reddog-key/1"}\n', b"zz" * 32, b"{\xff"])
def test_what_is_no_key_file_is_refused(folder: Path, content: bytes, settings: Settings) -> None:
    command("make_keys")
    settings.REDDOG_KEYS_PLAIN = True
    (folder / "seal.key").write_bytes(content)
    keys.forget()

    with pytest.raises((KeyFileRefused, AssertionError)):
        keys.secret("seal")


# --- Plain files --------------------------------------------------------------------------------------------


def test_production_refuses_plain_files_without_the_word_for_it(settings: Settings, folder: Path) -> None:
    made = plain_installation(settings)
    keys.forget()

    with pytest.raises(KeyFileRefused, match=r"seal\.key is plain, which production refuses"):
        keys.secret("seal")
    settings.REDDOG_KEYS_PASSPHRASE_FILE = ""
    with pytest.raises(KeyFileRefused, match=r"vault-2\.key is plain"):
        keys.draw("vault-2")
    assert not (folder / "vault-2.key").exists()
    settings.REDDOG_KEYS_PLAIN = True
    assert keys.secret("seal") == made["seal"]


def test_plain_files_are_encrypted_in_place_and_stay_the_same_keys(settings: Settings, folder: Path) -> None:
    made = plain_installation(settings)
    # As a draw leaves it that is killed between its two names for the file.
    (folder / "drawn.new").hardlink_to(folder / "seal.key")

    assert command("encrypt_keys").startswith(f"Encrypted {', '.join(ALL)}.")
    assert not list(folder.glob("*.new"))
    assert all_keys() == made
    assert not [path for path in folder.glob("*.key") if not key_encryption.is_encrypted(path.read_bytes())]
    assert command("encrypt_keys") == "All keys are encrypted.\n"
    assert command("make_keys") == "All keys are there.\n"


_KILLED_AT_THE_THIRD_RENAME: Final = """
import os, pathlib, signal, django
django.setup()
from django.core.management import call_command
replace, done = pathlib.Path.replace, []

def replace_or_die(path, target):
    done.append(target)
    if len(done) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return replace(path, target)

pathlib.Path.replace = replace_or_die
call_command("encrypt_keys")
"""


def test_an_encryption_that_is_killed_leaves_every_key_readable_and_goes_on(settings: Settings, folder: Path) -> None:
    made = plain_installation(settings)
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "reddog_platform.settings",
        "REDDOG_KEYS_DIR": str(folder),
        "REDDOG_KEYS_PASSPHRASE_FILE": settings.REDDOG_KEYS_PASSPHRASE_FILE,
    }
    killed = subprocess.run(
        [sys.executable, "-c", _KILLED_AT_THE_THIRD_RENAME],
        cwd=CHECKOUT,
        env=environment,
        capture_output=True,
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr

    encrypted = [path.stem for path in folder.glob("*.key") if key_encryption.is_encrypted(path.read_bytes())]
    # The first rename was that of kek.json.
    assert encrypted == [ALL[0]]
    settings.REDDOG_KEYS_PLAIN = True
    assert all_keys() == made
    command("encrypt_keys")
    settings.REDDOG_KEYS_PLAIN = False
    assert all_keys() == made


def test_the_passphrase_is_changed_without_touching_a_key(tmp_path: Path, settings: Settings, folder: Path) -> None:
    command("make_keys")
    made = all_keys()
    files = {path.name: path.read_bytes() for path in folder.glob("*.key")}
    (tmp_path / "new").write_text("ten red dogs in the snow\n")

    command("rewrap_keys", "--passphrase-file", str(tmp_path / "new"))

    assert {path.name: path.read_bytes() for path in folder.glob("*.key")} == files
    keys.forget()
    with pytest.raises(KeyFileRefused, match=r"kek\.json does not open"):
        keys.secret("seal")
    settings.REDDOG_KEYS_PASSPHRASE_FILE = str(tmp_path / "new")
    assert all_keys() == made
    (tmp_path / "short").write_text("short")
    with pytest.raises(KeyFileRefused, match="5 characters"):
        command("rewrap_keys", "--passphrase-file", str(tmp_path / "short"))
    assert all_keys() == made


# --- Where the passphrase comes from ------------------------------------------------------------------------


def test_a_systemd_credential_is_found_by_itself_and_a_variable_goes_before_it(tmp_path: Path) -> None:
    given, named = {"CREDENTIALS_DIRECTORY": str(tmp_path)}, ("REDDOG_KEYS_PASSPHRASE_FILE", "reddog-keys-passphrase")
    assert environment.credential_file(*named, given) == ""
    (tmp_path / "reddog-keys-passphrase").write_text(PASSPHRASE)

    assert environment.credential_file(*named, given) == str(tmp_path / "reddog-keys-passphrase")
    assert (
        environment.credential_file(*named, {**given, "REDDOG_KEYS_PASSPHRASE_FILE": "/run/secrets/p"})
        == "/run/secrets/p"
    )


def test_a_variable_may_hold_the_passphrase(settings: Settings) -> None:
    command("make_keys")
    made = all_keys()
    settings.REDDOG_KEYS_PASSPHRASE_FILE = ""
    settings.REDDOG_KEYS_PASSPHRASE = PASSPHRASE

    assert all_keys() == made


def test_a_passphrase_file_that_cannot_be_read_is_named(settings: Settings) -> None:
    command("make_keys")
    keys.forget()
    settings.REDDOG_KEYS_PASSPHRASE_FILE = "/nowhere/passphrase"

    with pytest.raises(KeyFileRefused, match="/nowhere/passphrase cannot be read: FileNotFoundError"):
        keys.secret("seal")


# --- A key-management service's client in the passphrase's place --------------------------------------------

# Wraps under a key of its own, as a service would, and refuses what it did not wrap.
_SERVICE: Final = """
import hashlib, hmac, sys
given = bytes.fromhex(sys.stdin.read())
mask = hashlib.sha256(b"the service's own key").digest()
xor = lambda data: bytes(a ^ b for a, b in zip(data, mask))
tag = lambda data: hmac.digest(mask, data, "sha256")
if sys.argv[1] == "wrap":
    print((xor(given) + tag(given)).hex())
elif tag(xor(given[:32])) == given[32:]:
    print(xor(given[:32]).hex())
else:
    sys.exit("not wrapped by this service")
"""


@pytest.fixture
def service(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "service.py").write_text(_SERVICE)
    settings.REDDOG_KEYS_PASSPHRASE_FILE = ""
    settings.REDDOG_KEYS_WRAP_COMMAND = f"{sys.executable} {tmp_path}/service.py wrap"
    settings.REDDOG_KEYS_UNWRAP_COMMAND = f"{sys.executable} {tmp_path}/service.py unwrap"


@pytest.mark.usefixtures("service")
def test_a_program_wraps_and_unwraps_in_the_place_of_a_passphrase(settings: Settings, folder: Path) -> None:
    command("make_keys")
    made = all_keys()

    assert json.loads((folder / "kek.json").read_text())["method"] == "command"
    # A process that serves is told only how to unwrap.
    settings.REDDOG_KEYS_WRAP_COMMAND = ""
    assert all_keys() == made
    settings.REDDOG_KEYS_UNWRAP_COMMAND = ""
    keys.forget()
    with pytest.raises(KeyFileRefused, match=r"wrapped by command\. Name the program"):
        keys.secret("seal")


@pytest.mark.usefixtures("service")
def test_a_program_that_wraps_needs_one_that_unwraps(settings: Settings, folder: Path) -> None:
    settings.REDDOG_KEYS_UNWRAP_COMMAND = ""

    with pytest.raises(KeyFileRefused, match="REDDOG_KEYS_UNWRAP_COMMAND names no program"):
        command("make_keys")
    assert list(folder.iterdir()) == []


@pytest.mark.usefixtures("service")
def test_a_passphrase_gives_way_to_a_program(settings: Settings, tmp_path: Path) -> None:
    service, settings.REDDOG_KEYS_WRAP_COMMAND = settings.REDDOG_KEYS_WRAP_COMMAND, ""
    settings.REDDOG_KEYS_PASSPHRASE_FILE = str(tmp_path / "passphrase")
    command("make_keys")
    made = all_keys()
    settings.REDDOG_KEYS_WRAP_COMMAND = service

    command("rewrap_keys", "--command")

    settings.REDDOG_KEYS_PASSPHRASE_FILE = ""
    assert all_keys() == made


@pytest.mark.usefixtures("service")
@pytest.mark.parametrize(
    ("program", "complaint"),
    [
        ("/nowhere/unwrap", "could not be run: FileNotFoundError"),
        ("false", "false ended with 1"),
        ("echo 'abc", "is no command"),
        ("echo abc", "did not write hexadecimal digits"),
        ("echo abcd", "wrote 2 bytes, not 32"),
    ],
)
def test_a_program_that_does_not_unwrap_is_named(settings: Settings, program: str, complaint: str) -> None:
    command("make_keys")
    keys.forget()
    settings.REDDOG_KEYS_UNWRAP_COMMAND = program

    with pytest.raises(KeyFileRefused, match=complaint):
        keys.secret("seal")


# --- Each process its own -----------------------------------------------------------------------------------


def test_each_process_gets_a_folder_with_its_own_keys_and_the_root_key_is_in_none(tmp_path: Path, folder: Path) -> None:
    command("make_keys")
    keys.draw("vault-2")
    command("distribute_keys", str(tmp_path / "apart"))

    assert not (tmp_path / "apart" / "parent-log").exists(), "without cells there is nothing of a parent log"
    for process in WITHOUT_CELLS:
        own, needed = tmp_path / "apart" / process.value, PROCESS_KEYS[process]
        later = {"vault-2"} if "vault" in needed else set()
        assert {path.stem for path in own.glob("*.key")} == needed | later
        assert (own / "keys.json").read_bytes() == (folder / "keys.json").read_bytes()
        assert "root" not in needed
        assert {path.stat().st_mode & 0o077 for path in (own, *own.iterdir())} == {0}

    # A key that was destroyed is removed at the next call, also what a killed call left of it under another name.
    (folder / "vault.key").rename(tmp_path / "apart" / "web" / "copied.new")
    command("distribute_keys", str(tmp_path / "apart"))
    assert not (tmp_path / "apart" / "web" / "vault.key").exists()
    assert not (tmp_path / "apart" / "web" / "copied.new").exists()


def test_the_process_of_the_parent_log_gets_its_key_the_roots_word_and_public_halves_of_cells(
    tmp_path: Path, folder: Path, settings: Settings, in_cell: Callable[[Cell], None]
) -> None:
    command("make_keys")
    draw_key()
    word_path().write_text("the root's word")
    command("distribute_keys", str(tmp_path / "apart"))
    in_cell(Cell("harbour"))
    settings.REDDOG_KEYS_DIR = tmp_path / "keys-of-harbour"
    settings.REDDOG_KEYS_DIR.mkdir()
    (settings.REDDOG_KEYS_DIR / "keys.json").write_text('{"log": "its own"}')
    command("distribute_keys", str(tmp_path / "apart"))

    own = tmp_path / "apart" / "parent-log"
    assert {path.name for path in own.glob("*.*")} == {"parent.key", "keys.json", "kek.json", "parent-word.note"}
    assert (own / "keys.json").read_bytes() == (folder / "keys.json").read_bytes()
    assert (own / "cells" / "harbour" / "keys.json").read_text() == '{"log": "its own"}'
    assert list((own / "cells" / "harbour").glob("*.key")) == []
    for process in WITHOUT_CELLS:
        assert not (tmp_path / "apart" / process.value / "parent.key").exists()


@pytest.mark.parametrize("process", WITHOUT_CELLS)
def test_a_process_has_its_own_keys_and_asks_for_no_others(
    process: KeyHolder, tmp_path: Path, settings: Settings
) -> None:
    command("make_keys")
    made = all_keys()
    command("distribute_keys", str(tmp_path / "apart"))
    settings.REDDOG_KEYS_DIR = tmp_path / "apart" / process.value
    keys.forget()
    keys.serve_as(process)

    for name in ALL:
        if name in PROCESS_KEYS[process]:
            assert keys.read(name) == made[name]
        else:
            with pytest.raises(KeyFileRefused, match=f"A {process.value} process does not need {name}.key"):
                keys.read(name)


@pytest.mark.parametrize("process", KeyHolder)
def test_a_process_refuses_to_start_on_a_folder_of_all_keys(process: KeyHolder, settings: Settings) -> None:
    command("make_keys")
    keys.forget()

    with pytest.raises(KeyFileRefused, match=f"root.key, .*which a {process.value} process does not need"):
        keys.serve_as(process)
    # A demonstration keeps them in one folder; its processes still read no others.
    settings.REDDOG_KEYS_APART = False
    keys.serve_as(process)
    with pytest.raises(KeyFileRefused, match=r"does not need root\.key"):
        keys.signer("root")


def test_a_process_refuses_to_start_without_a_key_that_it_needs(tmp_path: Path, settings: Settings) -> None:
    command("make_keys")
    command("distribute_keys", str(tmp_path / "apart"))
    settings.REDDOG_KEYS_DIR = tmp_path / "apart" / "web"
    (tmp_path / "apart" / "web" / "pin.key").unlink()

    with pytest.raises(KeyFileRefused, match=r"lacks pin\.key, which a web process needs"):
        keys.serve_as(KeyHolder.WEB)


def test_the_doctor_is_red_about_a_key_that_a_process_does_not_need(
    tmp_path: Path, settings: Settings, folder: Path
) -> None:
    command("make_keys")
    command("distribute_keys", str(tmp_path / "apart"))
    assert key_diagnostics.keys().healthy
    settings.REDDOG_KEYS_DIR = tmp_path / "apart" / "sequencer"
    assert key_diagnostics.keys(KeyHolder.SEQUENCER).healthy

    shutil.copy(folder / "root.key", tmp_path / "apart" / "sequencer")
    found = key_diagnostics.keys(KeyHolder.SEQUENCER)

    assert (found.healthy, found.state) == (
        False,
        "root.key is readable, and a sequencer process does not need it",
    )
    settings.REDDOG_KEYS_DIR = folder
    assert "seal.key is readable" in key_diagnostics.keys(KeyHolder.SEQUENCER).state


def test_a_worker_on_everybodys_folder_judges_keys_that_it_does_not_open(folder: Path, settings: Settings) -> None:
    command("make_keys")
    settings.REDDOG_KEYS_APART = False
    keys.serve_as(KeyHolder.BATCH)

    assert key_diagnostics.keys().healthy, key_diagnostics.keys().state
    (folder / "seal.key").chmod(0o644)
    assert key_diagnostics.keys().state == "seal.key can be read by others"
    (folder / "seal.key").unlink()
    assert key_diagnostics.keys().state == "seal.key is missing"
