"""Write one side of a change as a cell.

Source: RFC 8785; docs/formats/record.md, "Grammar", whose values may be null here too.
"""

from collections.abc import Mapping

import orjson


def change_text(details: Mapping[str, object]) -> str | None:
    """Return `details` as canonical JSON, so that equal values give equal texts; None for empty details."""
    return orjson.dumps(dict(details), option=orjson.OPT_SORT_KEYS).decode() if details else None
