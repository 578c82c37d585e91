"""The PAR sheet as one JSON document: docs/formats/par-sheet.md."""

from functools import lru_cache
from typing import Final

import orjson

from games.core.sheet import RuleSheet
from games.laboratory.exact_math import figures_of
from games.laboratory.par_sheet import Number, par_sheet

# A number is written by `_number`, and not as the dataclass that it is.
_OPTIONS: Final = orjson.OPT_INDENT_2 | orjson.OPT_PASSTHROUGH_DATACLASS


@lru_cache(maxsize=64)
def par_json(sheet: RuleSheet, *, engine_sha256: str) -> bytes:
    """Write the figures of a sheet, the same bytes every time. The first call takes a second."""
    document = par_sheet(sheet, figures_of(sheet), engine_sha256=engine_sha256)
    return orjson.dumps(document, default=_number, option=_OPTIONS)


def _number(value: object) -> orjson.Fragment:
    """Write a decimal number with the digits it has: it never was a float."""
    assert isinstance(value, Number), "all else is JSON as it stands"
    return orjson.Fragment(value.text)
