"""The header that tells how old the data of an answer are at most, where a replica was read.

Source: docs/adr/0115-reads-that-may-lag.md.
"""

from datetime import datetime
from typing import Final

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from kernel.instants import rfc3339, to_epoch_ms

DATA_AS_OF: Final = "Reddog-Data-As-Of"

DATA_AS_OF_HEADER: Final = OpenApiParameter(
    DATA_AS_OF,
    OpenApiTypes.DATETIME,
    OpenApiParameter.HEADER,
    response=[200],
    description="Only where a replica was read: all that was committed by then is in the answer.",
)


def telling_age(response: HttpResponseBase, as_of: datetime | None) -> HttpResponseBase:
    """Return an answer that says how old its data are; None where the primary was read."""
    if as_of is not None:
        response.headers[DATA_AS_OF] = rfc3339(to_epoch_ms(as_of))
    return response
