"""Which names of time zones are current: a profile has one of them, and it stands in log, reports and limits for good.

The time zone database keeps names that it retired, as links (`US/Eastern`, `Asia/Calcutta`, `Europe/Kiev`). They mean the same
days, but two names of one zone are two zones to whatever compares names; and an auditor's machine may lack the retired
ones, which some systems leave out. Source: the database's own list of a name for each part of a country, `zone.tab`.
"""

from functools import lru_cache
from importlib import resources
from typing import Final

_WITHOUT_COUNTRY: Final = frozenset({"UTC"})
_COMMENT: Final = "#"


def is_current(name: str) -> bool:
    """Return whether the pinned time zone database lists a name as that of a place of today, or it is `UTC`."""
    return name in _current_names()


@lru_cache(maxsize=1)
def _current_names() -> frozenset[str]:
    # Not the system's: all hosts of an installation have the same list.
    table = resources.files("tzdata").joinpath("zoneinfo", "zone.tab").read_text(encoding="utf-8")
    lines = (line.split("\t") for line in table.splitlines() if line and not line.startswith(_COMMENT))
    return _WITHOUT_COUNTRY | {name for _country, _place, name, *_ in lines}
