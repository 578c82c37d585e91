"""Sums by the key of a row."""

from collections.abc import Iterator, Sequence

from verifier.filed.columns import Cell, Row


class Sums:
    """For each key a number for each of `names`, which begins at 0."""

    __slots__ = ("_names", "_rows")

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._rows: dict[tuple[Cell, ...], dict[str, int]] = {}

    def at(self, *key: Cell) -> dict[str, int]:
        """Return the numbers of this key, for the caller to add to."""
        numbers = self._rows.get(key)
        if numbers is None:
            numbers = self._rows[key] = dict.fromkeys(self._names, 0)
        return numbers

    def rows(self, *key_names: str) -> Iterator[Row]:
        """Yield a row for each key: the parts of the key under `key_names`, and its numbers."""
        for key, numbers in self._rows.items():
            yield {**dict(zip(key_names, key, strict=True)), **numbers}
