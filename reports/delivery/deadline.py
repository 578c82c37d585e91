"""Limit the time of a delivery, however slowly the other side answers."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from reports.delivery.backend import Undeliverable

T = TypeVar("T")


def run_with_deadline(work: Coroutine[Any, Any, T], *, seconds: float) -> T:
    """Run `work` for at most `seconds`, and return its result.

    Raises:
        Undeliverable: it took longer, and was cancelled.
    """

    async def bounded() -> T:
        async with asyncio.timeout(seconds):
            return await work

    try:
        return asyncio.run(bounded())
    except TimeoutError:
        raise Undeliverable(
            "The other side did not answer in time. The delivery will be retried.", lasting=False
        ) from None
