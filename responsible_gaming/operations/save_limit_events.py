"""Keeping the significant events of limits: what was changed, and what was asked for in vain.

Source: regulation F34; docs/rules/limits.md, LI-12.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from audit.operations.note_event import Noted, note_event
from kernel.ids import ChainId
from responsible_gaming.core.limits.limit_setting import LimitSetting
from responsible_gaming.core.limits.loosening import LooseningPending, LooseningTooEarly, is_tighter
from responsible_gaming.core.limits.names import Name


def save_player_limit_event(
    chain: ChainId, name: Name, before: LimitSetting, after: LimitSetting, *, now: datetime
) -> None:
    """Write what a player has done to a limit of the player's own."""
    if before.value != after.value:
        kind = "limit-tightened" if is_tighter(after.value, before.value) else "limit-loosened"
    else:
        kind = "limit-loosening-cancelled" if after.loosening is None else "limit-loosening-asked"
    note_event(
        Noted(kind=kind, actor="player", subject=chain, before=_told(name, before), after=_told(name, after)), now=now
    )


def save_operator_limit_event(
    chain: ChainId, name: Name, before: LimitSetting, after: LimitSetting, *, reason: str, actor: str, now: datetime
) -> None:
    """Write what an operator has done to the operator's limit for a player."""
    note_event(
        Noted(
            kind="limit-set-by-operator",
            actor=actor,
            subject=chain,
            reason=reason,
            before=_told(name, before),
            after=_told(name, after),
        ),
        now=now,
    )


@contextmanager
def saving_refused_loosening(chain: ChainId, name: Name, *, now: datetime) -> Iterator[None]:
    """Write that a player wanted to loosen a limit before its time, and let the refusal pass.

    Around the transaction, so that the event is not rolled back with it: such attempts are a marker of harm.
    """
    try:
        yield
    except (LooseningTooEarly, LooseningPending) as refusal:
        told = {"limit": name.value, "refused": refusal.code}
        note_event(Noted(kind="limit-loosening-refused", actor="player", subject=chain, after=told), now=now)
        raise


def _told(name: Name, limit: LimitSetting) -> dict[str, object]:
    told: dict[str, object] = {"limit": name.value, "value": limit.value}
    waiting = limit.loosening
    if waiting is not None:
        told["loosening"] = {"value": waiting.value, "from_ms": waiting.confirmable_ms, "lapses_ms": waiting.expires_ms}
    return told
