"""Sessions: what the references of stakes must be, and how an auditor finds the rounds that were one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

from players.core.session_reference import session_reference
from tests.verifier.attacked import verdict
from tests.verifier.auditor import audited
from tests.verifier.play import founded, seated
from tests.verifier.producer import DAY_MS, HOUR_MS, Log, sha256
from tests.verifier.spoiling import fields
from tests.verifier.table_logs import pot_game, shared_hand
from verifier import session_reference as session_reference_of_stakes
from verifier.__main__ import main
from verifier.judge import Depth
from verifier.player import PlayerChain
from verifier.session_reference import reference
from verifier.verdict import Code, Fault

if TYPE_CHECKING:
    from pathlib import Path

SESSION, SALT = UUID(bytes=bytes(range(16, 32))), bytes(range(32, 48))
MINE = session_reference(SESSION, salt=SALT).hex()
OTHER = "5e" * 32
MINUTE_MS = 60_000


def evening(*sessions: str, apart_ms: int = MINUTE_MS) -> Log:
    """Return a log of a player who is dealt a round in each of these sessions, the deals so far apart."""
    log, rules = founded()
    log.version = "rdf/2"
    ada = seated(log, "ada").open()
    began = 0
    for session in sessions:
        while began and log.now + HOUR_MS < began + apart_ms:
            log.now += HOUR_MS - log.tick_ms
            log.list_events([])
        log.now = max(log.now, began + apart_ms - log.tick_ms)
        ada.deal(500, rules=rules)
        began = log.now
        log.drafts[-1].fields["sess"] = session
        ada.settle()
    log.checkpoint()
    return log


def test_the_platform_and_the_verifier_refer_to_a_session_alike() -> None:
    # SHA-256 of "RDF2/session", a zero byte, the salt and the id.
    assert sha256(b"RDF2/session\0" + SALT + SESSION.bytes).hex() == MINE
    assert reference(session=SESSION.bytes, salt=SALT) == MINE
    assert reference(session=SESSION.bytes, salt=bytes(16)) != MINE


def test_sessions_beside_one_another_and_one_that_goes_on_are_sound() -> None:
    # Two devices, each with its session, and a third one later.
    assert verdict(evening(MINE, OTHER, MINE, OTHER, "5f" * 32)) == "OK"


def test_a_session_lasts_for_24_hours_and_a_minute_of_clocks() -> None:
    longest_ms = DAY_MS + MINUTE_MS
    assert verdict(evening(MINE, MINE, apart_ms=longest_ms)) == "OK"
    assert verdict(evening(MINE, MINE, apart_ms=longest_ms + 1)) == "E_SESSION"
    assert verdict(evening(MINE, OTHER, apart_ms=longest_ms + 1)) == "OK"


def test_the_age_of_a_session_is_judged_in_tree_mode_too() -> None:
    outcome = audited(evening(MINE, MINE, apart_ms=2 * DAY_MS).seal(), depth=Depth.TREE)

    assert outcome.tally.failures == {Code.E_SESSION: 1}


def test_a_session_that_is_too_old_is_told_at_each_of_its_stakes() -> None:
    outcome = audited(evening(MINE, MINE, MINE, apart_ms=2 * DAY_MS).seal())

    assert outcome.tally.failures == {Code.E_SESSION: 2}


@pytest.mark.parametrize("kind", ["deal", "sit"])
def test_a_seat_at_a_table_is_taken_in_a_session_too(kind: str) -> None:
    log = (shared_hand() if kind == "deal" else pot_game()).copied()
    seat: Any = fields(log, kind)
    seat["sess"] = MINE
    assert verdict(log) == "OK"

    del seat["sess"]
    assert verdict(log) == "E_FORM"


@pytest.mark.parametrize("sess", ["5E" * 32, "5e" * 31, "5e" * 33, "", 5, None])
def test_a_reference_is_32_bytes_in_hex(sess: object) -> None:
    log = evening(MINE)
    fields(log, "deal")["sess"] = sess

    assert verdict(log) == "E_FORM"


def test_each_stake_of_the_second_version_has_a_reference_and_none_of_the_first() -> None:
    log = evening(MINE)
    del fields(log, "deal")["sess"]
    assert verdict(log) == "E_FORM"

    log, rules = founded()
    seated(log, "ada").open().deal(500, rules=rules).settle()
    assert verdict(log) == "OK"
    fields(log, "deal")["sess"] = MINE
    assert verdict(log) == "E_FORM"


def test_a_session_at_a_table_ends_with_its_24_hours() -> None:
    log = shared_hand().copied()
    chain = PlayerChain(name="00" * 16)
    stake: Any = fields(log, "deal")
    session_reference_of_stakes.apply(chain, stake)

    stake["time"] += DAY_MS + MINUTE_MS
    session_reference_of_stakes.require(chain, stake)
    stake["time"] += 1
    with pytest.raises(Fault) as refused:
        session_reference_of_stakes.require(chain, stake)
    assert refused.value.code is Code.E_SESSION


# --- The command --------------------------------------------------------------------------------------------


def told(log: Log, folder: Path, capsys: pytest.CaptureFixture[str], *, salt: bytes = SALT) -> tuple[int, str]:
    export = log.seal().write(folder / "export")
    status = main(["session", str(export), "--id", SESSION.hex, "--salt", salt.hex()])
    return status, capsys.readouterr().out


def test_whoever_has_the_salt_sees_the_rounds_of_a_session(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = evening(MINE, OTHER, MINE)
    chain = fields(log, "deal")["chain"]

    status, printed = told(log, tmp_path, capsys)

    assert status == 0
    assert f"session   {MINE}" in printed
    assert f"chain     {chain}" in printed
    assert [f"round {chain}-0-{number}" in printed for number in (1, 2, 3)] == [True, False, True]
    assert f"in all    2, 1000 minor units placed, {2 * MINUTE_MS} ms from the first to the last" in printed


def test_without_the_right_salt_no_round_is_of_the_session(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, printed = told(evening(MINE), tmp_path, capsys, salt=bytes(16))

    assert status == 64
    assert "no stake bears the reference" in printed


def test_a_reference_alone_shows_the_rounds_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    export = str(evening(MINE, OTHER, MINE).seal().write(tmp_path / "export"))

    assert main(["session", export, "--reference", OTHER]) == 0
    assert "in all    1, 500 minor units placed, 0 ms" in capsys.readouterr().out
    assert main(["session", export, "--id", SESSION.hex]) == 64
    assert "--id and --salt are needed, or --reference" in capsys.readouterr().err
    with pytest.raises(SystemExit) as ended:
        main(["session", export, "--reference", "5e"])
    assert ended.value.code == 64


def test_a_buy_in_is_a_stake_of_its_session(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = pot_game().copied()
    seat = fields(log, "sit")
    seat["sess"] = MINE

    status, printed = told(log, tmp_path, capsys)

    assert status == 0
    assert f"sit of {seat['buy_in']}, table " in printed


def test_an_export_that_is_not_what_its_checkpoint_says_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sealed = evening(MINE).seal()
    sealed.entries[-1] = sealed.entries[-1].replace(b'"type"', b'"tyqe"')
    export = sealed.write(tmp_path / "export")

    assert main(["session", str(export), "--id", SESSION.hex, "--salt", SALT.hex()]) == 1
    assert "E_ROOT" in capsys.readouterr().out
    (export / "checkpoint").unlink()
    assert main(["session", str(export), "--id", SESSION.hex, "--salt", SALT.hex()]) == 1
    assert "E_CHECKPOINT" in capsys.readouterr().out


@pytest.mark.parametrize("given", ["", "00", "zz" * 16, "AB" * 16])
def test_an_id_or_a_salt_is_16_bytes_in_hex(given: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["session", str(tmp_path), "--id", SESSION.hex, "--salt", given])

    assert ended.value.code == 64
    assert "32 hex digits" in capsys.readouterr().err
