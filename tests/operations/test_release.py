"""An installation is compared with the release that was approved: each change of it is named, whoever compares."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import json
import marshal
import os
import py_compile
import shutil
import subprocess
import sys
import sysconfig
import tracemalloc
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from audit.compiled_files import is_of_another_source
from audit.core.release_manifest import (
    Finding,
    Line,
    ManifestRefused,
    compare,
    components,
    open_manifest,
    parse,
    write,
)
from audit.release_files import Installation
from tests.project_copy import PROJECT
from tests.released import SHEET, Copy, ReleaseKey, copy_installation
from verifier import compiled_code
from verifier.release_files import forged

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.clause("F41")

KEY = ReleaseKey()
CONFIGURATION = [Line("configuration", "REDDOG_MODE", '"production"')]


@pytest.fixture(scope="module")
def approved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Copy, str]:
    """Return an installation, and its signed manifest."""
    copy = copy_installation(tmp_path_factory.mktemp("installation"))
    return copy, KEY.sign(copy.text(CONFIGURATION))


@pytest.fixture
def installed(approved: tuple[Copy, str], tmp_path: Path) -> Iterator[tuple[Copy, str]]:
    """Return a copy of it that a test may change."""
    copy, note = approved
    place = tmp_path / "installed"
    shutil.copytree(copy.project.parent, place, symlinks=True)
    yield Copy(place / "project", place / "site-packages"), note
    shutil.rmtree(place)


def judged(copy: Copy, note: str, *options: str) -> tuple[int, list[str]]:
    """Let the stand-alone program judge, in a process that has none of the platform."""
    manifest, configuration = copy.project.parent / "manifest", copy.project.parent / "configuration"
    manifest.write_text(note, encoding="utf-8")
    configuration.write_text(write(CONFIGURATION), encoding="utf-8")
    command = [
        *(sys.executable, "-m", "verifier", "release", str(copy.project), "--packages", str(copy.packages)),
        *("--manifest", str(manifest), "--vkey", KEY.vkey, "--configuration", str(configuration), "--json", *options),
    ]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.returncode, json.loads(done.stdout)["findings"]


def found(copy: Copy, note: str) -> list[str]:
    """Return what the platform finds."""
    disk = copy.installation(compiles_all=True).look()
    findings = compare(open_manifest(note, KEY.vkey), [*disk.lines, *CONFIGURATION])
    return [str(finding) for finding in [*findings, *disk.departures]]


def edit(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n# edited\n")


# --- Each change is named, by the platform and by the stand-alone program -----------------------------------------


def change_sheet(copy: Copy) -> None:
    edit(copy.project / SHEET)


def change_code(copy: Copy) -> None:
    edit(copy.project / "wallet" / "core" / "ledger.py")


def change_page(copy: Copy) -> None:
    edit(copy.project / "docs" / "rules" / "red-dog-atlantic-city.en.md")


def change_schema(copy: Copy) -> None:
    edit(copy.project / "openapi.yaml")


def change_lock(copy: Copy) -> None:
    edit(copy.project / "requirements.txt")


def remove_file(copy: Copy) -> None:
    (copy.project / "audit" / "entropy.py").unlink()


def add_module(copy: Copy) -> None:
    (copy.project / "games" / "core" / "luck.py").write_text("LUCK = 1\n")


def add_package(copy: Copy) -> None:
    (copy.project / "orjson").mkdir()
    (copy.project / "orjson" / "__init__.py").write_text("")


def add_top_module(copy: Copy) -> None:
    (copy.project / "secrets.py").write_text("")


def add_link(copy: Copy) -> None:
    (copy.project / "celery").symlink_to(copy.packages)


def hide_folder(copy: Copy) -> None:
    (copy.project / "kernel").rename(copy.project.parent / "kernel")
    (copy.project / "kernel").symlink_to(copy.project.parent / "kernel")


def change_dependency(copy: Copy) -> None:
    edit(copy.packages / "redis" / "client.py")


def change_dependency_and_its_record(copy: Copy) -> None:
    """Do as somebody does who knows how packages are recorded."""
    changed = copy.packages / "redis" / "client.py"
    before = hashed(changed)
    edit(changed)
    (record,) = copy.packages.glob("redis-*.dist-info/RECORD")
    text = record.read_text()
    assert before in text
    record.write_text(text.replace(before, hashed(changed)))


def hashed(path: Path) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()).decode().rstrip("=")


def add_start_up_file(copy: Copy) -> None:
    (copy.packages / "evil.pth").write_text("import os\n")


def forge_compiled_file(copy: Copy) -> None:
    """Put other code where Python looks first, with the size and time of the source that it claims to be of."""
    source = copy.project / "wallet" / "core" / "ledger.py"
    times = source.stat()
    honest = source.read_bytes()
    source.write_bytes(honest.replace(b"assert", b"None; "))
    os.utime(source, ns=(times.st_atime_ns, times.st_mtime_ns))
    py_compile.compile(str(source), doraise=True)
    source.write_bytes(honest)
    os.utime(source, ns=(times.st_atime_ns, times.st_mtime_ns))


def break_record(copy: Copy) -> None:
    """Make a package's record such that a reader of text, of tables, of paths or of base64 stumbles."""
    (record,) = copy.packages.glob("redis-*.dist-info/RECORD")
    record.write_bytes(record.read_bytes().replace(b"sha256=", b"sha256=!a") + b"\xff.py,,\n" + b"\0,sha256=a,\n")


