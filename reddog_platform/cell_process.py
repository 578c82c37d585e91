"""Run a command in a process of a cell, as an operator would with `REDDOG_CELL`."""

import os
import subprocess
import sys

from django.core.management.base import CommandError

from kernel.cell import Cell
from kernel.serving import served_cell
from reddog_platform.embedded.home import CHECKOUT


def run_in_cell(cell: Cell, *words: str) -> int:
    """Run a command of manage.py in a process of the cell, whose output is ours; return its exit status.

    The installation without a name is a cell too.
    """
    environment = {name: value for name, value in os.environ.items() if name != "REDDOG_CELL"}
    if cell.name:
        environment["REDDOG_CELL"] = cell.name
    command = [sys.executable, str(CHECKOUT / "manage.py"), *words]
    return subprocess.run(command, env=environment, check=False).returncode  # noqa: S603  our own program


def refuse_in_a_cell() -> None:
    """Refuse a command that is the installation's, and acts over its cells.

    Raises:
        CommandError: this process is a cell's.
    """
    if served_cell().name:
        raise CommandError("Nothing was done. Run this without REDDOG_CELL, in the environment of the installation.")
