"""Compile a function over numbers and arrays to machine code."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numba

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def compiled(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile at the first call, keep the machine code beside the source, and run it without the interpreter's lock.

    The machine code is discarded only when the function's own file changes. So a compiled function must not call one of
    another file, and may take from other files only constants that cannot change, such as the number of ranks.
    """
    made: Callable[Parameters, Result] = numba.njit(nogil=True, cache=True)(function)
    return made