def add_pipe(copy: Copy) -> None:
    """Put a pipe where whoever opens it would wait for ever."""
    os.mkfifo(copy.packages / "redis" / "pipe.py")


def replace_by_pipe(copy: Copy) -> None:
    (copy.packages / "redis" / "client.py").unlink()
    os.mkfifo(copy.packages / "redis" / "client.py")


def add_name_of_bytes(copy: Copy) -> None:
    (copy.packages / os.fsdecode(b"\xff.py")).write_text("")


def add_link_to_bytes(copy: Copy) -> None:
    (copy.packages / "link").symlink_to(os.fsdecode(b"\xff"))


def add_file_without_end(copy: Copy) -> None:
    """Make a file that is all hole: to hash it would take hours."""
    with (copy.packages / "hole.so").open("wb") as file:
        file.truncate(2**40)


def plant_garbage(copy: Copy) -> None:
    """Put bytes where Python looks for compiled code, on which its own reader of such files crashes."""
    plant(copy, CRASHING)


def plant(copy: Copy, code: bytes) -> Path:
    """Put a compiled file beside a source, with the header that Python wants."""
    source = copy.project / "wallet" / "core" / "ledger.py"
    compiled = Path(str(py_compile.compile(str(source), doraise=True)))
    compiled.write_bytes(compiled.read_bytes()[:16] + code)
    return compiled


CHANGES: dict[Callable[[Copy], None], str] = {
    change_sheet: f"changed file {SHEET}",
    change_code: "changed file wallet/core/ledger.py",
    change_page: "changed file docs/rules/red-dog-atlantic-city.en.md",
    change_schema: "changed file openapi.yaml",
    change_lock: "changed file requirements.txt",
    remove_file: "missing file audit/entropy.py",
    add_module: "added file games/core/luck.py",
    add_package: "added file orjson/__init__.py",
    add_top_module: "added file secrets.py",
    add_link: "added file celery",
    hide_folder: "missing file kernel/money.py",
    change_dependency: "changed package redis",
    change_dependency_and_its_record: "changed package redis",
    add_start_up_file: "added loose evil.pth",
    forge_compiled_file: "changed compiled wallet/core/__pycache__/ledger.cpython-311.pyc",
    break_record: "changed package redis",
    add_pipe: "added loose redis/pipe.py",
    replace_by_pipe: "changed package redis",
    add_name_of_bytes: "added loose %FF.py",
    add_link_to_bytes: "added loose link",
    add_file_without_end: "added loose hole.so",
    plant_garbage: "changed compiled wallet/core/__pycache__/ledger.cpython-311.pyc",
}

