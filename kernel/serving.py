"""The cell that is served now. A process serves one, its own, unless it is a web server of several (ADR 0116).

It is a thread's, from `serve` to the next `serve`: a web server chooses a cell at the beginning of each request and keeps it
until the next one, so also what sends the answer or closes it afterwards is in the same cell.
"""

from collections.abc import Callable
from contextvars import ContextVar
from functools import lru_cache, update_wrapper
from typing import Final, Generic, ParamSpec, TypeVar

from kernel.cell import Cell

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


class _Process:
    own: Cell = Cell()


_SERVED: Final[ContextVar[Cell | None]] = ContextVar("served_cell", default=None)


def begin_as(cell: Cell) -> None:
    """Let this process be one of the cell: whatever chooses no other cell is in it. The settings say so, once."""
    _Process.own = cell


def own_cell() -> Cell:
    """Return the cell that the process is one of; the installation without cells has no name."""
    return _Process.own


def served_cell() -> Cell:
    """Return the cell that is served now, by default the process's own."""
    return _SERVED.get() or _Process.own


def serve(cell: Cell) -> None:
    """Serve a cell in this thread until another is chosen. Where its tables are: `serve_cell` of reddog_platform/cell_connections.py."""
    # None for the process's own, which follows what `begin_as` says.
    _SERVED.set(None if cell == _Process.own else cell)


class CachedByCell(Generic[_Parameters, _Result]):
    """A function whose results are kept for each cell apart: what one cell knows is not another's."""

    def __init__(self, function: Callable[_Parameters, _Result], maxsize: int | None) -> None:
        """Keep nothing yet."""
        update_wrapper(self, function)

        @lru_cache(maxsize)
        def kept(_: Cell, *words: _Parameters.args, **named: _Parameters.kwargs) -> _Result:
            return function(*words, **named)

        self._kept = kept
        self.cache_clear = kept.cache_clear

    def __call__(self, *words: _Parameters.args, **named: _Parameters.kwargs) -> _Result:
        """Return what the function returned in the cell that is served, or ask it."""
        return self._kept(served_cell(), *words, **named)  # type: ignore[arg-type]  # as with lru_cache, all are hashable


def cached_by_cell(
    maxsize: int | None,
) -> Callable[[Callable[_Parameters, _Result]], CachedByCell[_Parameters, _Result]]:
    """Keep results as `lru_cache` does, for each cell apart."""
    return lambda function: CachedByCell(function, maxsize)
