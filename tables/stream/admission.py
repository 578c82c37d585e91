"""How many streams may be open: in this process, and from one address."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from kernel.refusals import Refusal, RefusalKind
from telemetry.metrics import set_open_streams

_RETRY_SECONDS = 5


class TooManyStreams(Refusal):
    """Too many streams are open."""

    code, kind = "too-many-streams", RefusalKind.UNAVAILABLE


class Admission:
    """Counts open streams."""

    def __init__(self, *, streams_max: int, per_address_max: int) -> None:
        """Begin with none."""
        self._streams_max = streams_max
        self._per_address_max = per_address_max
        self._by_address: Counter[str] = Counter()

    @property
    def open_streams(self) -> int:
        """How many streams are open."""
        return self._by_address.total()

    @contextmanager
    def admit(self, address: str) -> Iterator[None]:
        """Count a stream of an address, as `rest.trusted_proxies.caller_key` names it, while the `with` block runs.

        Raises:
            TooManyStreams: so many are open already.
        """
        if self._by_address[address] >= self._per_address_max:
            raise TooManyStreams(
                "Nothing was changed. Too many streams of your address are open: close one, or ask for the same events"
                " page by page.",
                retry_after=_RETRY_SECONDS,
            )
        if self.open_streams >= self._streams_max:
            raise TooManyStreams(
                "Nothing was changed. This server has as many streams as it can: connect again later, and ask for the"
                " same events page by page meanwhile.",
                retry_after=_RETRY_SECONDS,
            )
        self._by_address[address] += 1
        set_open_streams(self.open_streams)
        try:
            yield
        finally:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]
            set_open_streams(self.open_streams)
