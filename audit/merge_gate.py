"""Whether new wagers are taken: not while records wait for the log longer than the installation allows.

A receipt promises a place in the log within ten seconds. While no sequencer gives places, each new bet would be another
promise that nobody keeps. Each process reads with the database's clock, every five seconds, how long the oldest record has
waited. So the stop needs nobody who orders it, holds in all processes, and ends by itself: the sequencer that takes what
waits ends it, and nothing else does. Open rounds and hands can be finished, stakes at tables taken back, and money
withdrawn: nothing of that asks here.

Source: docs/adr/0069-merge-delay.md; docs/formats/log.md, rule 2.
"""

from django.conf import settings

from audit import clock
from kernel.refusals import Refusal, RefusalKind

_RETRY_SECONDS = 10
_MS = 1000


class LogBehind(Refusal):
    """The log has fallen behind."""

    code, kind = "log-behind", RefusalKind.UNAVAILABLE


def require_log_keeps_up() -> None:
    """Refuse a new wager while the oldest record has waited longer than `REDDOG_MERGE_DELAY_STOP_SECONDS`; 0 is never.

    Raises:
        LogBehind: it has, with how many `seconds`.
        django.db.Error: the database could not be read, though it was time to.
    """
    stop_seconds: int = settings.REDDOG_MERGE_DELAY_STOP_SECONDS
    if not stop_seconds:
        return
    waited = clock.merge_delay_ms() // _MS
    if waited > stop_seconds:
        raise LogBehind(
            f"Nothing was taken. Records wait for their place in the log for {waited} seconds, and no new wagers are taken"
            " until it has caught up. Finish your open round or hand; withdrawals are open.",
            seconds=waited,
            retry_after=_RETRY_SECONDS,
        )
