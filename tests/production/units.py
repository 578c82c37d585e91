"""Read deploy/systemd/*.service, and run what a unit says as systemd would, as far as a test without systemd can."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from reddog_platform.embedded.home import CHECKOUT
from tests.journeys.running import Running

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

UNITS: Final = CHECKOUT / "deploy" / "systemd"
_CONFINED: Final = CHECKOUT / "tests" / "production" / "confined.sh"


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit's lines, each name with its values in order."""

    name: str
    lines: Mapping[str, Sequence[str]]

    @classmethod
    def read(cls, name: str, *, renamed: Mapping[str, str]) -> Unit:
        """Read a unit, with each folder of the documents in the place that a test has for it."""
        text = (UNITS / f"reddog-{name}.service").read_text()
        text = re.sub(r"^(RuntimeDirectory)=", r"\1=/run/", text, flags=re.MULTILINE)
        for documented, place in renamed.items():
            text = text.replace(documented, place)
        lines: dict[str, list[str]] = {}
        for line in text.splitlines():
            if "=" in line and not line.startswith("#"):
                key, _, value = line.partition("=")
                lines.setdefault(key, []).append(value)
        return cls(name, lines)

    def credentials(self, folder: Path, *, uid: int) -> None:
        """Copy what LoadCredential names to where its account alone can read it."""
        folder.mkdir(mode=0o500, parents=True)
        for line in self.lines.get("LoadCredential", ()):
            name, _, source = line.partition(":")
            shutil.copyfile(source, folder / name)
            (folder / name).chmod(0o400)
            os.chown(folder / name, uid, uid)
        os.chown(folder, uid, uid)

    def environment(self, credentials: Path) -> dict[str, str]:
        """Return the variables of the process, and nothing of this one's."""
        variables: dict[str, str] = {"CREDENTIALS_DIRECTORY": str(credentials)}
        for line in self.lines.get("Environment", ()):
            variables |= dict(word.split("=", 1) for word in shlex.split(line.replace("%d", str(credentials))))
        for file in self.lines.get("EnvironmentFile", ()):
            variables |= variables_of(Path(file))
        for name in self.lines.get("UnsetEnvironment", ()):
            variables.pop(name, None)
        return variables

    def command(self) -> list[str]:
        """Return the words of ExecStart."""
        return shlex.split(self.lines["ExecStart"][0].replace("%H", socket.gethostname()))

    def writable(self) -> list[str]:
        """Return the folders that the process may write to."""
        given = (*self.lines.get("ReadWritePaths", ()), *self.lines.get("RuntimeDirectory", ()))
        return [path for line in given for path in line.split()]


def variables_of(file: Path) -> dict[str, str]:
    """Read a file of environment variables."""
    lines = (line for line in file.read_text().splitlines() if line and not line.startswith("#"))
    return {name: "".join(shlex.split(value)) for name, value in (line.split("=", 1) for line in lines)}


def confined(command: Sequence[str], *, uid: int, writable: Sequence[str]) -> list[str]:
    """Return the command that runs `command` as this account, on a file system that is read-only elsewhere."""
    python = {Path(sys.base_prefix).resolve(), Path(sys.prefix).resolve()}
    hidden = [str(path) for path in sorted(python) if path.parts[1] in {"root", "tmp"}]
    enter = ["unshare", "--mount", "--propagation", "private", "--", "sh", str(_CONFINED)]
    return [*enter, str(uid), ":".join(writable), ":".join(hidden), *command]


class Confined(Running):
    """A program that runs confined, from a folder of its own choice."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        uid: int,
        writable: Sequence[str] = (),
        environment: Mapping[str, str],
        folder: Path,
        log: Path,
    ) -> None:
        words = ["env", "--chdir", str(folder), *command]
        super().__init__(confined(words, uid=uid, writable=writable), environment=environment, log=log)
