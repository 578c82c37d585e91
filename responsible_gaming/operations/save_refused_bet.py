"""Save that a limit refused a player's bet: each limit once a gaming day.

Source: docs/adr/0080-refused-bets.md.
"""

import functools
from collections.abc import Mapping
from datetime import datetime
from typing import Final, Protocol, TypeVar
from uuid import UUID

import structlog
from django.db import Error, connection

from audit.operations.save_event import NewEvent, save_event
from kernel.ids import ChainId
from kernel.instants import from_epoch_ms, to_epoch_ms
from kernel.money import Money
from kernel.refusals import Refusal
from players.queries.sessions import open_session
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.excluded import PlayerExcluded
from responsible_gaming.core.limits.wager import LimitExceeded
from responsible_gaming.core.limits.windows import window_starts_at
from responsible_gaming.core.rules.pacing import RoundTooSoon
from responsible_gaming.core.rules.reality_check import RealityCheckDue
from responsible_gaming.queries.refused_bets import refused_bets_of

_NO_LIMITS: Final = (PlayerExcluded, RoundTooSoon, RealityCheckDue)
"""An exclusion is an event of its own. The others make a player wait or look: the same bet is taken a moment later."""

_log = structlog.get_logger("responsible_gaming.save_refused_bet")


class _OfSession(Protocol):
    @property
    def session_id(self) -> UUID:
        """The player's session."""


Request = TypeVar("Request", bound=_OfSession, contravariant=True)
View = TypeVar("View", covariant=True)


class _Step(Protocol[Request, View]):
    """A step that takes a bet or a raise."""

    def __call__(self, request: Request, /, *, jurisdiction: Jurisdiction, now: datetime) -> View: ...


def saves_refused_bets(step: _Step[Request, View]) -> _Step[Request, View]:
    """Save that a limit refused the bet or the raise of a step, and raise the refusal again.

    It stands outside the step's transactions, so that the event is not rolled back with them. Of two requests at the same
    instant both may save it.
    """

    @functools.wraps(step)
    def saving(request: Request, *, jurisdiction: Jurisdiction, now: datetime) -> View:
        try:
            return step(request, jurisdiction=jurisdiction, now=now)
        except LimitExceeded as refusal:
            if not isinstance(refusal, _NO_LIMITS):
                _save_or_log(request.session_id, refusal, jurisdiction, now)
            raise

    return saving


def _save_or_log(session_id: UUID, refusal: LimitExceeded, jurisdiction: Jurisdiction, now: datetime) -> None:
    """Save the event. Where that fails, a log line says so, and the player is told of the limit all the same."""
    try:
        session = open_session(session_id, now=now)
        if session is not None:
            _save_first_of_day(session.chain, _details(refusal), jurisdiction, now)
    except (Error, Refusal):
        _log.exception("refused-bet-unsaved", code=refusal.code)
        # Whatever broke, such as a server that only reads since a fail-over, the next request begins anew.
        connection.close()


def _save_first_of_day(
    chain: ChainId, details: Mapping[str, object], jurisdiction: Jurisdiction, now: datetime
) -> None:
    """Save the event, unless the limit has refused a bet on this gaming day before: a program may ask without end."""
    day_ms = window_starts_at(to_epoch_ms(now), jurisdiction.window_rule).day_started_ms
    saved = refused_bets_of(chain, since=from_epoch_ms(day_ms))
    if any(_limit_of(event.after) == _limit_of(details) for event in saved):
        return
    save_event(NewEvent(kind="bet-refused-by-limit", actor="player", subject=chain, after=dict(details)), now=now)


def _limit_of(details: Mapping[str, object]) -> tuple[object, object]:
    return details["refused"], details.get("limit")


def _details(refusal: LimitExceeded) -> dict[str, object]:
    """Name the limit, and of a limit on money what it was and what it had left."""
    amounts = {name: refusal.members.get(name) for name in ("maximum", "remaining")}
    limit = refusal.members.get("limit")
    return {
        "refused": refusal.code,
        **({} if limit is None else {"limit": limit}),
        **{f"{name}_minor": money.amount_minor for name, money in amounts.items() if isinstance(money, Money)},
    }
