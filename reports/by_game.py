"""What sheets came to, put together by game or version, purse by purse."""

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, TypeVar

from games.queries.sheets import sheet_by_leaf
from reports.core.purse import Purse, purse_of
from reports.measures import GameSums, KindOfMoney

Key = TypeVar("Key", bound=tuple[Any, ...])


class ByGame(NamedTuple):
    """A game of a purse, in the order of reports."""

    accounts: str
    game: str
    currency: str


class ByVersion(NamedTuple):
    """A version of a game of a purse, in the order of reports."""

    accounts: str
    game: str
    version: int
    currency: str


def game_of(sums: GameSums) -> ByGame:
    """Return whose game it is."""
    purse = purse_of(sums.currency, test=sums.test)
    return ByGame(purse.accounts, sheet_by_leaf(sums.rules_leaf).game, purse.currency)


def version_of(sums: GameSums) -> ByVersion:
    """Return whose game, and which version of it."""
    accounts, game, currency = game_of(sums)
    return ByVersion(accounts, game, sheet_by_leaf(sums.rules_leaf).version, currency)


def together(found: Iterable[GameSums], key: Callable[[GameSums], Key]) -> dict[Key, GameSums]:
    """Add up sums of the same key, in order of the keys; the leaf of one of them stands for all."""
    groups: dict[Key, list[GameSums]] = {}
    for sums in found:
        groups.setdefault(key(sums), []).append(sums)
    return {each: _added(groups[each]) for each in sorted(groups)}


def of_games(found: Iterable[GameSums], figure: Callable[[GameSums], int]) -> dict[Purse, int]:
    """Add one figure up, purse by purse."""
    sums: dict[Purse, int] = {}
    for each in found:
        purse = purse_of(each.currency, test=each.test)
        sums[purse] = sums.get(purse, 0) + figure(each)
    return sums


def of_money(found: Iterable[KindOfMoney], figure: Callable[[KindOfMoney], int]) -> dict[Purse, int]:
    """Return one figure of each purse."""
    return {purse_of(kind.currency, test=kind.test): figure(kind) for kind in found}


def _added(group: list[GameSums]) -> GameSums:
    counted = GameSums._fields[_KEYS:]
    return group[0]._replace(**{name: sum(getattr(each, name) for each in group) for name in counted})


_KEYS: Final = 3
"""How many of the sums' first members say whose they are."""