CRASHING = b">\x01\0\0\0\xa9\x01r\0\0\0\0"
"""A set of a tuple that holds itself: whoever loads it asks for a hash without end."""

GARBAGE = {
    "nothing": b"",
    "a loop": CRASHING,
    "a tuple in a tuple, and so on": b")\x01" * 100_000,
    "a tuple of four thousand million": b"(\xff\xff\xff\xff",
    "what was never read": b"r\xff\xff\xff\xff",
    "no kind": b"\xff" * 50,
    "a gap of a gigabyte": b"s\0\0\0\x40",
}


def test_an_installation_as_it_was_approved_has_no_finding(approved: tuple[Copy, str]) -> None:
    assert found(*approved) == []
    assert judged(*approved) == (0, [])


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_each_change_is_named_by_the_platform_and_by_the_stand_alone_program(
    installed: tuple[Copy, str], change: Callable[[Copy], None]
) -> None:
    copy, note = installed
    change(copy)
    named = CHANGES[change].replace("cpython-311", sys.implementation.cache_tag)

    ours = found(copy, note)
    status, theirs = judged(copy, note)

    assert named in ours
    assert status == 1
    # What departs from a package's own record, the platform alone names, beside the package.
    assert sorted(theirs) == sorted(finding for finding in ours if " package-file " not in finding)


def test_a_file_of_a_package_is_named_where_the_package_s_own_record_stands(installed: tuple[Copy, str]) -> None:
    copy, note = installed
    change_dependency(copy)

    assert found(copy, note) == ["changed package redis", "changed package-file redis/redis/client.py"]


def test_a_forged_compiled_file_would_have_been_loaded(installed: tuple[Copy, str]) -> None:
    copy, _ = installed
    forge_compiled_file(copy)
    source = copy.project / "wallet" / "core" / "ledger.py"

    spec = importlib.util.spec_from_file_location("forged", source)
    assert spec is not None
    assert spec.loader is not None
    code = spec.loader.get_code("forged")  # type: ignore[attr-defined]  # source loaders have it
    assert code != compile(source.read_bytes(), str(source), "exec", dont_inherit=True, optimize=0)


def test_the_planted_bytes_would_crash_python_s_own_reader() -> None:
    command = [sys.executable, "-c", f"import marshal; marshal.loads({CRASHING!r})"]

    assert subprocess.run(command, capture_output=True, check=False).returncode < 0


@pytest.mark.parametrize("code", GARBAGE.values(), ids=GARBAGE)
def test_bytes_that_no_compiler_wrote_are_of_another_source_for_both_programs(
    installed: tuple[Copy, str], code: bytes
) -> None:
    copy, _ = installed
    compiled = plant(copy, code)

    assert is_of_another_source(str(compiled))
    assert list(forged(copy.project)) == [str(compiled.relative_to(copy.project))]


def test_a_compiled_file_that_was_altered_anywhere_is_of_another_source_for_both_programs(
    installed: tuple[Copy, str],
) -> None:
    copy, _ = installed
    compiled = plant(copy, b"")
    source = Path(importlib.util.source_from_cache(str(compiled)))
    code = marshal.dumps(compile(source.read_bytes(), "", "exec", dont_inherit=True))
    assert not is_of_another_source(str(plant(copy, code)))
    assert not list(forged(copy.project))

    for place in range(0, len(code), 97):
        altered = bytearray(code)
        altered[place] ^= 0x41
        plant(copy, bytes(altered))
        assert is_of_another_source(str(compiled)), place
        assert list(forged(copy.project)), place
    plant(copy, code + b"N")
    assert is_of_another_source(str(compiled))
    assert list(forged(copy.project))


def test_every_compiled_file_of_the_packages_here_is_of_its_source_for_both_programs() -> None:
    packages = Path(sysconfig.get_path("purelib"))
    sample = sorted(packages.glob(f"*/__pycache__/*.{sys.implementation.cache_tag}.pyc"))[::40]
    assert len(sample) > 20

    for compiled in sample:
        code = compiled.read_bytes()[16:]
        source = Path(importlib.util.source_from_cache(str(compiled)))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            fresh = marshal.dumps(compile(source.read_bytes(), str(source), "exec", dont_inherit=True))
        assert not is_of_another_source(str(compiled)), compiled
        assert compiled_code.digest(code) == compiled_code.digest(fresh), compiled


