"""The scheduler port on a Dask cluster: `--dask ADDRESS`. It needs the package `distributed`, which nothing else here does.

The machines of the cluster need this program, and the export and the scratch folder under the same names.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from distributed import Client

Task = TypeVar("Task")
Result = TypeVar("Result")


class DaskMissing(OSError):  # noqa: N818  named for what it says
    """This machine lacks the package `distributed`."""


class DaskScheduler:
    """Runs tasks on the workers of a cluster. See `verifier.scheduler.Scheduler`."""

    def __init__(self, client: "Client") -> None:
        self._client = client

    @classmethod
    def at(cls, address: str) -> "DaskScheduler":
        """Connect to the cluster at an address.

        Raises:
            DaskMissing: there is nothing to connect with.
            OSError: nobody answers there.
        """
        try:
            from distributed import Client  # noqa: PLC0415  an extra, and no part of the program without it
        except ImportError as error:
            raise DaskMissing("--dask needs the package distributed: pip install 'distributed'") from error
        return cls(Client(address))

    @property
    def jobs(self) -> int:
        """Return how many threads the cluster's workers have."""
        threads: int = sum(self._client.nthreads().values())
        return max(1, threads)

    def run(
        self, work: Callable[[Task], Result], tasks: Sequence[Task], *, ended: Callable[[Task], None]
    ) -> list[Result]:
        """Run each task on a worker that is free."""
        from distributed import as_completed  # noqa: PLC0415  an extra, as above

        # Not pure: what a task reads is in files, and a task of the same name may read others.
        futures = self._client.map(work, list(tasks), pure=False)
        by_key = dict(zip((future.key for future in futures), tasks, strict=True))
        for future in as_completed(futures):
            future.result()
            ended(by_key[future.key])
        return [future.result() for future in futures]
