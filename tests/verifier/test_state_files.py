"""What a state is bound to, what of the old part is asked for anew, and the file itself."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.verifier.nights import Nights, from_of, rewritten, sealed, told, up_to, why_whole
from tests.verifier.play import founded, seated
from tests.verifier.producer import receipt, sign
from verifier import state_file, zone_data
from verifier.judge import Depth

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def nights(tmp_path: Path) -> Nights:
    return Nights(tmp_path)


# --- Receipts, checkpoints, zones ---------------------------------------------------------------------------------


def test_receipts_of_the_old_part_are_looked_up_in_it(nights: Nights) -> None:
    log = sealed("a day of rounds")
    assert nights.audit(up_to(log, sorted(log.checkpoints)[-2])).accepted
    foreign = receipt(log.entries[20].replace(b'"salt":"', b'"salt":"00', 1))
    for given in ([receipt(entry) for entry in log.entries[10:50:3]], [foreign]):
        lines = b"".join(given).splitlines()

        result = nights.audit(log, receipts=lines)

        assert from_of(result) > 0
        assert told(result) == told(nights.whole(log, receipts=lines))


def test_a_place_of_the_old_part_that_a_receipt_contradicts_is_a_split(nights: Nights) -> None:
    log, rules = founded()
    log.version = "rdf/2"
    seated(log, "ada").open().deal(500, rules=rules).settle()
    cut = log.checkpoint()
    seated(log, "ben")
    elsewhere = log.copied()
    elsewhere.drafts[elsewhere.index("deal")].fields["salt"] = "5a" * 16
    contradicting = receipt(elsewhere.seal().entries[elsewhere.index("deal")]).splitlines()
    assert nights.audit(up_to(log.seal(), cut)).accepted

    result = nights.audit(log.seal(), receipts=contradicting)

    assert from_of(result) == cut
    assert {str(code) for code in result.tally.failures} == {"E_SPLIT"}
    assert told(result) == told(nights.whole(log.seal(), receipts=contradicting))


def test_other_checkpoints_of_the_old_part_need_the_whole_audit(nights: Nights) -> None:
    log = sealed("a day of rounds")
    cut = sorted(log.checkpoints)[-2]
    assert nights.audit(up_to(log, cut)).accepted
    for change in (-1, 1):
        checkpoints = dict(log.checkpoints)
        if change < 0:
            del checkpoints[sorted(checkpoints)[1]]
        else:
            checkpoints |= sign(log.entries, [sorted(checkpoints)[1] + 1])
        other = replace(log, checkpoints=checkpoints)

        result = nights.audit(other)

        assert why_whole(result) == "there are other checkpoints of the entries that it had judged"
        assert told(result) == told(nights.whole(other, checkpoints=[log.checkpoints[cut]]))
        nights.state.path.unlink()
        assert nights.audit(up_to(log, cut)).accepted


def test_another_time_zone_database_needs_the_whole_audit(nights: Nights, monkeypatch: pytest.MonkeyPatch) -> None:
    log = sealed("a limit over a week")
    assert nights.audit(up_to(log, sorted(log.checkpoints)[-2])).accepted
    head, _ = state_file.read(nights.state.path, key=None) or (None, b"")
    assert head is not None
    assert len(head.zones["America/New_York"]) == 64

    monkeypatch.setattr(zone_data, "_digest", lambda name: f"another {name}")

    assert why_whole(nights.audit(log)) == "this machine's time zone database has changed"


# --- What a state is bound to ---------------------------------------------------------------------------------------


def test_another_program_judges_the_whole_log_and_remembers_the_checkpoint(
    nights: Nights, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = sealed("a day of rounds")
    assert nights.audit(log).accepted
    monkeypatch.setattr(state_file, "program", lambda: "another")

    assert why_whole(nights.audit(log)) == "another version of this program, or of Python, wrote it"
    assert from_of(nights.audit(log)) == len(log.entries)
    monkeypatch.undo()
    result = nights.audit(rewritten(log))
    assert {"E_FORK", "E_ROOT"} & {str(code) for code in result.tally.failures}


def test_the_digest_of_the_program_is_that_of_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "packaging").mkdir()
    (tmp_path / "judge.py").write_text("holds = True\n")
    monkeypatch.setattr(state_file, "_FOLDER", tmp_path)
    found = []
    for change in ("holds = True\n", "holds = 1\n"):
        (tmp_path / "judge.py").write_text(change)
        (tmp_path / "packaging/wheel.py").write_text(change)
        state_file.program.cache_clear()
        found.append(state_file.program())
    (tmp_path / "judge.py").unlink()
    state_file.program.cache_clear()
    with pytest.raises(OSError, match="in no files"):
        state_file.program()
    state_file.program.cache_clear()
    monkeypatch.undo()

    assert found[0] != found[1]
    assert state_file.program() not in found


def test_another_depth_judges_the_whole_log(nights: Nights) -> None:
    log = sealed("a day of rounds")
    assert nights.audit(log, depth=Depth.TREE).accepted

    result = nights.audit(log)

    assert why_whole(result) == "it is of an audit in tree mode"
    assert from_of(nights.audit(log)) == len(log.entries)


def test_a_state_of_other_keys_is_refused(nights: Nights) -> None:
    log = sealed("a day of rounds")
    assert nights.audit(log).accepted
    other = replace(log, trust={**log.trust, "root": log.trust["log"]})

    with pytest.raises(OSError, match="of another log, or of other trusted keys"):
        nights.audit(other)


def test_a_state_of_somebody_else_is_refused(nights: Nights, monkeypatch: pytest.MonkeyPatch) -> None:
    log = sealed("a day of rounds")
    assert nights.audit(log).accepted
    if os.geteuid() == 0:
        os.chown(nights.state.path, 4242, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 4242)

    with pytest.raises(OSError, match="others own this state, or may write it"):
        nights.audit(log)


# --- A run that was broken off -----------------------------------------------------------------------------------


def test_a_run_that_ended_before_its_state_was_in_place_puts_it_there(nights: Nights) -> None:
    log = sealed("events")
    assert nights.audit(log).accepted
    nights.state.path.rename(nights.state.running)

    assert from_of(nights.audit(log)) == len(log.entries)
    assert nights.state.path.exists()
    assert not nights.state.running.exists()


def test_what_another_program_left_running_never_takes_the_place_of_an_accepted_state(
    nights: Nights, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = sealed("events")
    with monkeypatch.context() as patch:
        patch.setattr(state_file, "program", lambda: "another")
        assert nights.audit(log).accepted
    left = nights.state.path.rename(nights.state.running).read_bytes()
    nights.state.running.rename(nights.folder / "left")
    assert nights.audit(log).accepted
    kept = nights.state.path.read_bytes()
    (nights.folder / "left").rename(nights.state.running)

    assert from_of(nights.audit(log)) == len(log.entries)
    assert nights.state.path.read_bytes() == kept != left
    assert not nights.state.running.exists()


# --- The file -----------------------------------------------------------------------------------------------------


def test_the_file_is_its_owners_alone_and_nothing_is_left_beside_it(nights: Nights) -> None:
    before = os.umask(0)
    try:
        assert nights.audit(sealed("events")).accepted
    finally:
        os.umask(before)

    assert nights.state.path.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in nights.folder.iterdir() if path.is_file()] == ["state"]


def test_two_audits_write_the_same_state(tmp_path: Path) -> None:
    written = []
    for name in ("one", "two"):
        each = Nights(tmp_path / name)
        assert each.audit(sealed("a game around a pot")).accepted
        written.append(each.state.path.read_bytes())

    assert written[0] == written[1]


def damaged(content: bytes) -> Iterator[bytes]:
    yield b""
    yield content[:-1]
    yield content + b"\0"
    for at in range(0, len(content), 97):
        yield content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]


def test_a_damaged_state_is_refused(nights: Nights) -> None:
    log = sealed("events")
    assert nights.audit(log).accepted
    whole = nights.state.path.read_bytes()
    for spoilt in damaged(whole):
        nights.state.path.write_bytes(spoilt)
        with pytest.raises(OSError, match="damaged"):
            nights.audit(log)
    nights.state.path.write_bytes(whole)
    assert from_of(nights.audit(log)) == len(log.entries)


def test_a_state_that_others_may_write_is_refused(nights: Nights) -> None:
    assert nights.audit(sealed("events")).accepted
    nights.state.path.chmod(0o620)

    with pytest.raises(PermissionError, match="others own this state, or may write it"):
        nights.audit(sealed("events"))


@pytest.mark.parametrize(("written", "read"), [(None, b"k" * 32), (b"k" * 32, None), (b"k" * 32, b"l" * 32)])
def test_a_state_with_a_key_holds_by_that_key_alone(tmp_path: Path, written: bytes | None, read: bytes | None) -> None:
    assert Nights(tmp_path, key=written).audit(sealed("events")).accepted
    assert from_of(Nights(tmp_path, key=written).audit(sealed("events"))) == len(sealed("events").entries)

    with pytest.raises(OSError, match="another --state-key"):
        Nights(tmp_path, key=read).audit(sealed("events"))
