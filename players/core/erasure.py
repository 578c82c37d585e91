"""When what identifies a player may be erased, and what stands in the way until then.

Source: docs/privacy.md; regulation F58, F59; GLI-19 A.3.5.
"""

import enum
from dataclasses import dataclass
from typing import Final

_DAY_MS: Final = 24 * 60 * 60 * 1000


class Basis(enum.StrEnum):
    """Why the law wants it, modelled on the grounds of Article 17(1) of the GDPR."""

    NO_LONGER_NEEDED = "no_longer_needed"
    CONSENT_WITHDRAWN = "consent_withdrawn"
    OBJECTION = "objection"
    UNLAWFUL_PROCESSING = "unlawful_processing"
    LEGAL_OBLIGATION = "legal_obligation"


class Obstacle(enum.StrEnum):
    """What keeps a player from being erased."""

    NOT_CLOSED = "account-not-closed"
    ROUND_OPEN = "round-open"
    MONEY_LEFT = "money-left"
    PAYMENT_OPEN = "payment-open"
    RETENTION_RUNS = "retention-runs"


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureFacts:
    """Where an account stands: since when it is closed (None: it is not), what it holds, when its money moved last.

    A payment under way may still bring money back.
    """

    closed_ms: int | None
    held_minor: int
    in_round: bool
    in_payment: bool
    moved_ms: int | None


def erasable_from_ms(standing: ErasureFacts, *, retention_days: int) -> int | None:
    """Return the instant (ms) from which an account's person may be erased; None before the account is closed.

    The time runs from the closing or, where money moved after it, from that: whoever asks how it came about is still
    to be answered.
    """
    if standing.closed_ms is None:
        return None
    return max(standing.closed_ms, standing.moved_ms or 0) + retention_days * _DAY_MS


def obstacles(standing: ErasureFacts, *, retention_days: int, now_ms: int) -> tuple[Obstacle, ...]:
    """Return what stands in the way at an instant; nothing does from `erasable_from_ms` on, if all else is settled."""
    from_ms = erasable_from_ms(standing, retention_days=retention_days)
    conditions = (
        (Obstacle.NOT_CLOSED, standing.closed_ms is None),
        (Obstacle.ROUND_OPEN, standing.in_round),
        (Obstacle.MONEY_LEFT, standing.held_minor != 0),
        (Obstacle.PAYMENT_OPEN, standing.in_payment),
        (Obstacle.RETENTION_RUNS, from_ms is not None and now_ms < from_ms),
    )
    return tuple(obstacle for obstacle, holds in conditions if holds)
