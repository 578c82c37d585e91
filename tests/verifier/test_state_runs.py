"""The program as an auditor starts it, with a state: killed and gone on with, over a folder and over HTTP."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.verifier.log_server import serving
from tests.verifier.nights import sealed, up_to
from tests.verifier.play import founded, seated
from verifier.__main__ import main

if TYPE_CHECKING:
    from tests.verifier.producer import Sealed

CHECKOUT = Path(__file__).parents[2]
BUNDLES = 6


@pytest.fixture(scope="module")
def long_log() -> Sealed:
    """Some bundles of rounds, all of them below two checkpoints."""
    log, rules = founded()
    for number in range(7):
        player = seated(log, f"player {number}", rounds=128).open()
        for _ in range(110):
            player.deal(500, rules=rules).settle()
        log.checkpoint()
    assert len(log.drafts) > BUNDLES * 256
    return log.seal()


def verdict(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    capsys.readouterr()
    main(["--jobs", "1", "--json", *map(str, arguments)])
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def killed(folder: Path, state: Path, *, after: int) -> bool:
    """Start an audit, and kill it once it has written its state so many times more; tell whether it was still running."""
    running = state.with_name(f"{state.name}.running")
    command = [sys.executable, "-m", "verifier", str(folder), "--state", str(state), "--state-every", "0"]
    process = subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.DEVNULL)
    seen, written = running.stat().st_ino if running.exists() else 0, 0
    while process.poll() is None and written < after:
        now = running.stat().st_ino if running.exists() else 0
        written, seen = written + (now not in (0, seen)), now
        time.sleep(0.0005)
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


def test_a_run_that_is_killed_again_and_again_comes_to_the_verdict_of_one_run(
    long_log: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, state = long_log.write(tmp_path / "log"), tmp_path / "state"
    expected, gone_on = verdict(capsys, folder), []
    for _ in range(4):
        assert killed(folder, state, after=1), "a run came to its end before it was killed"
        assert not state.exists()
        # A copy of what the kill left is gone on with to the end, as the next run would.
        shutil.copy(tmp_path / "state.running", tmp_path / "copy.running")
        found = verdict(capsys, folder, "--state", tmp_path / "copy")
        gone_on.append(found["state"]["went_on_from"])
        (tmp_path / "copy").unlink()
        assert {**found, "state": None} == expected

    last = verdict(capsys, folder, "--state", state)

    assert {**last, "state": None} == expected
    assert last["state"]["went_on_from"] >= gone_on[-1] >= gone_on[0] >= 256
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log", "state"]


def test_a_log_that_breaks_behind_the_old_part_in_its_bundle_ends_there(
    long_log: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    size = next(each for each in sorted(long_log.checkpoints) if each > 256)
    before = up_to(long_log, size).write(tmp_path / "before")
    assert verdict(capsys, before, "--state", tmp_path / "state")["verdict"] == "ok"
    folder = long_log.write(tmp_path / "log")
    bundle = folder / f"tile/entries/{size // 256:03d}"
    bundle.write_bytes(bundle.read_bytes()[:-7])

    found = verdict(capsys, folder, "--state", tmp_path / "state")

    assert found["state"]["went_on_from"] == size
    assert found["entries"] < (size // 256 + 1) * 256
    assert {**found, "state": None} == verdict(capsys, folder, "--checkpoint", before / "checkpoint")


def test_a_state_goes_on_over_a_served_log(
    long_log: Sealed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sizes = sorted(long_log.checkpoints)
    for number, size in enumerate(sizes[-3:]):
        shutil.rmtree(tmp_path / "served", ignore_errors=True)
        folder = up_to(long_log, size).write(tmp_path / "served")
        with serving(folder) as server:
            cache, state = tmp_path / "cache", tmp_path / "state"
            found = verdict(capsys, server.address, "--cache", cache, "--state", state)

        assert found["state"]["went_on_from"] == (sizes[-3:][number - 1] if number else 0)
        assert {**found, "state": None} == verdict(capsys, folder)


def test_the_lines_say_from_where_the_audit_went_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, state = sealed("events").write(tmp_path / "log"), tmp_path / "state"
    size, said = len(sealed("events").entries), []
    for more in ([], [], ["--tree"]):
        assert main([str(folder), "--state", str(state), *more]) == 0
        said.append(next(line for line in capsys.readouterr().out.splitlines() if line.startswith("state")))

    assert said == [
        "state     there was none: the whole log was judged",
        f"state     went on from {size} entries that an earlier run had judged, and that are the same",
        "state     not gone on from: it is of an audit in full mode. The whole log was judged",
    ]


def refusal(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    capsys.readouterr()
    try:
        status: object = main([str(each) for each in arguments])
    except SystemExit as left:
        status = left.code
    assert status == 64
    return capsys.readouterr().err


def test_options_that_do_not_fit_a_state_judge_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, state = sealed("events").write(tmp_path / "log"), tmp_path / "state"
    (tmp_path / "key").write_bytes(b"k" * 15)
    (tmp_path / "link").symlink_to(folder)

    assert "folder of the log" in refusal(capsys, folder, "--state", folder / "state")
    assert "folder of the log" in refusal(capsys, folder, "--state", tmp_path / "link" / "tile" / "state")
    assert "folder of the log" in refusal(
        capsys, "http://127.0.0.1:1/log", "--cache", tmp_path, "--state", tmp_path / "state"
    )
    assert "needs --state" in refusal(capsys, folder, "--state-key", tmp_path / "key")
    assert "has 15 bytes" in refusal(capsys, folder, "--state", state, "--state-key", tmp_path / "key")
    assert "exclude each other" in refusal(capsys, folder, "--state", state, "--dask", "tcp://127.0.0.1:1")
    assert "number of seconds" in refusal(capsys, folder, "--state", state, "--state-every", "-1")
    assert "cannot read" in refusal(capsys, folder, "--state", tmp_path / "no folder" / "state")
    assert not state.exists()


def test_a_damaged_state_judges_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, state = sealed("events").write(tmp_path / "log"), tmp_path / "state"
    key = tmp_path / "key"
    key.write_bytes(b"k" * 16)
    assert main([str(folder), "--state", str(state), "--state-key", str(key)]) == 0
    assert main([str(folder), "--state", str(state), "--state-key", str(key)]) == 0

    assert "the state is damaged, or was made with another --state-key" in refusal(capsys, folder, "--state", state)
