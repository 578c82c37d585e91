"""How many values did not come among the newest hands: of a table, and of a game over all its tables.

Source: docs/adr/0105-missing-values-over-a-game.md.
"""

from collections.abc import Collection
from typing import Final, NamedTuple

from django.db import connection

from kernel.ids import ChainId
from tables.core.definition import TableDefinition
from tables.core.epoch import TableEpoch
from tables.models import Table, TableStatus

HANDS_COUNTED: Final = 1000
"""How many of the newest hands are counted: of a table, and of a game over all its tables."""

MISSING_MAX: Final = 1
"""More lost or owed values among the newest hands of a game, or of a table, raise the alarm, however few hands there were.

One value alone says nothing, as no smaller number could. Two are a rate above one in a thousand hands, in any sample.
"""


class CountedGame(NamedTuple):
    """A game whose hands are counted over all its tables, closed ones too.

    Hands for test accounts are counted apart: otherwise they would hide what is missing among the others.
    """

    game: str
    test: bool


class MissingCounts(NamedTuple):
    """What is missing among the newest hands of a game or of a table."""

    hands: int
    """How many of the newest are counted: `HANDS_COUNTED` at most."""
    lost: int
    owed: int

    @property
    def alarm(self) -> bool:
        """Whether more values are missing than accidents explain."""
        return self.missing > MISSING_MAX

    @property
    def missing(self) -> int:
        """How many values are lost or owed."""
        return self.lost + self.owed


class TableCounts(NamedTuple):
    """What was burnt among the newest hands of a table."""

    burnt: int
    late: int
    missing: MissingCounts
    decks: tuple[int, ...]
    """The burnt hands of which all values are told."""


def counted_game(definition: TableDefinition) -> CountedGame:
    """Return what the hands of a table are counted with."""
    return CountedGame(definition.sheet.game, definition.test)


def table_counts(chains: Collection[ChainId]) -> dict[ChainId, TableCounts]:
    """Return what was burnt among the newest hands of each of these tables."""
    with connection.cursor() as cursor:
        cursor.execute(_OF_TABLES, (HANDS_COUNTED, HANDS_COUNTED, list(chains)))
        rows = cursor.fetchall()
    return {
        ChainId(chain): TableCounts(burnt, late, MissingCounts(hands, lost, owed), tuple(decks or ()))
        for chain, hands, burnt, late, lost, owed, decks in rows
    }


def game_counts(
    games: Collection[CountedGame], *, without: TableEpoch | None = None
) -> dict[CountedGame, MissingCounts]:
    """Return what is missing among the newest hands of each of these games, by when their betting ended.

    The values of the epoch `without` are left out, and its hand is counted.
    """
    left_out = (None, None) if without is None else (without.chain, without.number)
    with connection.cursor() as cursor:
        names, tests = [game.game for game in games], [game.test for game in games]
        cursor.execute(_OF_GAMES, (names, tests, HANDS_COUNTED, *left_out))
        return {CountedGame(name, test): MissingCounts(*counts) for name, test, *counts in cursor.fetchall()}


def missing_max() -> int:
    """Return how many values are missing among the newest hands of a game or a table, of the one that has most.

    Closed tables count for their games alone: their own newest hands stay the newest, and would ring for ever.
    """
    with connection.cursor() as cursor:
        cursor.execute(_GAMES)
        games = [CountedGame(*row) for row in cursor.fetchall()]
    tables = Table.objects.exclude(status=TableStatus.CLOSED.value).values_list("chain", flat=True)
    of_tables = table_counts([ChainId(chain) for chain in tables])
    counts = [*game_counts(games).values(), *(table.missing for table in of_tables.values())]
    return max((each.missing for each in counts), default=0)


_OF_TABLES: Final = """
SELECT t.chain, least(c.epoch + 1, %s), count(b.epoch), COALESCE(sum(b.late), 0)::int, COALESCE(sum(b.lost), 0)::int,
  COALESCE(sum(b.owed), 0)::int, array_agg(b.epoch) FILTER (WHERE b.lost + b.owed = 0)
FROM tables_table t
JOIN audit_chain c ON c.chain = t.chain
LEFT JOIN LATERAL (
  SELECT o.epoch, count(o.value) AS late, count(*) FILTER (WHERE o.told_seq IS NOT NULL AND o.value IS NULL) AS lost,
    count(*) FILTER (WHERE o.told_seq IS NULL) AS owed
  FROM tables_owed o WHERE o."table" = t.chain AND o.epoch > c.epoch - %s GROUP BY o.epoch
) b ON true
WHERE t.chain = ANY(%s::uuid[])
GROUP BY t.chain, c.epoch
"""

_OF_GAMES: Final = """
SELECT g.game, g.test, count(DISTINCT (n."table", n.epoch)) FILTER (WHERE n.epoch IS NOT NULL),
  count(*) FILTER (WHERE o.told_seq IS NOT NULL AND o.value IS NULL),
  count(o.seat) FILTER (WHERE o.told_seq IS NULL)
FROM unnest(%s::text[], %s::boolean[]) AS g (game, test)
LEFT JOIN LATERAL (
  SELECT e."table", e.epoch FROM tables_epoch e WHERE e.game = g.game AND e.test = g.test
  ORDER BY e.seats_ms DESC LIMIT %s
) n ON true
LEFT JOIN tables_owed o ON o."table" = n."table" AND o.epoch = n.epoch
  AND (o."table", o.epoch) IS DISTINCT FROM (%s::uuid, %s::int)
GROUP BY g.game, g.test
"""
"""Each game reads the newest rows of an index, whatever the number of hands and of tables."""

_GAMES: Final = """
WITH RECURSIVE found AS (
  (SELECT game, test FROM tables_epoch WHERE game IS NOT NULL ORDER BY game, test LIMIT 1)
  UNION ALL
  SELECT later.game, later.test FROM found CROSS JOIN LATERAL (
    SELECT e.game, e.test FROM tables_epoch e WHERE (e.game, e.test) > (found.game, found.test)
    ORDER BY e.game, e.test LIMIT 1
  ) later
)
SELECT game, test FROM found
"""
"""The games of which a hand was begun, each found by one step down the index."""
