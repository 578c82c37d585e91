"""When the owner of the machine may make an administrator, although there were two who could.

Source: docs/approvals.md, "Break one's own rule"; docs/adr/0078-nobody-at-a-console.md; regulation F45, F47.
"""

from datetime import datetime, timedelta
from typing import Final

from kernel.refusals import Refusal, RefusalKind

RECOVERY_WAIT: Final = timedelta(hours=72)
"""How long an announced recovery can be heard, before it makes anybody."""
RECOVERY_LENGTH: Final = timedelta(days=7)
"""How long after its announcement a recovery can still be finished."""


class RecoveryNotNeeded(Refusal):
    """There are two administrators who can decide, or there never were."""

    code, kind = "recovery-not-needed", RefusalKind.CONFLICT


class RecoveryWaits(Refusal):
    """The recovery was announced, and waits."""

    code, kind = "recovery-waits", RefusalKind.CONFLICT


class RecoveryUnheard(Refusal):
    """Nobody outside has confirmed the alarm of this recovery."""

    code, kind = "recovery-unheard", RefusalKind.CONFLICT


def recovery_is_open(announced_at: datetime, *, now: datetime) -> bool:
    """Return whether an announcement still counts: it is no older than seven days."""
    return now - announced_at < RECOVERY_LENGTH


def require_waited(announced_at: datetime, *, now: datetime) -> None:
    """Accept a recovery that was announced 72 hours ago or longer.

    Raises:
        RecoveryWaits: with `not_before`.
    """
    not_before = announced_at + RECOVERY_WAIT
    if now < not_before:
        raise RecoveryWaits(f"Nobody was made. Run this again after {not_before:%Y-%m-%d %H:%M} UTC.")
