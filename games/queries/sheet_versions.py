"""Versions of rule sheets for reports: when each was first logged, and whether it is on offer."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from audit.core.records import parse_entry
from audit.queries.log import indexes_of
from audit.queries.records import record_entry
from games.core.sheet import RuleSheet
from games.models import PublishedSheet
from games.queries.sheets import sheet_by_leaf
from kernel.ids import SYSTEM_CHAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetVersion:
    """A game in one version: its sheet, when it was first logged (ms), and whether it is on offer."""

    sheet: RuleSheet
    available_since_ms: int
    offered: bool


def sheet_versions(*, before_ms: int, log_size: int) -> dict[bytes, SheetVersion]:
    """Return every sheet that was ever logged, by the leaf of its record; on offer just before an instant (ms) or not.

    On offer is, of each game, the version that was logged last before then. The same version may have been logged
    several times, with other engines: these are one edition. What stands in the log at or above `log_size` says
    nothing of either.
    """
    rows = list(PublishedSheet.objects.order_by("published_seq").values_list("leaf", "published_seq"))
    indexes = indexes_of(SYSTEM_CHAIN, (seq for _, seq in rows))
    known = [(bytes(leaf), sheet_by_leaf(bytes(leaf)), _logged_ms(bytes(leaf), seq)) for leaf, seq in rows]
    covered = [known[place] for place, (_, seq) in enumerate(rows) if indexes.get(seq, log_size) < log_size]
    newest = {sheet.game: sheet.version for _, sheet, logged_ms in covered if logged_ms < before_ms}
    since: dict[tuple[str, int], int] = {}
    for _, sheet, logged_ms in (*covered, *known):
        since.setdefault((sheet.game, sheet.version), logged_ms)
    return {
        leaf: SheetVersion(
            sheet=sheet,
            available_since_ms=since[sheet.game, sheet.version],
            offered=newest.get(sheet.game) == sheet.version,
        )
        for leaf, sheet, _ in known
    }


@lru_cache(maxsize=256)
def _logged_ms(leaf: bytes, seq: int) -> int:  # noqa: ARG001  the leaf is what it is kept by
    document: Any = parse_entry(record_entry(SYSTEM_CHAIN, seq))
    logged_ms: int = document["time"]
    return logged_ms
