"""The fields of requests at tables.

Every request names its epoch, or the record that it answers. So one that comes late, or twice, finds its own hand or
none, and never the next one.
"""

import re
from typing import Any, Final

from django.core.validators import RegexValidator

from rest.fields import StrictText, WholeNumber

_EPOCH_MAX: Final = 2**31 - 1
_DIGITS: Final = re.compile(r"^[0-9a-f]{64}$", re.ASCII)


class Hash(StrictText):
    """32 bytes as 64 lower-case hex digits."""

    def __init__(self, **options: Any) -> None:
        """Refuse any other text."""
        validator = RegexValidator(_DIGITS, message="This is 32 bytes: 64 lower-case hex digits.")
        super().__init__(**{"min_length": 64, "max_length": 64, "validators": [validator], **options})


class EpochNumber(WholeNumber):
    """The number of an epoch."""

    def __init__(self, **options: Any) -> None:
        """Count from 0."""
        super().__init__(**{"min_value": 0, "max_value": _EPOCH_MAX, **options})
