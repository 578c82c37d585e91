"""A bar on the terminal that says how far an audit is."""

import sys
from collections.abc import Callable
from typing import Final, TextIO

_WIDTH: Final = 40


def bar(stream: TextIO | None = None) -> Callable[[float], None] | None:
    """Return what draws a bar for the part of the work that is done; None where nobody would see it.

    The bar is erased when all is done, so that nothing of it is left among the lines of a verdict.
    """
    screen = sys.stderr if stream is None else stream
    if not screen.isatty():
        return None
    shown = -1

    def draw(part: float) -> None:
        nonlocal shown
        percent = min(100, int(part * 100))
        if percent == shown:
            return
        shown = percent
        filled = _WIDTH * percent // 100
        line = f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {percent:3d} %"
        screen.write(f"\r{' ' * len(line)}\r" if percent == 100 else f"\r{line}")  # noqa: PLR2004  all of it
        screen.flush()

    return draw
