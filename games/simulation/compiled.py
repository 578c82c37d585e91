"""Compile a function over numbers and arrays to machine code."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numba

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def compiled(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile at the first call, keep the machine code beside the source, and run it without the interpreter's lock.

    What is kept is thrown away when the function's own file changes, and only then: a compiled function calls none
    of another file, and takes from there only constants that cannot change, such as the number of ranks.
    """
    made: Callable[Parameters, Result] = numba.njit(nogil=True, cache=True)(function)
    return made
