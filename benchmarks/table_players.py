"""Open tables with a player for every seat, and print them as JSON: `python -m benchmarks.table_players TABLES`.

The games take turns. Each table is printed as `{"table": id, "game": name, "tokens": [one of a session for each seat]}`.
"""

import json
import sys
from datetime import UTC, datetime
from typing import Final

import django

django.setup()

from benchmarks.players import funded_player  # noqa: E402  Django's models need its set-up
from credentials.argon2id import Argon2Hasher  # noqa: E402  the same
from games.core.sheet import RuleSheet  # noqa: E402  the same
from games.core.variants import AT_TABLES  # noqa: E402  the same
from responsible_gaming.core.jurisdictions import NEW_JERSEY  # noqa: E402  the same
from tables.core.definition import Admission, TableClock  # noqa: E402  the same
from tables.operations.open_table import NewTable, open_table  # noqa: E402  the same

_BET_MS: Final = 2_000
"""A table whose seats are all taken does not wait for it."""
_REVEAL_MS: Final = 10_000
_GAME_MS: Final = 5_000
_GAMES: Final = ("red-dog-table", "montana-red-dog-table", "pot-red-dog")


def open_test_table(sheet: RuleSheet) -> str:
    """Open a table with all the seats that its game allows, and return its id."""
    clock = TableClock(bet_ms=_BET_MS, reveal_ms=_REVEAL_MS, game_ms=_GAME_MS if sheet.family == "pot" else None)
    wanted = NewTable(
        game=sheet.game,
        seats=sheet.seats,
        currency=sheet.currency,
        stake_min_minor=sheet.stake_min_minor,
        stake_max_minor=sheet.stake_max_minor,
        admission=Admission.PUBLIC,
        clock=clock,
        test=True,
        reason="benchmark",
    )
    return open_table(wanted, jurisdiction=NEW_JERSEY, actor="benchmark", now=datetime.now(UTC)).hex


def main(count: int) -> None:
    """Open so many tables, the games in turn."""
    # Nobody logs in while hands are played, and hashes of hundreds of passwords take a busy machine most of an hour.
    Argon2Hasher.time_cost, Argon2Hasher.memory_cost, Argon2Hasher.parallelism = 1, 64, 1
    sheets = {sheet.game: sheet for sheet in AT_TABLES}
    opened, registered = [], 0
    for number in range(count):
        sheet = sheets[_GAMES[number % len(_GAMES)]]
        tokens = [funded_player(registered + seat) for seat in range(sheet.seats)]
        registered += sheet.seats
        opened.append({"table": open_test_table(sheet), "game": sheet.game, "tokens": tokens})
    print(json.dumps(opened))


if __name__ == "__main__":
    main(int(sys.argv[1]))
