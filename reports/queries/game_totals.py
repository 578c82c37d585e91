"""Add the sums of rule sheets up by game or by version."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

from games.core.sheet import RuleSheet
from games.queries.sheets import sheet_by_leaf
from reports.core.totals_key import TotalsKey, totals_key_of
from reports.queries.rollups import GAME_KEY_COUNT, GameSums, MoneyGroup

Key = TypeVar("Key", bound=tuple[Any, ...])


class GameKey(NamedTuple):
    """A game, in the order of reports."""

    accounts: str
    """`players` or `test`."""

    game: str
    """The name of the game."""

    currency: str
    """ISO 4217 code."""


class VersionKey(NamedTuple):
    """A version of a game, in the order of reports."""

    accounts: str
    """`players` or `test`."""

    game: str
    """The name of the game."""

    version: int
    """The version of its rule sheet."""

    currency: str
    """ISO 4217 code."""


def game_key(sums: GameSums) -> GameKey:
    """Return the key that groups sums by game."""
    key = totals_key_of(sums.currency, test=sums.test)
    return GameKey(key.accounts, sheet_by_leaf(sums.rules_leaf).game, key.currency)


def version_key(sums: GameSums) -> VersionKey:
    """Return the key that groups sums by version of a game."""
    accounts, game, currency = game_key(sums)
    return VersionKey(accounts, game, sheet_by_leaf(sums.rules_leaf).version, currency)


def merge_totals(rows: Iterable[GameSums], key: Callable[[GameSums], Key]) -> dict[Key, GameSums]:
    """Add up the sums of each key, in order of the keys. A merged row has the `rules_leaf` of one of its parts."""
    groups: dict[Key, list[GameSums]] = {}
    for sums in rows:
        groups.setdefault(key(sums), []).append(sums)
    return {each: _merge(groups[each]) for each in sorted(groups)}


def game_totals(rows: Iterable[GameSums], figure: Callable[[GameSums], int]) -> dict[TotalsKey, int]:
    """Add one figure of all rule sheets up, by totals key."""
    totals: dict[TotalsKey, int] = {}
    for sums in rows:
        key = totals_key_of(sums.currency, test=sums.test)
        totals[key] = totals.get(key, 0) + figure(sums)
    return totals


def money_totals(groups: Iterable[MoneyGroup], figure: Callable[[MoneyGroup], int]) -> dict[TotalsKey, int]:
    """Return one figure of each group, by totals key."""
    return {totals_key_of(group.currency, test=group.test): figure(group) for group in groups}


def rake_minor(sheet: RuleSheet, sums: GameSums) -> int:
    """Return what the house kept of settled games: of games around a pot what did not come back, of others nothing."""
    return sums.settled_minor - sums.returned_minor if sheet.family == "pot" else 0


def _merge(group: list[GameSums]) -> GameSums:
    summed = GameSums._fields[GAME_KEY_COUNT:]
    return group[0]._replace(**{name: sum(getattr(each, name) for each in group) for name in summed})
