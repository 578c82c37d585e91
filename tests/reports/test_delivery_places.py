"""The file of places: what it says, and every way in which it can be wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import UUID

import asyncssh
import pytest
from django.test import override_settings

from reports.checks import check_destinations
from reports.delivery.backend import Parcel
from reports.delivery.destination_config import InvalidDestinations
from reports.delivery.destinations import Destination, configured_destinations, read_destinations
from reports.delivery.drop_folder import DropFolder
from reports.delivery.https_push import HttpsPush
from reports.delivery.object_store import ObjectStore
from reports.delivery.sftp import Sftp
from tests.reports.https_server import make_certificate
from tests.reports.parcels import CSV, FILES, NOTE, PDF, kept, parcel

if TYPE_CHECKING:
    from collections.abc import Mapping

KINDS: Final = ("taxable-revenue", "game-performance")
FORMATS: Final = ("csv", "json", "parquet", "pdf", "xlsx")
PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "reports-delivery.md"


def example() -> str:
    """Return the file that the documentation shows."""
    return PAGE.read_text().split("```toml\n")[1].split("```")[0]


@pytest.fixture(scope="module")
def key() -> str:
    return asyncssh.generate_private_key("ssh-ed25519").export_private_key().decode()


@pytest.fixture
def folder(tmp_path: Path, key: str) -> Path:
    """Return a folder with every file that a place may need."""
    authority, _ = make_certificate(tmp_path)
    public = asyncssh.import_private_key(key).export_public_key().decode()
    contents = {
        "archive.s3": "AKIAEXAMPLE\nwJalrXUtnFEMI\n",
        "regulator.key": key,
        "regulator.password": "correct-horse\n",
        "regulator.host": f"# since 2026\n{public}\n{public}",
        "gateway.token": "mF_9.B5f-4.1JqM\n",
        "authority.pem": authority.read_text(),
        "empty": "",
        "nonsense": "not what belongs here\n",
        "binary": "\udcff",
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content.encode(errors="surrogateescape"))
        (tmp_path / name).chmod(0o600)
    (tmp_path / "open").write_text("mF_9.B5f-4.1JqM")
    (tmp_path / "open").chmod(0o644)
    (tmp_path / "anybodys").write_text(authority.read_text())
    (tmp_path / "anybodys").chmod(0o666)
    return tmp_path


def read(folder: Path, text: str) -> tuple[Destination, ...]:
    file = folder / "places.toml"
    file.write_text(text)
    return read_destinations(file, kinds=KINDS, formats=FORMATS)


def test_the_documented_file_is_read_to_the_letter(folder: Path) -> None:
    drop, archive, regulator, gateway = read(folder, example())

    assert drop.backend == DropFolder(name="drop", folder=Path("/srv/reports"))
    assert archive.backend == ObjectStore(
        name="archive",
        bucket="casino-reports",
        prefix="new-jersey/filed",
        endpoint="https://s3.eu-central-1.amazonaws.com",
        region="eu-central-1",
        secret=folder / "archive.s3",
    )
    assert regulator.backend == Sftp(
        name="regulator",
        host="sftp.regulator.example",
        port=2222,
        user="casino-17",
        folder="/in",
        host_keys=folder / "regulator.host",
        key=folder / "regulator.key",
    )
    assert gateway.backend == HttpsPush(
        name="gateway",
        url="https://intake.regulator.example/filings",
        token=folder / "gateway.token",
        authority=folder / "authority.pem",
    )
    assert [(place.kinds, place.formats) for place in (drop, archive, regulator, gateway)] == [
        (None, None),
        (None, None),
        (frozenset({"taxable-revenue"}), frozenset({"csv", "pdf"})),
        (frozenset({"taxable-revenue", "game-performance"}), frozenset({"json"})),
    ]


def test_defaults_and_escapes_of_addresses_are_read(folder: Path) -> None:
    drop, regulator, archive = read(
        folder,
        """
        [[destination]]
        name = "drop"
        url = "file:///srv/our%20reports"
        kinds = ["*"]
        formats = ["*"]
        [[destination]]
        name = "regulator"
        url = "sftp://casino@[::1]/in"
        host_key_file = "regulator.host"
        secret_file = "regulator.password"
        [[destination]]
        name = "archive"
        url = "s3://casino-reports"
        endpoint = "http://127.0.0.1:9000/"
        secret_file = "archive.s3"
        """,
    )

    assert drop.backend == DropFolder(name="drop", folder=Path("/srv/our reports"))
    assert isinstance(regulator.backend, Sftp)
    assert (regulator.backend.host, regulator.backend.port) == ("::1", 22)
    assert isinstance(archive.backend, ObjectStore)
    assert (archive.backend.endpoint, archive.backend.prefix) == ("http://127.0.0.1:9000", "")


def test_a_place_gets_its_kinds_in_its_formats_and_always_the_note(tmp_path: Path) -> None:
    place = Destination(
        backend=DropFolder(name="drop", folder=tmp_path),
        kinds=frozenset({"taxable-revenue"}),
        formats=frozenset({"pdf"}),
    )

    place.deliver(parcel({name: content for name, content in FILES.items() if name in {PDF, NOTE}}))
    with pytest.raises(AssertionError):
        place.deliver(parcel())

    assert [place.accepts_format(name) for name in ("pdf", "note", "csv")] == [True, True, False]
    assert (place.name, place.accepts("taxable-revenue"), place.accepts("game-performance")) == ("drop", True, False)
    assert {path.name for path in tmp_path.iterdir()} == {PDF, NOTE}


def test_what_tells_of_single_persons_goes_to_a_place_that_names_it_alone(tmp_path: Path) -> None:
    anything = Destination(backend=DropFolder(name="drop", folder=tmp_path))
    named = replace(anything, kinds=frozenset({"harm-markers"}))

    assert (anything.accepts("voids"), anything.accepts("harm-markers"), anything.accepts("limits-refused")) == (
        True,
        False,
        False,
    )
    assert named.accepts("harm-markers")


DROP: Final = {"name": "drop", "url": "file:///srv/reports"}
BUCKET: Final = {"name": "archive", "url": "s3://casino-reports/in", "secret_file": "archive.s3"}
SFTP: Final = {
    "name": "regulator",
    "url": "sftp://casino@sftp.example/in",
    "host_key_file": "regulator.host",
    "key_file": "regulator.key",
}
PUSH: Final = {"name": "gateway", "url": "https://intake.example/filings", "token_file": "gateway.token"}


@pytest.mark.parametrize(
    ("entry", "change", "member", "what"),
    [
        (DROP, {"name": None}, "name", "is missing"),
        (DROP, {"name": 7}, "name", "must be a text"),
        (DROP, {"name": ""}, "name", "must be a text"),
        (DROP, {"name": "Drop Folder"}, "name", "small letters"),
        (DROP, {"url": None}, "url", "is missing"),
        (DROP, {"url": "srv/reports"}, "url", "must begin with file://, s3://"),
        (DROP, {"url": "ftp://host/in"}, "url", "must begin with file://, s3://"),
        (DROP, {"url": "file://srv/reports"}, "url", "must be file:///"),
        (DROP, {"url": "https://host:port/in"}, "url", "is no address"),
        (DROP, {"kinds": "taxable-revenue"}, "kinds", "must be a list"),
        (DROP, {"kinds": []}, "kinds", "must be a list"),
        (DROP, {"kinds": [1]}, "kinds", "must be a list"),
        (
            DROP,
            {"kinds": ["taxable-income"]},
            "kinds",
            "has taxable-income; there are game-performance, taxable-revenue",
        ),
        (DROP, {"kinds": ["*", "taxable-revenue"]}, "kinds", "has *"),
        (DROP, {"formats": ["doc"]}, "formats", "has doc; there are csv"),
        (DROP, {"token_file": "gateway.token"}, "token_file", "is no member of a destination at file://"),
        (DROP, {"password": "correct-horse"}, "password", "is no member of a destination at file://"),
        (BUCKET, {"url": "s3:///in"}, "url", "must be s3://bucket"),
        (BUCKET, {"url": "s3://casino-reports:9000/in"}, "url", "must be s3://bucket"),
        (BUCKET, {"url": "s3://id:correct-horse@casino-reports/in"}, "url", "must not hold a password"),
        (BUCKET, {"url": "s3://casino-reports/in?correct-horse"}, "url", "without ? and #"),
        (BUCKET, {"endpoint": "http://store.example"}, "endpoint", "must be https"),
        (BUCKET, {"endpoint": "store.example"}, "endpoint", "must be https"),
        (BUCKET, {"endpoint": "https://id:correct-horse@store.example"}, "endpoint", "must not hold a password"),
        (BUCKET, {"region": 1}, "region", "must be a text"),
        (BUCKET, {"secret_file": None}, "secret_file", "is missing"),
        (BUCKET, {"secret_file": "gateway.token"}, "secret_file", "must have two lines"),
        (BUCKET, {"secret_file": "absent"}, "secret_file", "No such file"),
        (BUCKET, {"secret_file": "."}, "secret_file", "is not a file"),
        (BUCKET, {"host_key_file": "regulator.host"}, "host_key_file", "is no member of a destination at s3://"),
        (SFTP, {"url": "sftp://sftp.example/in"}, "url", "must be sftp://user@host"),
        (SFTP, {"url": "sftp://casino@sftp.example"}, "url", "must be sftp://user@host"),
        (SFTP, {"url": "sftp://casino:correct-horse@sftp.example/in"}, "url", "must not hold a password"),
        (SFTP, {"host_key_file": None}, "host_key_file", "is missing"),
        (SFTP, {"host_key_file": "empty"}, "host_key_file", "no public key in it"),
        (SFTP, {"host_key_file": "nonsense"}, "host_key_file", "no OpenSSH public key"),
        (SFTP, {"host_key_file": "binary"}, "host_key_file", "not UTF-8"),
        (SFTP, {"key_file": None}, "key_file", "one of the two"),
        (SFTP, {"secret_file": "regulator.password"}, "key_file", "one of the two"),
        (SFTP, {"key_file": "nonsense"}, "key_file", "no private key without a passphrase"),
        (SFTP, {"key_file": "regulator.host"}, "key_file", "no private key without a passphrase"),
        (PUSH, {"url": "http://intake.example/filings"}, "url", "must be https"),
        (PUSH, {"url": "https:///filings"}, "url", "must be https://host"),
        (PUSH, {"url": "https://casino@intake.example/filings"}, "url", "without a user"),
        (PUSH, {"url": "https://intake.example/filings?token=correct-horse"}, "url", "without ? and #"),
        (PUSH, {"token_file": None}, "token_file", "is missing"),
        (PUSH, {"token_file": "empty"}, "token_file", "is empty"),
        (PUSH, {"token_file": "nonsense"}, "token_file", "must have one line"),
        (PUSH, {"token_file": "open"}, "token_file", "has mode 0644"),
        (PUSH, {"ca_file": "nonsense"}, "ca_file", "has no certificate"),
        (PUSH, {"ca_file": "anybodys"}, "ca_file", "has mode 0666"),
        (PUSH, {"region": "eu"}, "region", "is no member of a destination at https://"),
    ],
)
def test_an_entry_that_is_wrong_is_told_by_number_name_and_member(
    folder: Path, entry: Mapping[str, object], change: Mapping[str, object], member: str, what: str
) -> None:
    members = {name: value for name, value in {**entry, **change}.items() if value is not None}
    lines = [f"{name} = {value!r}".replace("'", '"') for name, value in members.items()]

    with pytest.raises(InvalidDestinations) as refusal:
        read(folder, "\n".join(['[[destination]]\nname = "first"\nurl = "file:///srv"\n[[destination]]', *lines]))

    told = str(refusal.value)
    assert told.startswith(f"{folder / 'places.toml'}: destination 2")
    assert f": {member} " in told
    assert what in told
    assert "correct-horse" not in told


def test_a_key_with_a_passphrase_is_refused(folder: Path, key: str) -> None:
    locked = asyncssh.import_private_key(key).export_private_key("pkcs8-pem", passphrase="correct-horse")
    (folder / "regulator.key").write_bytes(locked)

    with pytest.raises(InvalidDestinations, match="no private key without a passphrase"):
        read(folder, example())


def test_two_places_do_not_share_a_name(folder: Path) -> None:
    entry = '[[destination]]\nname = "drop"\nurl = "file:///srv"\n'

    with pytest.raises(InvalidDestinations, match=r"destination 2 \(drop\): name is the name of another destination"):
        read(folder, entry + entry)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("[[place]\n", "is no TOML"),
        ('place = "drop"', "nothing else"),
        ("place = [1]", "nothing else"),
        ("[place]\nname = 'drop'", "nothing else"),
        ("timeout = 3", "nothing else"),
    ],
)
def test_a_file_of_another_shape_is_refused(folder: Path, text: str, what: str) -> None:
    with pytest.raises(InvalidDestinations, match=what):
        read(folder, text)


def test_a_file_without_entries_and_no_file_at_all_are_no_places(folder: Path) -> None:
    assert read(folder, "") == ()
    with override_settings(REDDOG_REPORT_DESTINATIONS=""):
        assert configured_destinations() == ()
        assert check_destinations() == []


def test_the_system_check_tells_what_is_wrong_before_anything_starts(folder: Path) -> None:
    file = folder / "places.toml"
    with override_settings(REDDOG_REPORT_DESTINATIONS=str(file)):
        (absent,) = check_destinations()
        file.write_text('[[destination]]\nname = "drop"\n')
        (wrong,) = check_destinations()
        file.write_text('[[destination]]\nname = "drop"\nurl = "file:///srv/reports"\n')
        assert check_destinations() == []

    assert (absent.id, wrong.id) == ("reports.E001", "reports.E001")
    assert "cannot be read: No such file" in absent.msg
    assert "destination 1 (drop): url is missing" in wrong.msg


@pytest.mark.parametrize("names", [[CSV], [NOTE, "other.note"], [NOTE, "../x.csv"], [NOTE, "a\nb.csv"]])
def test_a_parcel_has_one_note_and_names_that_lead_nowhere(names: list[str]) -> None:
    with pytest.raises(AssertionError):
        Parcel(filing=UUID(int=1), title="", files=dict.fromkeys(names, kept(b"", "text/plain")))