def test_a_compiled_file_of_its_source_is_no_difference(installed: tuple[Copy, str]) -> None:
    copy, note = installed
    for path in (copy.project / "wallet").rglob("*.py"):
        py_compile.compile(str(path), doraise=True)

    assert found(copy, note) == []
    assert judged(copy, note) == (0, [])


def test_a_source_with_a_dot_in_its_name_does_not_blind_the_look(installed: tuple[Copy, str]) -> None:
    copy, _ = installed
    source = copy.project / "wallet" / "core" / "led.ger.py"
    source.write_text("x = 1", encoding="utf-8")
    compiled = Path(str(py_compile.compile(str(source), doraise=True)))
    assert copy.installation(compiles_all=True).look().departures == []

    compiled.write_bytes(compiled.read_bytes()[:16] + b"N")

    named = str(compiled.relative_to(copy.project))
    assert [finding.name for finding in copy.installation(compiles_all=True).look().departures] == [named]
    assert list(forged(copy.project)) == [named]


def test_a_package_that_is_not_installed_here_is_no_difference(installed: tuple[Copy, str]) -> None:
    copy, note = installed
    shutil.rmtree(copy.packages / "environ")
    (metadata,) = copy.packages.glob("django_environ-*.dist-info")
    shutil.rmtree(metadata)

    assert found(copy, note) == []
    assert judged(copy, note) == (0, [])


def test_a_setting_that_differs_is_named(approved: tuple[Copy, str]) -> None:
    copy, note = approved
    other = [Line("configuration", "REDDOG_MODE", '"demo"')]

    assert compare(open_manifest(note, KEY.vkey), [*copy.lines(), *other]) == [
        Finding("changed", "configuration", "REDDOG_MODE")
    ]


@pytest.mark.clause("F42")
def test_the_stand_alone_program_writes_the_same_text_byte_for_byte(approved: tuple[Copy, str]) -> None:
    copy, _ = approved
    command = [sys.executable, "-m", "verifier", "release", str(copy.project), "--packages", str(copy.packages)]

    printed = subprocess.run([*command, "--print"], cwd=PROJECT, capture_output=True, check=True).stdout

    assert printed == copy.text().encode()


# --- Looks between full ones ------------------------------------------------------------------------------------


def test_an_edit_is_seen_without_reading_files_even_if_its_time_is_set_back(installed: tuple[Copy, str]) -> None:
    copy, _ = installed
    installation = copy.installation()
    assert installation.has_changed()
    before = {line.name: line.value for line in installation.look().lines}
    assert not installation.has_changed()
    sheet = copy.project / SHEET
    times, content = sheet.stat(), sheet.read_bytes()

    with sheet.open("r+b") as file:
        file.write(b"'''")
    os.utime(sheet, ns=(times.st_atime_ns, times.st_mtime_ns))

    assert sheet.stat().st_size == len(content)
    assert installation.has_changed()
    after = {line.name: line.value for line in installation.look().lines}
    assert {name for name, value in after.items() if before[name] != value} == {SHEET}


def test_a_compiled_file_that_is_forged_while_a_process_runs_is_named_at_the_next_look(
    installed: tuple[Copy, str],
) -> None:
    copy, _ = installed
    installation = copy.installation()
    installation.has_changed()
    assert installation.look().departures == []

    forge_compiled_file(copy)

    assert installation.has_changed()
    assert [one.kind for one in installation.look().departures] == ["compiled"]


def test_a_forged_compiled_file_stays_named_when_something_else_changes(installed: tuple[Copy, str]) -> None:
    copy, _ = installed
    installation = copy.installation()
    installation.has_changed()
    forge_compiled_file(copy)
    assert installation.has_changed()
    installation.look()
    assert not installation.has_changed()

    change_page(copy)

    assert installation.has_changed()
    assert [one.kind for one in installation.look().departures] == ["compiled"]


