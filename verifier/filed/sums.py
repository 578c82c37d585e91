"""Sums by what tells rows apart."""

from collections.abc import Iterator, Sequence

from verifier.filed.columns import Cell, Row


class Sums:
    """Rows in the making: for each key the numbers of `names`, all from 0 on."""

    __slots__ = ("_names", "_rows")

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._rows: dict[tuple[Cell, ...], dict[str, int]] = {}

    def at(self, *key: Cell) -> dict[str, int]:
        """Return the numbers to which what has this key is added."""
        found = self._rows.get(key)
        if found is None:
            found = self._rows[key] = dict.fromkeys(self._names, 0)
        return found

    def rows(self, *key_names: str) -> Iterator[Row]:
        """Yield each key, its parts named so, with its numbers."""
        for key, numbers in self._rows.items():
            yield {**dict(zip(key_names, key, strict=True)), **numbers}
