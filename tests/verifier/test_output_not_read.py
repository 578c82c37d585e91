"""What the programs do if nobody reads their output to its end."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from reddog_platform.embedded.home import CHECKOUT
from tests.verifier.play import one_round

_HAND = '{"id": "a", "variant": "reddog_ac", "cards": ["8s", "Jh", "9c"], "bet": 500, "decision": "raise"}\n'


@pytest.mark.parametrize(("hands", "which"), [(1, "its last flush fails"), (10_000, "it fails in the middle")], ids=str)
def test_a_command_whose_output_is_not_read_ends_as_by_the_signal_and_shows_no_code(
    tmp_path: Path, hands: int, which: str
) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text(_HAND * hands)

    ran = unread("manage.py", "settle_hands", str(file))

    assert (ran.returncode, ran.stderr) == (141, ""), which


def test_an_auditor_who_does_not_read_the_verdict_is_not_told_tampered(tmp_path: Path) -> None:
    export = one_round().seal().write(tmp_path / "export")

    ran = unread("-m", "verifier", str(export))

    assert (ran.returncode, ran.stderr) == (64, "verifier: the output was not read to its end: no verdict\n")


def unread(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with an output whose reader is gone."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=CHECKOUT,
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
            check=False,
        )
    finally:
        os.close(writer)