def test_few_bytes_are_kept_of_each_file(tmp_path: Path) -> None:
    """Whatever is kept, each process of the platform keeps. Paths and digests of all files were 80 MB."""
    files = 5_000
    for number in range(files):
        (tmp_path / f"a_file_with_a_name_as_long_as_those_of_packages_{number}.py").write_text("")
    installation = Installation(project=PROJECT / "kernel", packages=(tmp_path,))
    tracemalloc.start()
    try:
        installation.has_changed()
        assert len(installation.look().lines) > files
        assert not installation.has_changed()
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert kept < 30 * files


def test_a_process_without_descriptors_learns_nothing_of_files(installed: tuple[Copy, str]) -> None:
    """Whoever opens many connections must not make a process believe that its files are gone."""
    copy, _ = installed
    program = f"""
import errno, resource
from pathlib import Path
from audit.file_digests import digest_at
from audit.release_files import Installation, _below

installation = Installation(project=Path({str(copy.project)!r}), packages=(Path({str(copy.packages)!r}),))
resource.setrlimit(resource.RLIMIT_NOFILE, (8, 8))
held = []
try:
    while True:
        held.append(open("/proc/self/stat"))
except OSError:
    pass
for look in (installation.has_changed, lambda: digest_at({__file__!r}), lambda: list(_below({str(copy.packages)!r}))):
    try:
        look()
    except OSError as error:
        print(errno.errorcode[error.errno])
held.clear()
print(installation.has_changed())
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True, check=False)

    assert done.stdout.split() == ["EMFILE", "EMFILE", "EMFILE", "True"], done.stderr


# --- The manifest ---------------------------------------------------------------------------------------------------


def test_a_manifest_is_read_as_it_was_written() -> None:
    lines = [Line("python", "cpython", "3.11.2"), Line("file", "a/b.py", "0" * 64), *CONFIGURATION]
    text = write(lines)

    assert (
        text
        == f'reddog-release/1\nconfiguration REDDOG_MODE "production"\nfile a/b.py {"0" * 64}\npython cpython 3.11.2\n'
    )
    assert open_manifest(KEY.sign(text), KEY.vkey) == sorted(lines)


@pytest.mark.parametrize(
    "text",
    [
        "reddog-release/2\npython cpython 3.11.2\n",
        "reddog-release/1\npython cpython\n",
        "reddog-release/1\nmodule a b\n",
        "reddog-release/1\npython cpython 3.11.2",
        "reddog-release/1\nfile b 0\nfile a 0\n",
        "reddog-release/1\nfile a 0\nfile a 0\n",
    ],
)
def test_another_text_is_refused(text: str) -> None:
    with pytest.raises(ManifestRefused):
        parse(text)


def test_a_manifest_of_another_key_or_with_another_text_is_refused(approved: tuple[Copy, str]) -> None:
    copy, note = approved
    stranger = ReleaseKey()
    imitator = ReleaseKey(name=KEY.name)
    text = note.partition("\n\n")[0] + "\n"
    forgeries = [
        stranger.sign(text),
        imitator.sign(text),
        note.replace("cpython 3", "cpython 4"),
        note.replace("\n\n", "\n"),
        text,
        "",
    ]
    for forgery in forgeries:
        with pytest.raises(ManifestRefused):
            open_manifest(forgery, KEY.vkey)
        status, findings = judged(copy, forgery)
        assert status == 1
        assert findings[0].startswith("unsigned manifest")
    with pytest.raises(ManifestRefused, match="REDDOG_RELEASE_VKEY"):
        open_manifest(note, "")


def test_every_component_has_a_digest_of_its_own(installed: tuple[Copy, str]) -> None:
    copy, note = installed
    change_sheet(copy)

    told = {one.name: one for one in components(open_manifest(note, KEY.vkey), [*copy.lines(), *CONFIGURATION])}

    assert set(told) == {"code", "configuration", "dependencies", "pages", "rule-sheets"}
    assert [name for name, one in told.items() if one.approved_sha256 != one.found_sha256] == ["rule-sheets"]
