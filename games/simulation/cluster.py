"""A Dask cluster as the executor of a simulation. It needs the package `distributed`, which nothing else here does.

The machines of the cluster need this checkout and the laboratory's packages.
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import cast

from games.simulation.family import NotSimulated


@contextmanager
def executor_at(address: str) -> Iterator[Executor]:
    """Yield what runs functions on the workers of the cluster at an address.

    Raises:
        NotSimulated: nobody answers there, or there is nothing to ask with.
    """
    try:
        from distributed import Client  # noqa: PLC0415  an extra
    except ImportError:
        raise NotSimulated("It takes a package: pip install distributed.") from None
    try:
        client = Client(address)
    except (OSError, ValueError) as error:
        raise NotSimulated(f"Nobody answers at {address}.") from error
    with client, client.get_executor(pure=False) as executor:
        yield cast("Executor", executor)
