"""Save the significant events of limits: what was changed, and which loosenings were refused.

Source: regulation F34; docs/rules/limits.md, LI-12.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from audit.operations.save_event import NewEvent, save_event
from kernel.ids import ChainId
from responsible_gaming.core.limits.definition import LimitDefinition
from responsible_gaming.core.limits.limit_setting import LimitSetting
from responsible_gaming.core.limits.loosening import LooseningPending, LooseningTooEarly, is_tighter


def save_player_limit_event(
    chain: ChainId, limit: LimitDefinition, before: LimitSetting, after: LimitSetting, *, now: datetime
) -> None:
    """Save what a player has done to a limit of the player's own."""
    if before.value != after.value:
        kind = "limit-tightened" if is_tighter(after.value, before.value) else "limit-loosened"
    else:
        kind = "limit-loosening-cancelled" if after.loosening is None else "limit-loosening-asked"
    save_event(
        NewEvent(
            kind=kind,
            actor="player",
            subject=chain,
            before=_details(limit, before),
            after=_details(limit, after),
        ),
        now=now,
    )


def save_operator_limit_event(
    chain: ChainId,
    limit: LimitDefinition,
    settings: tuple[LimitSetting, LimitSetting],
    *,
    reason: str,
    actor: str,
    now: datetime,
) -> str:
    """Save what an operator has done to the operator's limit for a player, and return the event's leaf.

    `settings` are those before and after.
    """
    before, after = settings
    return save_event(
        NewEvent(
            kind="limit-set-by-operator",
            actor=actor,
            subject=chain,
            reason=reason,
            before=_details(limit, before),
            after=_details(limit, after),
        ),
        now=now,
    )


@contextmanager
def saving_refused_loosening(chain: ChainId, limit: LimitDefinition, *, now: datetime) -> Iterator[None]:
    """Save that a player's loosening was refused as too early, and raise the refusal again.

    It wraps the transaction, so that the event is not rolled back with it: such attempts are a marker of harm.
    """
    try:
        yield
    except (LooseningTooEarly, LooseningPending) as refusal:
        details = {"limit": limit.name, "refused": _LOGGED_CODES[type(refusal)]}
        save_event(NewEvent(kind="limit-loosening-refused", actor="player", subject=chain, after=details), now=now)
        raise


# Events and the reports of them keep the codes that they have always had.
_LOGGED_CODES = {LooseningTooEarly: "loosening-too-early", LooseningPending: "loosening-waits"}


def _details(limit: LimitDefinition, setting: LimitSetting) -> dict[str, object]:
    details: dict[str, object] = {"limit": limit.name, "value": setting.value}
    loosening = setting.loosening
    if loosening is not None:
        details["loosening"] = {
            "value": loosening.value,
            "from_ms": loosening.confirmable_ms,
            "lapses_ms": loosening.expires_ms,
        }
    return details
