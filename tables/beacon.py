"""A public source of randomness, mixed into a deck after everybody has revealed. There is none unless one is configured.

Its round is the first one that is published after the checkpoint that covers `seats`: whoever withholds a value then does
not know the deck that is burnt. The round follows from what is stored, so that nobody chooses it, and a croupier that was
just started asks for the same one. The interface is that of drand's servers: `/info` and `/public/<round>`.

Source: docs/formats/tables.md, `open` and "What each party can do"; https://docs.drand.love/dev-guide/API%20Documentation/http-api/.
"""

import json
import urllib.request
from dataclasses import dataclass
from functools import cache
from http.client import HTTPException
from typing import Any, Final

from django.conf import settings

from tables.core.opening import BeaconValue

_TIMEOUT_SECONDS: Final = 3.0
_ANSWER_BYTES_MAX: Final = 65_536
_MS: Final = 1000


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: a record names the source that was asked, so no other may have answered."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Leave the answer as it is, which is then no answer of a source."""


_OPENER: Final = urllib.request.build_opener(_NoRedirects)


class BeaconUnavailable(Exception):  # noqa: N818  named like a refusal
    """The source gave no answer, or none that can be used. The deck waits for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeaconRound:
    """A round of the source."""

    number: int
    published_ms: int
    """When it is published, or was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beacon:
    """A source at an address, with rounds at fixed intervals."""

    url: str
    genesis_ms: int
    """When round 1 was published."""
    period_ms: int

    def first_round_after(self, time_ms: int) -> BeaconRound:
        """Return the first round that is published later than this instant."""
        number = max(0, (time_ms - self.genesis_ms) // self.period_ms + 1) + 1
        return BeaconRound(number=number, published_ms=self.genesis_ms + (number - 1) * self.period_ms)

    def value(self, round_number: int) -> BeaconValue:
        """Return what the source published for a round.

        Raises:
            BeaconUnavailable: nothing yet, or nothing that can be used.
        """
        answer = _ask(f"{self.url}/public/{round_number}")
        try:
            if answer["round"] != round_number:
                raise BeaconUnavailable(f"{self.url} answers with another round than {round_number}")
            return BeaconValue(source=self.url, round=round_number, value=bytes.fromhex(answer["randomness"]))
        except (KeyError, TypeError, ValueError) as error:
            raise BeaconUnavailable(f"{self.url} answers with no randomness: {error!r}") from error


def configured_beacon() -> Beacon | None:
    """Return the source that `REDDOG_BEACON_URL` names; None if it names none.

    Raises:
        BeaconUnavailable: it does not say when its rounds are.
    """
    url: str = settings.REDDOG_BEACON_URL
    return _beacon_at(url) if url else None


@cache
def _beacon_at(url: str) -> Beacon:
    """Learn when a source publishes. It never changes, so it is asked once."""
    answer = _ask(f"{url}/info")
    try:
        genesis_ms, period_ms = int(answer["genesis_time"]) * _MS, int(answer["period"]) * _MS
    except (KeyError, TypeError, ValueError) as error:
        raise BeaconUnavailable(f"{url} does not say when its rounds are: {error!r}") from error
    if period_ms <= 0:
        raise BeaconUnavailable(f"{url} has no interval between its rounds")
    return Beacon(url=url, genesis_ms=genesis_ms, period_ms=period_ms)


def _ask(url: str) -> Any:
    try:
        with _OPENER.open(url, timeout=_TIMEOUT_SECONDS) as answer:
            return json.loads(answer.read(_ANSWER_BYTES_MAX))
    except (OSError, HTTPException, ValueError) as error:
        raise BeaconUnavailable(f"{url}: {error!r}") from error
