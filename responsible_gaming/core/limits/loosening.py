"""A pending looser limit: it waits for an instant, and then for the player's confirmation.

Source: docs/rules/limits.md, LI-6 to LI-8; docs/rules/bet-limit.md, BL-6, BL-7; regulation F27.
"""

from dataclasses import dataclass

from kernel.instants import rfc3339
from kernel.refusals import Refusal, RefusalKind


class LooseningPending(Refusal):
    """A looser limit is pending already."""

    code, kind = "loosening-pending", RefusalKind.CONFLICT


class NoPendingLoosening(Refusal):
    """No looser limit is pending."""

    code, kind = "no-pending-loosening", RefusalKind.CONFLICT


class LooseningTooEarly(Refusal):
    """The limit cannot be loosened yet."""

    code, kind = "loosening-too-early", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class Loosening:
    """A looser limit that a player requested."""

    value: int | None
    """The requested value: minor units or milliseconds. None: no limit."""

    confirmable_ms: int
    """The instant from which the player can confirm it."""

    expires_ms: int
    """The instant from which it can no longer be confirmed."""


def is_tighter(one: int | None, other: int | None) -> bool:
    """Return whether limit `one` allows less than `other`. None: no limit."""
    return one is not None and (other is None or one < other)


def pending_loosening(loosening: Loosening | None, *, now_ms: int) -> Loosening | None:
    """Return the loosening unless it has expired."""
    return None if loosening is None or now_ms >= loosening.expires_ms else loosening


def require_none_pending(loosening: Loosening | None, *, now_ms: int) -> None:
    """Accept a request for a looser limit if no other is pending.

    Raises:
        LooseningPending: another one is pending.
    """
    if pending_loosening(loosening, now_ms=now_ms) is not None:
        raise LooseningPending("Nothing was changed. Confirm the looser limit that is pending, or cancel it.")


def require_confirmable(loosening: Loosening | None, *, now_ms: int) -> Loosening:
    """Return the loosening that the player may confirm now.

    Raises:
        NoPendingLoosening: there is none, or it has expired.
        LooseningTooEarly: with `confirmable_from`.
    """
    pending = pending_loosening(loosening, now_ms=now_ms)
    if pending is None:
        raise NoPendingLoosening("Nothing was changed. Request the looser limit first.")
    if now_ms < pending.confirmable_ms:
        raise LooseningTooEarly(
            "Nothing was changed. The limit in force still binds.", confirmable_from=rfc3339(pending.confirmable_ms)
        )
    return pending


def require_cancellable(loosening: Loosening | None, *, now_ms: int) -> None:
    """Accept the cancellation of a loosening that is pending.

    Raises:
        NoPendingLoosening: there is none, or it has expired.
    """
    if pending_loosening(loosening, now_ms=now_ms) is None:
        raise NoPendingLoosening("Nothing was changed.")
