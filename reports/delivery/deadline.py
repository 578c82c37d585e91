"""An end to every delivery, however slowly the other side goes on answering."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from reports.delivery.place import Undeliverable

T = TypeVar("T")


def finish(work: Coroutine[Any, Any, T], *, seconds: float) -> T:
    """Carry out `work` and return its result, within `seconds`.

    Raises:
        Undeliverable: it took longer, and was cut off where it stood.
    """

    async def bounded() -> T:
        async with asyncio.timeout(seconds):
            return await work

    try:
        return asyncio.run(bounded())
    except TimeoutError:
        raise Undeliverable("The other side did not answer in time. It will be asked again.", lasting=False) from None
