"""What was changed, as a cell of a table.

Source: RFC 8785; docs/formats/record.md, "Grammar", whose values may be null here too.
"""

from collections.abc import Mapping

import orjson


def change_text(told: Mapping[str, object]) -> str | None:
    """Write one side of a change as canonical JSON, the same text for the same values; None where nothing is told."""
    return orjson.dumps(dict(told), option=orjson.OPT_SORT_KEYS).decode() if told else None
