"""The interval of a list: the query members `from` and `to`."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from kernel.instants import EPOCH, to_epoch_ms

_INSTANT: Final = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?(?:Z|[+-]\d{2}:\d{2})", re.ASCII)
_HOW: Final = "An instant with its zone (RFC 3339), to the millisecond: 2026-11-21T12:00:00Z."

INTERVAL_PARAMETERS: Final = (
    OpenApiParameter("from", OpenApiTypes.DATETIME, description="Only what happened at this instant or later."),
    OpenApiParameter("to", OpenApiTypes.DATETIME, description="Only what happened before this instant."),
)


class Interval(NamedTuple):
    """An interval of time, [start, end); None is no bound."""

    start: datetime | None = None
    end: datetime | None = None

    @property
    def is_bounded(self) -> bool:
        """Whether it leaves anything out."""
        return self.start is not None or self.end is not None

    @property
    def start_ms(self) -> int | None:
        """The first instant, in epoch milliseconds."""
        return None if self.start is None else to_epoch_ms(self.start)

    @property
    def end_ms(self) -> int | None:
        """The first instant after it, in epoch milliseconds."""
        return None if self.end is None else to_epoch_ms(self.end)


def interval_of(query: Mapping[str, str]) -> Interval:
    """Return the interval that a query names.

    Raises:
        ValidationError: a member is no instant, or `to` is before `from`.
    """
    interval = Interval(_instant(query, "from"), _instant(query, "to"))
    if interval.start is not None and interval.end is not None and interval.end < interval.start:
        raise serializers.ValidationError({"to": ["It is before `from`."]})
    return interval


def _instant(query: Mapping[str, str], name: str) -> datetime | None:
    text = query.get(name)
    if text is None:
        return None
    try:
        instant = datetime.fromisoformat(text) if _INSTANT.fullmatch(text) else None
        if instant is not None and instant >= EPOCH:
            return instant
    except (ValueError, OverflowError):
        # No such day, hour or offset.
        pass
    raise serializers.ValidationError({name: [_HOW]})
