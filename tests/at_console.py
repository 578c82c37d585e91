"""What somebody types where a command asks for it."""

from __future__ import annotations

import contextlib
import io
from typing import TYPE_CHECKING

import pytest

from tests.world import PASSWORD

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def typed(*lines: str) -> Iterator[None]:
    """Let commands read these lines, or else the password that members of the staff have in tests."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines or (PASSWORD,))))
        yield
