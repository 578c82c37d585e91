"""The page of what is kept how long, docs/retention.md, written from the registry."""

from collections.abc import Callable, Iterator
from typing import Final

from reddog_platform.retention_registry import REGISTRY, Kept, RetentionPeriod, TableRetention
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.jurisdictions import JURISDICTIONS

_HEAD: Final = """# Retention

What is kept how long, why, and what deletes it. This page is written by `manage.py retention_page` from the registry in
`reddog_platform/retention_registry.py`, in which every table of the database stands; a test compares them.
[Decision 0061](adr/0061-retention-registry.md) has the reasons, [privacy](privacy.md) what an erasure does.

## What deletes

The worker of the queue `batch` runs `reddog_platform.apply_retention` every night at 04:40 UTC.

1. **It erases persons** whose retention is over, by the same operation as an operator does, with the basis
   `no_longer_needed` and the actor `platform`. Nobody is erased whose account is not closed, or who has money, an open
   round, stake, payment, case or dispute, an answered dispute whose period runs, or an exclusion in force. An operator can
   order the erasure of an excluded person: then the keyed digests stay, and go by themselves when the exclusion has ended.
   Each erasure leaves the event `player-erased` and a record `erasure` in the log.
2. **It deletes rows** by the rules below. Each rule leaves one event `data-deleted` for a run, which says the table, the
   number of rows and the boundary: the rows' period ended then or before. More than 10,000 rows are several transactions,
   each with its event.

It deletes nothing of the log, the ledger, records, events, proposals and filed reports: the application's role has no right to.
A batch and its event are one transaction. What a crash leaves is whole, and the next run goes on. A run is bounded to
1,000 persons and 1,000,000 rows of a rule. Rows that somebody has locked are left for the next run. After the restore of an
older backup the next run erases again whom the schedule had erased.

```
python manage.py apply_retention --dry-run    # what the next run would delete, by rule
python manage.py apply_retention              # delete now
```

## Periods

In days of 24 hours. **(R)** is our reading: of these periods, the texts name ten years for play and accounts (NJ 1.8(d),
PA 811a.7(d)) and five for disputes (GLI-19 A.4.4). What verified the software is kept for ever, not the 90 days of B.2.6.
"""

_ROWS: Final[tuple[tuple[str, Callable[[Jurisdiction], int]], ...]] = (
    ("identity of a closed account, `accounts.retention_days`", lambda rules: rules.accounts.retention_days),
    ("answered dispute, `dispute_days`", lambda rules: rules.retention.dispute_days),
    ("address and device of an expired session, `session_place_days` (R)", RetentionPeriod.SESSION_PLACE.days),
    ("sent mails and alerts, `sent_days` (R)", RetentionPeriod.SENT.days),
    ("what only a log-in needed, `log_in_days` (R)", RetentionPeriod.LOG_IN.days),
)


def retention_page() -> str:
    """Return the page as the registry and the jurisdictions have it now."""
    return "\n".join([_HEAD, *_periods(list(JURISDICTIONS.values())), "", *_tables(), *_OUTSIDE]) + "\n"


def _periods(jurisdictions: list[Jurisdiction]) -> Iterator[str]:
    yield f"| | {' | '.join(rules.name for rules in jurisdictions)} |"
    yield "|---" * (len(jurisdictions) + 1) + "|"
    for words, days in _ROWS:
        yield f"| {words} | {' | '.join(f'{days(rules):,}' for rules in jurisdictions)} |"


def _tables() -> Iterator[str]:
    yield "## Tables"
    yield ""
    yield "| table | kept | why | deleted by schedule |"
    yield "|---|---|---|---|"
    for table, retention in REGISTRY.items():
        yield f"| `{table}` | {_kept(retention)} | {retention.why} | {_rules(retention)} |"


def _kept(retention: TableRetention) -> str:
    if retention.kept is Kept.WITH_IDENTITY:
        return f"{retention.kept.value}, `accounts.retention_days`"
    return str(retention.kept.value)


def _rules(retention: TableRetention) -> str:
    return "; ".join(
        f"{rule.rows.what}, {'with the next run' if rule.period is RetentionPeriod.NONE else f'after `{rule.period.value}`'}"
        for rule in retention.rules
    )


_OUTSIDE: Final = (
    "",
    "## Outside the database",
    "",
    "Throttles and cached answers are in Redis, and expire there by themselves within minutes. Backups, exports and logs of",
    "processes are the operator's to expire: [privacy](privacy.md) says what an erasure does not reach. Columnar copies of gaming",
    "days are files that `reports_day_copy` names. A copy is replaced when an entry came late, and one that no row names is removed",
    "([reports](reports.md#copies-of-days-that-are-over)).",
)
