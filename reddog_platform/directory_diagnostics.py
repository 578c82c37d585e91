"""The check of `manage.py doctor` for the directory of claims, where there are cells."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from kernel.serving import served_cell
from players import directory
from players.directory import is_in_directory
from players.operations.claim_identity import PENDING_SECONDS
from reddog_platform.diagnostic import Diagnostic

if TYPE_CHECKING:
    from datetime import datetime

_LATE: Final = timedelta(minutes=5)
"""Ten times the pause between two looks."""
_LEFT_SECONDS: Final = 5 * PENDING_SECONDS


def claims(_: datetime) -> Diagnostic:
    """Check that this cell follows the exclusions of the others, leaves no claim pending, and has all its players' claims."""
    if not is_in_directory():
        return _said("there are cells, and this process has no directory.key: it claims nothing", healthy=False)
    standing = directory.standing(pending_seconds=_LEFT_SECONDS)
    behind = None if standing.read_to is None else standing.seen_at - standing.read_to
    wrong = [
        *(["has never followed other cells' exclusions"] if behind is None else []),
        *(
            [f"is {behind.total_seconds():.0f} seconds behind other cells' exclusions"]
            if behind and behind > _LATE
            else []
        ),
        *([f"{standing.pending} claims have been pending for {_LEFT_SECONDS} seconds"] if standing.pending else []),
        *([f"{standing.collisions} claims of players are another account's"] if standing.collisions else []),
    ]
    name = served_cell().name or "the installation"
    return _said("; ".join(wrong) or f"{name} follows the others, all claims are settled", healthy=not wrong)


def _said(state: str, *, healthy: bool) -> Diagnostic:
    return Diagnostic(
        subject="directory",
        healthy=healthy,
        state=state,
        repair="Behind or pending: start beat and the worker of the queue `batch` of this cell. Another account's: `manage.py"
        " cell repair` names the players; the staff closes one of the two (docs/scale.md). No key: `manage.py distribute_keys`.",
    )
