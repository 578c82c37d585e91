"""How many streams may be open: in this process, and from one address."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from kernel.refusals import Refusal, RefusalKind
from rest.trusted_proxies import CallerKey, caller_keys
from telemetry.metrics import set_open_streams

_RETRY_SECONDS = 5


class TooManyStreams(Refusal):
    """Too many streams are open."""

    code, kind = "too-many-streams", RefusalKind.UNAVAILABLE


class StreamAdmission:
    """Counts open streams."""

    def __init__(self, *, streams_max: int, per_address_max: int) -> None:
        """Begin with none."""
        self._streams_max = streams_max
        self._per_address_max = per_address_max
        self._by_caller: Counter[str] = Counter()
        self._open = 0

    @contextmanager
    def admit(self, address: str) -> Iterator[None]:
        """Count a stream of an IP address while the `with` block runs. Of IPv6, wider networks are counted too.

        Raises:
            TooManyStreams: so many are open already.
        """
        callers = caller_keys(address)
        if any(self._by_caller[caller.key] >= self._per_address_max * caller.addresses for caller in callers):
            raise TooManyStreams(
                "Nothing was changed. Too many streams of your address are open: close one, or ask for the same events"
                " page by page.",
                retry_after=_RETRY_SECONDS,
            )
        if self._open >= self._streams_max:
            raise TooManyStreams(
                "Nothing was changed. This server has as many streams as it can: connect again later, and ask for the"
                " same events page by page meanwhile.",
                retry_after=_RETRY_SECONDS,
            )
        self._count(callers, 1)
        try:
            yield
        finally:
            self._count(callers, -1)

    def _count(self, callers: Iterable[CallerKey], change: int) -> None:
        for caller in callers:
            self._by_caller[caller.key] += change
            if not self._by_caller[caller.key]:
                del self._by_caller[caller.key]
        self._open += change
        set_open_streams(self._open)
