"""A player with keys: the reference client, run as a program of its own, because it shares nothing with the platform.

Its folder keeps keys, receipts and the state that it signs by. Losing it would lock the demonstration's signer out until
somebody types the recovery code, so it lies beside the values of the other players and is erased with the database alone.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from reddog_platform.demo.logins import PIN, LoginRequest
from reddog_platform.embedded.home import CHECKOUT

SIGNER: Final = LoginRequest(username="signer", password="sign-with-my-own-key")  # noqa: S106  printed by the demonstration

_CLIENT: Final = CHECKOUT / "clients" / "python"
_PATIENCE_SECONDS: Final = 300


class SigningFailed(Exception):  # noqa: N818  the client declined
    """The reference client refused, or found something that does not hold."""


class SigningPlayer:
    """The signer's own program at work, with its folder."""

    def __init__(self, url: str, folder: Path) -> None:
        """Know the platform's address; nothing is run yet."""
        self._url, self._folder = url, folder

    @property
    def is_here(self) -> bool:
        """Whether the client came with this copy of the platform."""
        return _CLIENT.is_dir()

    def enrol(self) -> None:
        """Let a first key and a recovery key in, unless an earlier run did. The code is not kept: this is play money.

        Raises:
            SigningFailed: with what the client said.
        """
        if "key" not in self._run("status"):
            self._run("enrol")

    def play(self, game: str, *, rounds: int) -> str:
        """Play rounds under signatures, and return what the client says of them.

        Raises:
            SigningFailed: with what the client said.
        """
        return self._run("play", game, "--rounds", str(rounds))

    def receipts(self) -> list[Mapping[str, Any]]:
        """Return every receipt that the client keeps."""
        kept = self._folder / "receipts.jsonl"
        return [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()] if kept.exists() else []

    def _run(self, *words: str) -> str:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        whereabouts = ("--folder", str(self._folder), "--url", f"{self._url}/api/v1", "--username", SIGNER.username)
        done = subprocess.run(  # noqa: S603  our own client, with words of this file
            [sys.executable, "-m", "reddog_client", *whereabouts, *words],
            env={**os.environ, "PYTHONPATH": str(_CLIENT), "REDDOG_PASSWORD": SIGNER.password, "REDDOG_PIN": PIN},
            capture_output=True,
            text=True,
            check=False,
            timeout=_PATIENCE_SECONDS,
        )
        if done.returncode:
            raise SigningFailed(f"reddog_client {' '.join(words)}: {done.stderr.strip() or done.stdout.strip()}")
        return done.stdout
