"""A looser limit that waits: for its instant, and then for the player's word.

Source: docs/rules/limits.md, LI-6 to LI-8; docs/rules/bet-limit.md, BL-6, BL-7; regulation F27.
"""

from dataclasses import dataclass

from kernel.instants import rfc3339
from kernel.refusals import Kind, Refusal


class LooseningPending(Refusal):
    """A loosening of the limit waits already."""

    code, kind = "loosening-waits", Kind.CONFLICT


class NoPendingLoosening(Refusal):
    """No loosening of the limit waits for a word of the player."""

    code, kind = "no-loosening-waits", Kind.CONFLICT


class LooseningTooEarly(Refusal):
    """The limit cannot be loosened yet."""

    code, kind = "loosening-too-early", Kind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class Loosening:
    """A looser limit that was asked for (None: no limit). It can be confirmed from one instant (ms) until another."""

    value: int | None
    confirmable_ms: int
    expires_ms: int


def is_tighter(one: int | None, other: int | None) -> bool:
    """Say whether limit `one` allows less than `other`; None is no limit."""
    return one is not None and (other is None or one < other)


def waiting(loosening: Loosening | None, *, now_ms: int) -> Loosening | None:
    """Return the loosening that waits; one that was not confirmed in time has lapsed."""
    return None if loosening is None or now_ms >= loosening.expires_ms else loosening


def require_none_pending(loosening: Loosening | None, *, now_ms: int) -> None:
    """Let a loosening be asked for where no other waits.

    Raises:
        LooseningWaits: a second one is not put behind it.
    """
    if waiting(loosening, now_ms=now_ms) is not None:
        raise LooseningPending("Nothing was changed. Confirm the one that waits, or cancel it.")


def require_confirmable(loosening: Loosening | None, *, now_ms: int) -> Loosening:
    """Return the loosening that the player may put in force now.

    Raises:
        NoLooseningWaits: there is none, or it lapsed.
        LooseningTooEarly: with `confirmable_from`.
    """
    found = waiting(loosening, now_ms=now_ms)
    if found is None:
        raise NoPendingLoosening("Nothing was changed. Ask for the looser limit first.")
    if now_ms < found.confirmable_ms:
        raise LooseningTooEarly(
            "Nothing was changed. The limit in force goes on to bind.", confirmable_from=rfc3339(found.confirmable_ms)
        )
    return found


def require_cancellable(loosening: Loosening | None, *, now_ms: int) -> None:
    """Let a loosening that waits be taken back.

    Raises:
        NoLooseningWaits: there is none, or it lapsed.
    """
    if waiting(loosening, now_ms=now_ms) is None:
        raise NoPendingLoosening("Nothing was changed.")
