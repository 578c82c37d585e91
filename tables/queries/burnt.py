"""The hands that were not dealt because a value did not come: what became of the values, and what each deck was worth.

Everything here is public: with the late values anybody can compute the deck. Who sat there is not told.

Source: docs/formats/tables.md, "Revealing".
"""

import enum
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from django.db import connection

from audit.core.records import parse_entry
from audit.queries.records import numbered_entries
from kernel.ids import ChainId
from kernel.instants import rfc3339
from kernel.money import amount_document
from tables.core.burnt import house_would_have_won_minor
from tables.core.definition import TableDefinition
from tables.core.epoch import TableEpoch, mix
from tables.core.epoch_cards import EpochCards
from tables.core.house_hand import deal_hand
from tables.core.stakes import stakes_from_record
from tables.models import BegunEpoch, MissingValue
from tables.queries.definitions import defined_table
from tables.queries.table_states import known_table

HANDS_COUNTED: Final = 1000
"""How many of the newest hands are counted: of a table, and of a game over all its tables."""

MISSING_MAX: Final = 1
"""More lost or owed values among the newest hands of a game raise the alarm, however few hands there were.

One value alone says nothing, as no smaller number could. Two are a rate above one in a thousand hands, in any sample.
"""


class ValueFate(enum.StrEnum):
    """What became of a value that did not come in time."""

    OWED = "owed"
    """It was not told yet."""
    LATE = "late"
    """It was told with a later stake."""
    LOST = "lost"
    """The player's client has lost it, as a later stake said."""


class BurntPage(NamedTuple):
    """A page of burnt hands, newest first."""

    items: list[dict[str, object]]
    next: int | None
    """The epoch before which the next page begins; None if there is none."""


class BurntCounts(NamedTuple):
    """What was burnt among the newest hands of a table."""

    hands: int
    """How many of the newest are counted: `HANDS_COUNTED` at most."""
    burnt: int
    late: int
    lost: int
    owed: int
    decks_known: int
    """Against the house, of how many burnt hands all values are told."""
    house_would_have_won_minor: int | None
    """The sum over these hands, had all seats been silent; below 0 for a loss. None around a pot."""

    def document(self, currency: str) -> dict[str, object]:
        """Write the counts as JSON."""
        won_minor = self.house_would_have_won_minor
        won = None if won_minor is None else amount_document(won_minor, currency)
        counts = {name: value for name, value in self._asdict().items() if name != "house_would_have_won_minor"}
        return {**counts, "house_would_have_won": won}


class CountedGame(NamedTuple):
    """A game whose hands are counted over all its tables, closed ones too.

    Hands for test accounts are counted apart: otherwise they would hide what is missing among the others.
    """

    game: str
    test: bool


class GameCounts(NamedTuple):
    """What is missing among the newest hands of a game."""

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


def burnt_hands(chain: ChainId, *, before: int | None, limit: int) -> BurntPage:
    """Return up to `limit` hands as JSON that a table could not deal, newest first, before the one of this epoch.

    Raises:
        TableNotFound: there is none of this chain.
    """
    definition = known_table(chain).definition
    values = MissingValue.objects.filter(table=chain)
    if before is not None:
        values = values.filter(epoch__lt=before)
    numbers = list(values.order_by("-epoch").values_list("epoch", flat=True).distinct()[:limit])
    epochs = {epoch.epoch: epoch for epoch in BegunEpoch.objects.filter(table=chain, epoch__in=numbers)}
    owed: dict[int, list[MissingValue]] = {number: [] for number in numbers}
    for value in MissingValue.objects.filter(table=chain, epoch__in=numbers).order_by("epoch", "seat"):
        owed[value.epoch].append(value)
    records = _records(chain, epochs.values())
    items = [_hand(definition, epochs[number], owed[number], records) for number in numbers]
    return BurntPage(items, numbers[-1] if len(numbers) == limit else None)


def burnt_counts(chains: Collection[ChainId]) -> dict[ChainId, BurntCounts]:
    """Return what was burnt among the newest hands of each of these tables."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, (HANDS_COUNTED, HANDS_COUNTED, list(chains)))
        rows = cursor.fetchall()
    return {ChainId(chain): _counts(ChainId(chain), *counts) for chain, *counts in rows}


def counted_game(definition: TableDefinition) -> CountedGame:
    """Return what the hands of a table are counted with."""
    return CountedGame(definition.sheet.game, definition.test)


def game_counts(games: Collection[CountedGame]) -> dict[CountedGame, GameCounts]:
    """Return what is missing among the newest hands of each of these games, by when their betting ended."""
    with connection.cursor() as cursor:
        names, tests = [game.game for game in games], [game.test for game in games]
        cursor.execute(_GAME_COUNTS, (names, tests, HANDS_COUNTED))
        return {CountedGame(name, test): GameCounts(*counts) for name, test, *counts in cursor.fetchall()}


def missing_max() -> int:
    """Return how many values are lost or owed among the newest hands of a game, of the one that has most."""
    with connection.cursor() as cursor:
        cursor.execute(_GAMES)
        games = [CountedGame(*row) for row in cursor.fetchall()]
    return max((counts.missing for counts in game_counts(games).values()), default=0)


_COUNTS: Final = """
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

