"""What a switch's name stands for: `everything`, `game:<game>`, `version:<game>@<version>`, `table:<id>`, `player:<id>`.

Source: docs/switches.md.
"""

import re
from dataclasses import dataclass
from typing import Final

from audit.queries.switches import EVERYTHING
from games.queries.sheets import documents_of_version, newest_document
from kernel.ids import ChainId, chain_id
from kernel.refusals import Refusal, RefusalKind
from players.queries.accounts import player_exists
from tables.models import Table

_GAME: Final = re.compile(r"game:([a-z0-9-]{1,60})")
_VERSION: Final = re.compile(r"version:([a-z0-9-]{1,60})@([1-9][0-9]{0,8})")
_TABLE: Final = "table:"
_PLAYER: Final = "player:"


class SwitchNotFound(Refusal):
    """There is no such switch."""

    code, kind = "switch-not-found", RefusalKind.NOT_FOUND


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownSwitch:
    """A switch of something that there is."""

    name: str
    player: ChainId | None = None
    """The player, if it is a player's: it is off while the account is suspended."""


def known_switch(name: str) -> KnownSwitch:
    """Return the switch of this name.

    Raises:
        SwitchNotFound: the name is malformed, or there is no such game, version, table or player.
    """
    player = chain_id(name.removeprefix(_PLAYER)) if name.startswith(_PLAYER) else None
    if player is not None and player_exists(player):
        return KnownSwitch(name=name, player=player)
    if player is None and (name == EVERYTHING or _is_game(name) or _is_table(name)):
        return KnownSwitch(name=name)
    raise SwitchNotFound(
        "Nothing was changed. A switch is `everything`, `game:<game>`, `version:<game>@<version>`, `table:<id>` or"
        " `player:<id>`, of a published sheet, a table or a player that there is."
    )


def _is_game(name: str) -> bool:
    if game := _GAME.fullmatch(name):
        return newest_document(game[1]) is not None
    version = _VERSION.fullmatch(name)
    return version is not None and bool(documents_of_version(version[1], int(version[2])))


def _is_table(name: str) -> bool:
    table = chain_id(name.removeprefix(_TABLE)) if name.startswith(_TABLE) else None
    return table is not None and Table.objects.filter(chain=table).exists()
