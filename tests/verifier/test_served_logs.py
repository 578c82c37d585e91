"""A log judged behind an address: by the same verdict as its folder, whatever happens on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.verifier.log_server import LogServer, serving
from tests.verifier.play import founded, one_round, seated
from tests.verifier.producer import LOG, Sealed, sign
from tests.verifier.test_events import honest
from verifier import log_copy
from verifier.__main__ import main
from verifier.server import Server
from verifier.source import TOKEN_VARIABLE
from verifier.tree import leaf_hash

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TOKEN = "4f1c-of-ann"


@pytest.fixture(scope="module")
def day() -> Sealed:
    """Two bundles of a player's rounds, and a checkpoint within each."""
    log, rules = founded()
    ada = seated(log, "ada", rounds=140).open()
    for _ in range(140):
        ada.deal(500, rules=rules).settle()
    return log.seal()


@pytest.fixture
def served(day: Sealed, tmp_path: Path) -> Iterator[LogServer]:
    with serving(day.write(tmp_path / "served")) as server:
        yield server


def verdict(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    capsys.readouterr()
    status = main(["--jobs", "1", *map(str, arguments)])
    return status, capsys.readouterr().out


def test_the_verdict_is_that_of_the_folder(served: LogServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert verdict(capsys, served.address, "--json") == verdict(capsys, served.folder, "--json")


def test_events_are_judged_too_and_a_missing_one_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = honest().seal().write(tmp_path / "served")
    with serving(folder) as server:
        assert verdict(capsys, server.address, "--json") == verdict(capsys, folder, "--json")
        next((folder / "events").rglob("*.p/*")).unlink()
        status, told = verdict(capsys, server.address)

    assert (status, "E_WITHHELD_EVENT" in told) == (1, True)


def test_what_the_server_withholds_is_incomplete(served: LogServer, capsys: pytest.CaptureFixture[str]) -> None:
    (served.folder / "tile/entries/000").unlink()

    status, told = verdict(capsys, served.address)

    assert (status, "E_WITHHELD_ENTRY" in told) == (1, True)


def test_a_copy_goes_on_where_it_was_broken_off(
    served: LogServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cache = tmp_path / "cache"
    served.troubles["checkpoints"] = [403]
    with pytest.raises(OSError, match="token"):
        log_copy.copy(Server(served.address), cache)
    assert not (cache / "checkpoint").exists()
    served.asked.clear()

    whole = verdict(capsys, served.address, "--cache", cache, "--json")

    assert whole == verdict(capsys, served.folder, "--json")
    assert not [path for path in served.asked if path.startswith("tile/")], "these were there already"
    served.asked.clear()
    assert verdict(capsys, served.address, "--cache", cache, "--json") == whole
    assert set(served.asked) <= {"checkpoint", "trust", "trust.json", "checkpoints"}


def test_a_log_that_grew_is_brought_up_to_date(day: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Before and after the end of the first bundle, so that a part of it becomes whole.
    cache, folder = tmp_path / "cache", tmp_path / "served"
    sizes = sorted(day.checkpoints)
    assert sizes[0] < 256 < sizes[-1]
    for size in (sizes[0], sizes[-1]):
        known = {each: note for each, note in day.checkpoints.items() if each <= size}
        Sealed(entries=day.entries, checkpoints=known, events=day.events).write(folder)
        with serving(folder) as server:
            log_copy.copy(Server(server.address), cache)

    assert verdict(capsys, cache, "--json") == verdict(capsys, day.write(tmp_path / "whole"), "--json")


def test_a_damaged_cache_is_fetched_anew_and_never_told_of_the_log(
    served: LogServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cache = tmp_path / "cache"
    log_copy.copy(Server(served.address), cache)
    bundle = cache / "tile/entries/000"
    bundle.write_bytes(bundle.read_bytes()[:-9] + b"nonsense\n")

    assert verdict(capsys, served.address, "--cache", cache) == verdict(capsys, served.folder)


def test_a_log_that_was_rolled_back_is_found_by_the_copy_that_was_kept(
    day: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cache, shorter = tmp_path / "cache", min(day.checkpoints)
    with serving(day.write(tmp_path / "served")) as server:
        log_copy.copy(Server(server.address), cache)
    back = Sealed(entries=day.entries, checkpoints={shorter: day.checkpoints[shorter]}, events=day.events)
    with serving(back.write(tmp_path / "back")) as server:
        status, told = verdict(capsys, server.address, "--cache", cache)

    assert (status, "E_WITHHELD_ENTRY" in told) == (1, True)


def test_another_log_does_not_get_into_a_copy(
    served: LogServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = one_round().seal()
    other.trust["origin"] = "elsewhere.example/log"
    other.write(tmp_path / "cache")

    assert main([served.address, "--cache", str(tmp_path / "cache")]) == 64
    assert "another log" in capsys.readouterr().err


@pytest.mark.parametrize("trouble", [0, 429, 503])
def test_what_fails_once_is_asked_again(served: LogServer, tmp_path: Path, trouble: int) -> None:
    waits: list[float] = []
    served.troubles["tile/entries/000"] = [trouble, trouble]

    log_copy.copy(Server(served.address, wait=waits.append), tmp_path / "copy")

    assert (tmp_path / "copy/tile/entries/000").read_bytes() == (served.folder / "tile/entries/000").read_bytes()
    assert waits == [0.5, 1.0]


def test_what_fails_always_judges_nothing(served: LogServer, tmp_path: Path) -> None:
    waits: list[float] = []
    served.troubles["checkpoint"] = [500] * 5

    with pytest.raises(OSError, match="status 500, 5 times"):
        log_copy.copy(Server(served.address, wait=waits.append), tmp_path / "copy")
    assert len(waits) == 4
    assert list((tmp_path / "copy").iterdir()) == []


def test_no_redirect_is_followed(served: LogServer, capsys: pytest.CaptureFixture[str]) -> None:
    served.troubles["checkpoint"] = [302]

    assert main([served.address]) == 64
    assert "status 302" in capsys.readouterr().err


def test_the_token_comes_from_a_file_or_the_environment(
    served: LogServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    served.token = TOKEN
    (tmp_path / "token").write_text(f"{TOKEN}\n")

    assert main([served.address, "--jobs", "1"]) == 64
    assert "token" in capsys.readouterr().err
    assert verdict(capsys, served.address, "--token-file", tmp_path / "token")[0] == 0
    monkeypatch.setenv(TOKEN_VARIABLE, TOKEN)
    assert verdict(capsys, served.address)[0] == 0


@pytest.mark.parametrize(
    "address",
    ["http://casino.example/log", "ftp://casino.example/log", "https:///log", "https://casino.example:log/"],
)
def test_a_token_goes_to_no_address_where_others_read_it(address: str) -> None:
    with pytest.raises(OSError, match="https"):
        Server(address, token=TOKEN)


def test_published_tiles_are_judged_where_they_are(tmp_path: Path) -> None:
    folder = tmp_path / "published"
    sealed = one_round().seal()
    (folder / "tile/0/000.p").mkdir(parents=True)
    leaves = [leaf_hash(entry) for entry in sealed.entries]
    (folder / f"tile/0/000.p/{len(leaves)}").write_bytes(b"".join(leaves))
    (folder / "checkpoint").write_bytes(sign(sealed.entries, [len(leaves)], signer=LOG)[len(leaves)])
    sealed.write(tmp_path / "export")
    trust = str(tmp_path / "export/trust.json")
    with serving(folder) as server:
        assert main(["tiles", server.address, "--trust", trust]) == 0
        (folder / f"tile/0/000.p/{len(leaves)}").write_bytes(b"".join(reversed(leaves)))
        assert main(["tiles", server.address, "--trust", trust]) == 1
