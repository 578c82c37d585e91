"""Versions of rule sheets for reports: when each was first logged, and whether it is on offer."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from audit.core.records import parse_entry
from audit.queries.log import indexes_of
from audit.queries.records import record_entry
from games.core.sheet import RuleSheet
from games.models import PublishedSheet
from games.queries.sheets import sheet_by_leaf
from kernel.ids import SYSTEM_CHAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetVersion:
    """A version of a game's rule sheet."""

    sheet: RuleSheet
    available_since_ms: int
    """When the version was first logged."""
    offered: bool


def sheet_versions(*, before_ms: int, log_size: int) -> dict[bytes, SheetVersion]:
    """Return the version of every sheet that was ever logged, by the leaf of its record.

    A game's version on offer is the one that was logged last before `before_ms`. A version may have been logged
    several times, with other engines. Records at or above `log_size` in the log change neither answer.
    """
    rows = list(PublishedSheet.objects.order_by("published_seq").values_list("leaf", "published_seq"))
    indexes = indexes_of(SYSTEM_CHAIN, (seq for _, seq in rows))
    sheets = [(bytes(leaf), sheet_by_leaf(bytes(leaf)), _logged_ms(bytes(leaf), seq)) for leaf, seq in rows]
    covered = [sheets[place] for place, (_, seq) in enumerate(rows) if indexes.get(seq, log_size) < log_size]
    newest = {sheet.game: sheet.version for _, sheet, logged_ms in covered if logged_ms < before_ms}
    since: dict[tuple[str, int], int] = {}
    for _, sheet, logged_ms in (*covered, *sheets):
        since.setdefault((sheet.game, sheet.version), logged_ms)
    return {
        leaf: SheetVersion(
            sheet=sheet,
            available_since_ms=since[sheet.game, sheet.version],
            offered=newest.get(sheet.game) == sheet.version,
        )
        for leaf, sheet, _ in sheets
    }


class LoggedRules(NamedTuple):
    """A record of a rule sheet in the log."""

    log_index: int
    time_ms: int
    """The instant of the record."""


def rules_logged_from(index: int) -> list[LoggedRules]:
    """Return the records of rule sheets at or above an index of the log, in order of their numbers."""
    rows = list(PublishedSheet.objects.order_by("published_seq").values_list("leaf", "published_seq"))
    indexes = indexes_of(SYSTEM_CHAIN, (seq for _, seq in rows))
    late = [(bytes(leaf), seq) for leaf, seq in rows if indexes.get(seq, -1) >= index]
    return [LoggedRules(indexes[seq], _logged_ms(leaf, seq)) for leaf, seq in late]


@lru_cache(maxsize=256)
def _logged_ms(leaf: bytes, seq: int) -> int:  # noqa: ARG001  the key of the cache
    document: Any = parse_entry(record_entry(SYSTEM_CHAIN, seq))
    logged_ms: int = document["time"]
    return logged_ms