_GAME_COUNTS: Final = """
SELECT g.game, g.test, count(DISTINCT (n."table", n.epoch)) FILTER (WHERE n.epoch IS NOT NULL),
  count(*) FILTER (WHERE o.told_seq IS NOT NULL AND o.value IS NULL),
  count(o.seat) FILTER (WHERE o.told_seq IS NULL)
FROM unnest(%s::text[], %s::boolean[]) AS g (game, test)
LEFT JOIN LATERAL (
  SELECT e."table", e.epoch FROM tables_epoch e WHERE e.game = g.game AND e.test = g.test
  ORDER BY e.seats_ms DESC LIMIT %s
) n ON true
LEFT JOIN tables_owed o ON o."table" = n."table" AND o.epoch = n.epoch
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


def _counts(
    chain: ChainId, hands: int, burnt: int, late: int, lost: int, owed: int, decks: Collection[int] | None
) -> BurntCounts:
    """Return a table's counts. All values are told of the burnt hands in `decks`."""
    if defined_table(chain).definition.around_pot:
        return BurntCounts(hands, burnt, late, lost, owed, 0, None)
    won_minor = [_known_deck_won_minor(chain, epoch) for epoch in decks or ()]
    return BurntCounts(hands, burnt, late, lost, owed, len(won_minor), sum(won_minor))


@lru_cache(maxsize=16_384)
def _known_deck_won_minor(chain: ChainId, number: int) -> int:
    """Return what the house would have won with a burnt deck of which all values are told.

    It never changes, so it is cached: a list of tables deals no hand twice.
    """
    epoch = BegunEpoch.objects.get(table=chain, epoch=number)
    owed = list(MissingValue.objects.filter(table=chain, epoch=number))
    records = _records(chain, [epoch])
    assert epoch.end_seq is not None, "a burnt epoch has ended"
    won_minor = _would_have_won_minor(
        defined_table(chain).definition, records[epoch.seats_seq], records[epoch.end_seq], owed
    )
    assert won_minor is not None, "against the house, all values make the deck"
    return won_minor


def _records(chain: ChainId, epochs: Collection[BegunEpoch]) -> Mapping[int, Mapping[str, Any]]:
    numbers = [seq for epoch in epochs for seq in (epoch.seats_seq, epoch.end_seq) if seq is not None]
    return {seq: parse_entry(entry) for seq, entry in numbered_entries(chain, numbers).items()}


def _hand(
    definition: TableDefinition,
    epoch: BegunEpoch,
    owed: Sequence[MissingValue],
    records: Mapping[int, Mapping[str, Any]],
) -> dict[str, object]:
    assert epoch.end_seq is not None, "a burnt epoch has ended"
    seats, abort = records[epoch.seats_seq], records[epoch.end_seq]
    won_minor = _would_have_won_minor(definition, seats, abort, owed)
    return {
        "epoch": epoch.epoch,
        "leaf": None if epoch.end_leaf is None else bytes(epoch.end_leaf).hex(),
        "burnt_at": rfc3339(abort["time"]),
        "values": [_value(value) for value in owed],
        "house_would_have_won": None if won_minor is None else amount_document(won_minor, definition.sheet.currency),
    }


def _value(owed: MissingValue) -> dict[str, object]:
    return {
        "seat": owed.seat,
        "status": _fate(owed).value,
        "value": None if owed.value is None else bytes(owed.value).hex(),
    }


def _fate(owed: MissingValue) -> ValueFate:
    if owed.told_seq is None:
        return ValueFate.OWED
    return ValueFate.LOST if owed.value is None else ValueFate.LATE


def _would_have_won_minor(
    definition: TableDefinition, seats: Mapping[str, Any], abort: Mapping[str, Any], owed: Sequence[MissingValue]
) -> int | None:
    """Return what the house would have won if all seats had been silent; None while the deck is not known.

    Around a pot, where the players play against one another, it is None too.
    """
    late = {value.seat: bytes(value.value) for value in owed if value.value is not None}
    if definition.around_pot or len(late) < len(owed):
        return None
    values = late | {reveal["seat"]: bytes.fromhex(reveal["r"]) for reveal in abort["reveals"]}
    epoch = TableEpoch(ChainId(owed[0].table), owed[0].epoch)
    cards = EpochCards(epoch=epoch, seed=bytes.fromhex(abort["seed"]), client=mix(epoch, values))
    stakes = stakes_from_record(definition, seats)
    return house_would_have_won_minor(deal_hand(definition.sheet, stakes, cards))
