"""The switches that are off, for the staff: those of everything, games, versions and tables, and suspended players."""

from datetime import datetime
from typing import NamedTuple

from audit.queries.events import newest_before
from audit.queries.switches import switched_off_by
from kernel.ids import ChainId
from kernel.instants import rfc3339, to_epoch_ms
from players.queries.accounts import suspended_players


class SwitchesPage(NamedTuple):
    """A page of what is off."""

    items: list[dict[str, object]]
    next: ChainId | None
    """The player after whom the next page begins; None if there is none."""


def switches_page(*, after: ChainId | None, limit: int, now: datetime) -> SwitchesPage:
    """Return all switches that are off, by name, and then up to `limit` suspended players, by id.

    A page after the first has players alone.
    """
    players = suspended_players(after=after, limit=limit)
    items = [] if after is not None else _switches()
    return SwitchesPage(items + _players(players, now=now), players[-1] if len(players) == limit else None)


def _switches() -> list[dict[str, object]]:
    return [
        _item(off.name, since=off.at, reason=off.reason, message=off.message, actor=off.actor)
        for off in switched_off_by()
    ]


def _players(players: list[ChainId], *, now: datetime) -> list[dict[str, object]]:
    suspended = newest_before("player-status", subjects=players, until=now)
    return [
        _item(f"player:{player.hex}", since=event.at, reason=event.reason, message="", actor=event.actor)
        for player in players
        if (event := suspended.get(player)) is not None
    ]


def _item(name: str, *, since: datetime, reason: str, message: str, actor: str) -> dict[str, object]:
    return {
        "switch": name,
        "off_from": rfc3339(to_epoch_ms(since)),
        "reason": reason,
        "message": message or None,
        "actor": actor,
    }
