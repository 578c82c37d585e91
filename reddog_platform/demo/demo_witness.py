"""The witness of a demonstration: a process of its own, with its own key and memory, and the policy that asks for it.

It runs on the operator's machine, so it shows how witnesses work, and proves nothing about the operator.
"""

from __future__ import annotations

import os
import shutil
import subprocess  # nosec B404  runs the program that a witness would run
import sys
from typing import TYPE_CHECKING, Final

from approvals.operations.announce import announce_authorised_policy
from audit import keys
from audit.places import log_folder
from audit.queries.witnesses import announced_policy_notes
from reddog_platform.embedded.home import CHECKOUT
from reddog_platform.supervisor import Process

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

_HOST: Final = "127.0.0.1"
_NAME: Final = "witness.demo.reddog.example/w1"


def folder() -> Path:
    """Return where it keeps its key and what it signed: beside the published log, with which it must stay."""
    log = log_folder()
    return log.with_name(f"{log.name}-witness")


def process(*, port: int) -> Process:
    """Return the process, which begins once `announce` made its key."""
    command = [sys.executable, str(CHECKOUT / "manage.py"), "demo_witness", str(port)]
    return Process(name="witness", command=command, environment={**os.environ, "PYTHONUNBUFFERED": "1"})


def command(*, port: int) -> list[str]:
    """Return the command of the witness program for the log of this installation."""
    public = keys.public_keys()
    return [
        *_program("run"),
        str(folder()),
        "--listen",
        f"{_HOST}:{port}",
        "--log",
        f"{public['log']} {public['root']}",
    ]


def announce(*, port: int, now: datetime) -> None:
    """Make its key, if it has none, and announce that it signs checkpoints from now on, if the log does not say so."""
    line = f"witness w1 {_vkey()} http://{_HOST}:{port}\n"
    newest = announced_policy_notes()[-1:]
    if newest and line in newest[0]:
        return
    # A policy stands once in a log, and another run may have had the same port: so each says when it was.
    text = (
        f"# of the demonstration's run of {now:%Y-%m-%dT%H:%M:%SZ}\nlog {keys.public_keys()['log']}\n{line}quorum w1\n"
    )
    announce_authorised_policy(text, now=now)


def forget() -> None:
    """Remove its key and its memory, with which it would sign no other log."""
    shutil.rmtree(folder(), ignore_errors=True)


def _vkey() -> str:
    public = folder() / "witness.vkey"
    if not public.exists():
        forget()
        made = subprocess.run(  # noqa: S603  our own program
            [*_program("make-key"), _NAME, str(folder())], cwd=CHECKOUT, capture_output=True, text=True, check=True
        )
        public.write_text(made.stdout)
    return public.read_text().strip()


def _program(what: str) -> list[str]:
    return [sys.executable, "-m", "verifier", "witness", what]
