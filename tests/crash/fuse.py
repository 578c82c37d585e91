"""Dying at a chosen statement: SIGKILL, as a power cut or the kernel's memory killer would."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


class Fuse:
    """Kills its own process group just `before` or `after` the n-th statement. A wrapper for Django's connection.

    `place` is such as "after 2". Statements count from 1; BEGIN and COMMIT, which Django sends past the wrappers,
    lie between two of them.
    """

    def __init__(self, place: str) -> None:
        self._moment, number = place.split()
        self._left = int(number)

    def __call__(self, execute: Callable[..., Any], sql: str, params: object, many: object, context: object) -> object:
        self._left -= 1
        if self._left == 0 and self._moment == "before":
            die()
        result = execute(sql, params, many, context)
        if self._left == 0:
            die()
        return result


def sync_fuse(number: int) -> Callable[[int], None]:
    """Return an `os.fsync` that kills instead of syncing for the n-th time: files and folders alike, from 1."""
    sync, left = os.fsync, iter(range(number - 1, -1, -1))

    def sync_or_die(descriptor: int) -> None:
        if next(left, None) == 0:
            die()
        sync(descriptor)

    return sync_or_die


def die() -> None:
    os.killpg(os.getpgrp(), signal.SIGKILL)
