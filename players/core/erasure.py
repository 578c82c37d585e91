"""When a player's identity may be erased, and what prevents it until then.

Source: docs/privacy.md; regulation F58, F59; GLI-19 A.3.5.
"""

import enum
from dataclasses import dataclass
from typing import Final

_DAY_MS: Final = 24 * 60 * 60 * 1000


class Basis(enum.StrEnum):
    """The legal basis of an erasure, modelled on the grounds of Article 17(1) of the GDPR."""

    NO_LONGER_NEEDED = "no_longer_needed"
    CONSENT_WITHDRAWN = "consent_withdrawn"
    OBJECTION = "objection"
    UNLAWFUL_PROCESSING = "unlawful_processing"
    LEGAL_OBLIGATION = "legal_obligation"


class Obstacle(enum.StrEnum):
    """What prevents an erasure."""

    NOT_CLOSED = "account-not-closed"
    ROUND_OPEN = "round-open"
    STAKE_OPEN = "stake-open"
    MONEY_LEFT = "money-left"
    PAYMENT_OPEN = "payment-open"
    RETENTION_RUNS = "retention-runs"
    CASE_OPEN = "case-open"
    DISPUTE_OPEN = "dispute-open"
    DISPUTE_RETENTION_RUNS = "dispute-retention-runs"
    """A dispute was answered, and is kept longer than the account."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureFacts:
    """What an erasure of an account depends on."""

    closed_ms: int | None
    """When the account was closed. None: it is not closed."""
    held_minor: int
    """The money in the account (minor units)."""
    in_round: bool
    at_table: bool
    """Whether a stake at a table has no end yet."""
    in_payment: bool
    """Whether a payment is under way, which may still bring money back."""
    moved_ms: int | None
    """When the account's money last moved. None: never."""
    matters: frozenset[Obstacle] = frozenset()
    """What of cases and disputes is in the way."""


def erasable_from_ms(standing: ErasureFacts, *, retention_days: int) -> int | None:
    """Return the instant (ms) from which a player may be erased. None: the account is not closed.

    The retention begins when the account is closed. If money moved later, it begins then: questions about that must
    still be answered.
    """
    if standing.closed_ms is None:
        return None
    return max(standing.closed_ms, standing.moved_ms or 0) + retention_days * _DAY_MS


def obstacles(standing: ErasureFacts, *, retention_days: int, now_ms: int) -> tuple[Obstacle, ...]:
    """Return what prevents an erasure at an instant. From `erasable_from_ms` on, the retention does not."""
    from_ms = erasable_from_ms(standing, retention_days=retention_days)
    conditions = (
        (Obstacle.NOT_CLOSED, standing.closed_ms is None),
        (Obstacle.ROUND_OPEN, standing.in_round),
        (Obstacle.STAKE_OPEN, standing.at_table),
        (Obstacle.MONEY_LEFT, standing.held_minor != 0),
        (Obstacle.PAYMENT_OPEN, standing.in_payment),
        (Obstacle.RETENTION_RUNS, from_ms is not None and now_ms < from_ms),
    )
    found = {obstacle for obstacle, holds in conditions if holds} | standing.matters
    return tuple(obstacle for obstacle in Obstacle if obstacle in found)
