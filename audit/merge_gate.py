"""Whether new wagers are taken: not while records wait for the log longer than the installation allows.

A receipt promises a place in the log within ten seconds. While no sequencer gives places, each new bet would be another
promise that nobody keeps. Each process reads with the database's clock, every five seconds, how long the oldest record has
waited. So the stop needs nobody who orders it, holds in all processes, and ends by itself: the sequencer that takes what
waits ends it, and nothing else does. Open rounds and hands can be finished, stakes at tables taken back, and money
withdrawn: nothing of that asks here.

A log that finds too few witnesses is behind as well, by a limit of its own.

Source: docs/adr/0069-merge-delay.md, docs/adr/0071-witnesses.md; docs/formats/log.md, rule 2.
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
    """Refuse a new wager while the log is behind: its records, or its witnesses.

    That is while the oldest record has waited longer than `REDDOG_MERGE_DELAY_STOP_SECONDS` for its place, or the oldest
    checkpoint longer than `REDDOG_WITNESS_STOP_SECONDS` for the witnesses without whom it is not published; 0 is never.

    Raises:
        LogBehind: it has, with how many `seconds`.
        django.db.Error: the database could not be read, though it was time to.
    """
    record_seconds: int = settings.REDDOG_MERGE_DELAY_STOP_SECONDS
    witness_seconds: int = settings.REDDOG_WITNESS_STOP_SECONDS
    if record_seconds and (waited := clock.merge_delay_ms() // _MS) > record_seconds:
        raise _behind(f"Records wait for their place in the log for {waited} seconds", waited)
    if witness_seconds and (waited := clock.quorum_delay_ms() // _MS) > witness_seconds:
        raise _behind(f"Checkpoints of the log wait for their witnesses for {waited} seconds", waited)


def _behind(what: str, seconds: int) -> LogBehind:
    return LogBehind(
        f"Nothing was taken. {what}, and no new wagers are taken until it has caught up. Finish your open round or hand;"
        " withdrawals are open.",
        seconds=seconds,
        retry_after=_RETRY_SECONDS,
    )
