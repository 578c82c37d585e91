"""The checks of `manage.py doctor` for what is over cells, where there are any: the parent log here, and the directory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from audit import keys
from audit.core.checkpoint import size_of
from audit.key_uses import DIRECTORY_KEY, PARENT_KEY, needs
from audit.parent_folder import REFUSED, SIGNED
from audit.queries.log import lock_is_held
from kernel.serving import served_cell
from reddog_platform import parent_log
from reddog_platform.cells import ready_cells
from reddog_platform.diagnostic import Diagnostic
from reddog_platform.directory_diagnostics import claims
from reddog_platform.parent_log import PARENT_LOCK

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from audit.key_uses import KeyHolder

_LATE_SECONDS: Final = 60


def checks(process: KeyHolder | None = None) -> list[Callable[[datetime], Diagnostic]]:
    """Return the checks in a cell, and in an installation with cells; none in one without. The parent log is not the cell's.

    That of the directory is for a `process` that has its key.
    """
    in_cell = bool(served_cell().name)
    if not in_cell and not ready_cells():
        return []
    return [
        *([] if in_cell else [parent]),
        *([claims] if process is None or needs(process, DIRECTORY_KEY) else []),
    ]


def parent(now: datetime) -> Diagnostic:
    """Check that the process of the parent log runs, refuses no cell, and publishes what it signs."""
    if PARENT_KEY not in keys.public_keys():
        return _said("not begun: nothing fixes the cells' logs together", healthy=True)
    place = parent_log.folder()
    refused = (place.note_in(REFUSED) or "").splitlines()
    signed, published = place.note_in(SIGNED), place.checkpoint()
    waited = 0.0
    if signed is not None and (published is None or size_of(published) < size_of(signed)):
        waited = now.timestamp() - (place.path / SIGNED).stat().st_mtime
    wrong = [
        *([] if lock_is_held(PARENT_LOCK) else ["does not run: cells' new checkpoints are in no parent log"]),
        *(f"refuses a cell: {line}" for line in refused),
        *([f"a checkpoint has waited for {waited:.0f} seconds for its witnesses"] if waited > _LATE_SECONDS else []),
    ]
    size = 0 if published is None else size_of(published)
    return _said("; ".join(wrong) or f"holds its lock, {size} entries are published", healthy=not wrong)


def _said(state: str, *, healthy: bool) -> Diagnostic:
    return Diagnostic(
        subject="parent log",
        healthy=healthy,
        state=state,
        repair="`manage.py parent_log run`, under a process manager; a refused cell: docs/runbooks/parent-log.md.",
    )
