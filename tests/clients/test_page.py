"""The blocks of docs/clients.md, run as they stand against a running platform."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest

from reddog_client.account import Account
from reddog_client.errors import Reason
from reddog_platform.embedded.home import CHECKOUT
from tests.clients.meddling import registered

if TYPE_CHECKING:
    from pathlib import Path

PAGE: Final = (CHECKOUT / "docs/clients.md").read_text()
_BLOCK: Final = re.compile(r"^```(sh|python|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    return [text for kind, text in _BLOCK.findall(PAGE) if kind == language]


def test_the_signer_of_the_page_makes_the_signature_that_it_shows() -> None:
    _in_a_program, signer = blocks("python")

    exec(compile(signer, "docs/clients.md", "exec"), {})


def test_the_page_lists_every_reason_to_stop() -> None:
    table = PAGE[PAGE.index("| reason |") : PAGE.index("An unknown key that")]

    assert re.findall(r"^\| `([a-z-]+)`", table, re.MULTILINE) == sorted(Reason)


@pytest.mark.slow
def test_the_commands_and_the_program_of_the_page_run_as_they_stand(url: str, tmp_path: Path) -> None:
    player = registered(url)
    replaced = {
        "http://127.0.0.1:8000/api/v1": url,
        # The package is not installed here: `tests/clients/test_independence.py` does that.
        "python3 -m venv .local/client\n": "",
        ".local/client/bin/pip install --quiet ./clients/python\n": "",
        ".local/client/bin/python": sys.executable,
        ".local/client": str(tmp_path),
        "--username demo": f"--username {player.username}",
        '"demo"': f'"{player.username}"',
        "play-red-dog-tonight": player.password,
    }

    def adapted(text: str) -> str:
        for before, after in replaced.items():
            text = text.replace(before, after)
        return text

    done = subprocess.run(
        [str(shutil.which("bash")), "-euc", adapted("\n".join(blocks("sh")))],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT / "clients/python")},
        cwd=CHECKOUT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    for line in "".join(blocks("text")).splitlines():
        assert line.split()[0] in done.stdout, line

    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(adapted(blocks("python")[0]), "docs/clients.md", "exec"), {})
    assert "currency" in printed.getvalue(), printed.getvalue()
    with Account(tmp_path / "demo") as account:
        assert account.state.chain.signed
