"""How long a session may last before no new round begins.

Source: regulation F26, F30; docs/formats/record.md, "Limits in force" (`session_ms`).
"""

from collections.abc import Mapping

from kernel.instants import rfc3339
from kernel.refusals import Kind
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.names import Name
from responsible_gaming.core.limits.wager import LimitExceeded, Wager


class SessionTimeOver(LimitExceeded):
    """The session has lasted as long as it may."""

    code, kind = "session-time-over", Kind.FORBIDDEN


def check(limits: Mapping[str, int], wager: Wager, context: LimitContext) -> None:  # noqa: ARG001  whatever is wagered
    """Refuse a new round once the session is as old as its limit. The open round is not asked.

    Raises:
        SessionTimeOver: with `ended_at`.
    """
    longest_ms = limits.get(Name.SESSION)
    if longest_ms is not None and context.at_ms >= context.session_started_ms + longest_ms:
        raise SessionTimeOver(
            "Nothing was staked. Your time for this session is over: log out and take a break.",
            ended_at=rfc3339(context.session_started_ms + longest_ms),
        )
