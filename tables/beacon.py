"""Ask a public source of randomness for its rounds, without a table ever waiting for the answer.

All tables share what is known: one answer of a round serves every table, and one failure is believed for some seconds.
The interface is that of drand's servers: `/info` and `/public/<round>`.

Source: docs/formats/tables.md, "Beacons"; https://docs.drand.love/dev-guide/API%20Documentation/http-api/.
"""

import json
import threading
import time
import urllib.request
from collections import OrderedDict
from http.client import HTTPException
from typing import Any, Final

import structlog
from django.conf import settings

from kernel.refusals import Refusal, RefusalKind
from tables.core.beacon_rounds import VALUE_BYTES, Beacon, BeaconValue

_TIMEOUT_SECONDS: Final = 3.0
_ANSWER_BYTES_MAX: Final = 65_536
_MS: Final = 1000
_BACK_OFF_SECONDS: Final = 5.0
"""So long a source that gave no answer is not asked again, for any table."""
_AT_ONCE_SECONDS: Final = 0.25
"""So long the table that asks first waits: most answers come within it."""
_AGAIN_MS: Final = 200
"""When a table looks again whose round is being asked for."""
_KEPT_MAX: Final = 256
"""How many answers are kept: a round serves the tables whose seats were named within one interval."""

_log = structlog.get_logger("tables.beacon")


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: a record names the source that was asked, so no other may have answered."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Leave the answer as it is, which is then no answer of a source."""


_OPENER: Final = urllib.request.build_opener(_NoRedirects)


class BeaconUnavailable(Refusal):
    """The source of randomness gives no answer that can be used."""

    code, kind = "beacon-unavailable", RefusalKind.UNAVAILABLE


class BeaconAnswers:
    """The rounds that this process has learnt, and the sources that it leaves alone for a while. For all threads."""

    def __init__(self, *, back_off_seconds: float = _BACK_OFF_SECONDS) -> None:
        """Begin with nothing."""
        self._back_off_seconds = back_off_seconds
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._asking: dict[str, threading.Thread] = {}
        self._failed: dict[str, float] = {}

    def known(self, beacon: Beacon, round_number: int) -> BeaconValue | None:
        """Return the value of a round that is published, None while it is not known.

        The first table that asks waits a moment for the answer. It comes to all others meanwhile, or the source is left
        alone for some seconds.
        """
        thread = self._begin(beacon, round_number)
        if thread is not None:
            thread.join(_AT_ONCE_SECONDS)
        with self._lock:
            value = self._known.get((beacon.url, round_number))
        return None if value is None else BeaconValue(source=beacon.url, round=round_number, value=value)

    def again_ms(self, beacon: Beacon, round_number: int) -> int:
        """Return how long (ms) it is useless to ask for this round; 0 if it is known, or may be asked for."""
        with self._lock:
            if (beacon.url, round_number) in self._known:
                return 0
            if beacon.url in self._asking:
                return _AGAIN_MS
            return max(0, round((self._failed.get(beacon.url, 0.0) - time.monotonic()) * _MS))

    def _begin(self, beacon: Beacon, round_number: int) -> threading.Thread | None:
        """Ask in a thread of its own, unless the answer is known, awaited or in vain."""
        with self._lock:
            known = (beacon.url, round_number) in self._known
            resting = self._failed.get(beacon.url, 0.0) > time.monotonic()
            if known or resting or beacon.url in self._asking:
                return None
            thread = threading.Thread(target=self._ask, args=(beacon.url, round_number), name="beacon", daemon=True)
            # The lock is held, so it cannot have ended before it is noted.
            thread.start()
            self._asking[beacon.url] = thread
            return thread

    def _ask(self, url: str, round_number: int) -> None:
        value: bytes | None = None
        try:
            value = _value_of(url, round_number)
        except BeaconUnavailable as unavailable:
            # To deal without it would be the house's choice between two decks. Two operators can void the epoch.
            _log.warning("beacon-unavailable", source=url, round=round_number, reason=unavailable.detail)
        finally:
            # After a defect here too: a source that is still being asked is never asked again.
            self._note(url, round_number, value)

    def _note(self, url: str, round_number: int, value: bytes | None) -> None:
        with self._lock:
            del self._asking[url]
            if value is None:
                self._failed[url] = time.monotonic() + self._back_off_seconds
                return
            self._failed.pop(url, None)
            self._known[url, round_number] = value
            while len(self._known) > _KEPT_MAX:
                self._known.popitem(last=False)


ANSWERS = BeaconAnswers()
"""What this process knows."""


def beacon_for_new_tables() -> Beacon | None:
    """Return the source that `REDDOG_BEACON_URL` names, with its rounds; None if it names none.

    Raises:
        BeaconUnavailable: it does not say when its rounds are.
    """
    url: str = settings.REDDOG_BEACON_URL
    if not url:
        return None
    answer = _answer(f"{url}/info")
    try:
        genesis_ms, period_ms = int(answer["genesis_time"]) * _MS, int(answer["period"]) * _MS
    except (KeyError, OverflowError, TypeError, ValueError) as error:
        raise BeaconUnavailable(f"{url} does not say when its rounds are: {error!r}") from error
    if genesis_ms < 0 or period_ms <= 0:
        raise BeaconUnavailable(f"{url} has no interval between its rounds")
    return Beacon(url=url, genesis_ms=genesis_ms, period_ms=period_ms)


def _value_of(url: str, round_number: int) -> bytes:
    answer = _answer(f"{url}/public/{round_number}")
    try:
        if answer["round"] != round_number:
            raise BeaconUnavailable(f"{url} answers with another round than {round_number}")
        value = bytes.fromhex(answer["randomness"])
    except (KeyError, TypeError, ValueError) as error:
        raise BeaconUnavailable(f"{url} answers with no randomness: {error!r}") from error
    if len(value) != VALUE_BYTES:
        raise BeaconUnavailable(f"{url} answers with {len(value)} bytes in place of {VALUE_BYTES}")
    return value


def _answer(url: str) -> Any:
    try:
        with _OPENER.open(url, timeout=_TIMEOUT_SECONDS) as answer:
            return json.loads(answer.read(_ANSWER_BYTES_MAX))
    except (OSError, HTTPException, RecursionError, ValueError) as error:
        raise BeaconUnavailable(f"{url}: {error!r}") from error
