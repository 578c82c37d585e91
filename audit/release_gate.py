"""Whether new wagers are taken: not while the software of any process differs from the release that was approved.

A stop is an event in the database, which every process reads with the database's clock, every five seconds. A process
that found a difference itself takes no new wagers even where the database knows of none. Open rounds and hands can be
finished, stakes at tables taken back, and money withdrawn: nothing of that asks here.

Source: docs/adr/0044-self-verification.md; regulation F41 (GLI-19 2.3.2).
"""

from audit import clock
from kernel.refusals import Refusal, RefusalKind

_RETRY_SECONDS = 60

_differs_here = False


class WagersStopped(Refusal):
    """No new wagers are taken."""

    code, kind = "wagers-stopped", RefusalKind.UNAVAILABLE


def note_difference() -> None:
    """Take no more wagers in this process: it has found that its installation differs from the approved release.

    What is repaired on disk may be in this process's memory, so only another process takes wagers again.
    """
    global _differs_here  # noqa: PLW0603  a process has one installation
    _differs_here = True


def has_differed() -> bool:
    """Return whether this process has found a difference since it was started."""
    return _differs_here


def require_wagers_taken() -> None:
    """Refuse a new wager while a stop is in force. Costs well under a microsecond.

    Raises:
        WagersStopped: the software differs from what was approved, here or elsewhere.
        django.db.Error: the database could not be read, though it was time to.
    """
    if _differs_here or clock.wagers_stopped():
        raise WagersStopped(
            "Nothing was taken. The platform has found that its own software is not as it was approved, and takes no new"
            " wagers until somebody has looked. Finish your open round or hand; withdrawals are open.",
            retry_after=_RETRY_SECONDS,
        )
