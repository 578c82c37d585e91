"""Check that the regulators' reports are in time, and their files in place."""

from datetime import date, datetime, timedelta
from typing import Final

from audit.places import day_copies_folder, report_store
from reddog_platform.diagnostic import Diagnostic
from reports.catalogue import BY_KIND, DELIVERED_BY_DEFAULT
from reports.configured_days import configured_days
from reports.core.day_zone import DayZone
from reports.core.period import Period
from reports.core.schedule import LATE_AFTER, last_reportable_day
from reports.delivery.destinations import has_no_destination_on_purpose
from reports.kept_file import FileStoreAway, KeptFile
from reports.queries.backlog import (
    failed_deliveries,
    failed_orders,
    late_deliveries,
    late_orders,
    rollup_progress,
    undirected_filings,
    unordered_reports,
)
from reports.queries.day_copies import uncopied_days
from reports.queries.file_pieces import newest_kept_file
from reports.queries.log_start import first_gaming_day
from reports.queries.store_contents import UNNAMED_AFTER, StoreContents, compare_store

# The scheduler runs twice a minute, and aggregates a busy hour's entries in less than that.
_BEHIND_MAX: Final = timedelta(minutes=10)
# A day between two nights' copies, and half a day to repair what failed in one.
_UNCOPIED_MAX: Final = timedelta(hours=36)
# The night after they are old enough removes them.
_UNNAMED_MAX: Final = UNNAMED_AFTER + timedelta(hours=36)


def rollups(now: datetime) -> Diagnostic:
    """Check that the roll-ups use the jurisdiction's gaming days, and keep up with the log."""
    progress = rollup_progress()
    wanted = configured_days()
    astray = progress.zone not in {None, wanted}
    behind = progress.behind_since is not None and now - progress.behind_since > _BEHIND_MAX
    by = f"by {_days(progress.zone or wanted)}"
    return Diagnostic(
        subject="roll-ups",
        healthy=not astray and not behind,
        state=f"{progress.covered_size} of {progress.log_size} entries, {by}"
        + (f", but configured are {_days(wanted)}" if astray else "")
        + (f", behind since {progress.behind_since:%Y-%m-%dT%H:%M:%SZ}" if behind else ""),
        repair="`manage.py rebuild_rollups`; until then no report is made."
        if astray
        else "Beat and a worker aggregate the log: repair what is red of them.",
    )


def _days(zone: DayZone) -> str:
    return f"days of {zone.name} from {zone.newest_starts:%H:%M} on"


def schedule(now: datetime) -> Diagnostic:
    """Check that every report that is due was ordered. One that never was is in no order that could be late."""
    unordered = unordered_reports(BY_KIND, configured_days(), now=now)
    first = min(unordered, key=lambda report: (report.since, report.kind), default=None)
    return Diagnostic(
        subject="schedule",
        healthy=first is None,
        state="all that is due was ordered"
        if first is None
        else f"{len(unordered)} kinds never ordered, from {first.since} on ({first.kind})",
        repair="Beat and the worker of the queue `batch` order what is missing: repair what is red of them.",
    )


def orders(now: datetime) -> Diagnostic:
    """Check that no report has failed for good, and that no scheduled one is late."""
    failed, late = failed_orders(), late_orders(now)
    newest = f" ({failed[-1].kind}: {failed[-1].problem})" if failed else ""
    return Diagnostic(
        subject="reports",
        healthy=not failed and not late,
        state=f"{len(failed)} given up{newest}, {len(late)} late" if failed or late else "none given up, none late",
        repair="Given up: repair what it failed of, then order it again (`manage.py report`, or POST"
        " /api/v1/ops/reports/orders), or cancel it if no schedule asks for it. Late: repair worker and beat.",
    )


def destinations(now: datetime) -> Diagnostic:
    """Check that no filed report was left without a destination. It is in no delivery that could be late.

    Reports go nowhere on purpose where a demonstration has no destinations, and where the file of them is empty. Else
    somebody waits for each.
    """
    undirected = undirected_filings(DELIVERED_BY_DEFAULT, filed_before=now - LATE_AFTER)
    on_purpose = bool(undirected) and has_no_destination_on_purpose()
    return Diagnostic(
        subject="undirected",
        healthy=on_purpose or not undirected,
        state=f"{len(undirected)} reports go nowhere, the first of {undirected[0].filed_at:%Y-%m-%d}"
        f" ({undirected[0].kind})"
        if undirected
        else "no report goes nowhere",
        repair="Let REDDOG_REPORT_DESTINATIONS name a destination that takes their kind: the worker of the queue `batch`"
        " delivers them then, `manage.py direct_reports` all at once (docs/reports-delivery.md).",
    )


def long_files() -> Diagnostic:
    """Check that the object store of long report files answers, and has the newest of them. It puts nothing there."""
    newest, place = newest_kept_file(), report_store()
    problem = _store_problem(newest) if place else "files are in a store that is not configured" if newest else ""
    return Diagnostic(
        subject="long files",
        healthy=not problem,
        state=problem or (f"{place} has the newest of them" if newest else place or "in the database"),
        repair="Let the variables REDDOG_REPORT_STORE… name the store that has the files (docs/running.md), and bring it"
        " back. A file that is lost: from its copy, or from where it was delivered (docs/reports.md#long-files).",
    )


def report_objects(now: datetime) -> Diagnostic:
    """Check that the store of long files has every object that the rows name, and keeps no other for long. Lists the store."""
    contents, problem = None, ""
    if report_store():
        try:
            contents = compare_store(now)
        except FileStoreAway as away:
            problem = str(away)
    damaged = contents.damaged if contents else ()
    over = [stored for stored in contents.unnamed if now - stored.put_at > _UNNAMED_MAX] if contents else []
    return Diagnostic(
        subject="report objects",
        healthy=not problem and not damaged and not over,
        state=problem or (_contents_text(contents, unremoved=len(over)) if contents else "no store is configured"),
        repair="Missing: bring the objects back from the copy of the bucket (docs/runbooks/reports-late.md). Not removed: every"
        " night beat and the worker of the queue `batch` do it, if the store lets the access key remove objects.",
    )


def _contents_text(contents: StoreContents, *, unremoved: int) -> str:
    parts = [
        f"files that miss objects: {len(contents.damaged)}, {contents.damaged[-1].format} of filing"
        f" {contents.damaged[-1].filing.hex} the last"
        if contents.damaged
        else "every filed file is whole",
        f"objects that no row names and that were not removed: {unremoved}" if unremoved else "",
        f"objects of orders that are not known here, which stay: {contents.strange}" if contents.strange else "",
    ]
    return "; ".join(filter(None, parts))


def day_copies(now: datetime) -> Diagnostic:
    """Check that gaming days were copied since they are over, where copies are switched on. No file is looked at."""
    folder = day_copies_folder()
    missing = [] if folder is None else _uncopied_days(now - _UNCOPIED_MAX)
    state = "none are made" if folder is None else f"every day that is over is in {folder}"
    return Diagnostic(
        subject="day copies",
        healthy=not missing,
        state=f"gaming days that are over and not copied: {len(missing)}, from {missing[0]} on" if missing else state,
        repair="`manage.py copy_days` copies them now, and says what keeps it from it; every night beat and the worker of"
        " the queue `batch` do (docs/reports.md#copies-of-days-that-are-over).",
    )


def _uncopied_days(over_at: datetime) -> list[date]:
    zone = configured_days()
    first, last = first_gaming_day(zone), last_reportable_day(over_at, zone)
    if first is None or last < first:
        return []
    return uncopied_days(Period(first, last + timedelta(days=1), zone))


def _store_problem(newest: KeptFile | None) -> str:
    # Its library is one of requirements-reports.txt, which a machine needs only where there is a store.
    from audit.object_store import StoreMisconfigured  # noqa: PLC0415
    from reports.file_store import has_last_object, open_store, require_answer  # noqa: PLC0415

    try:
        open_store()
        require_answer()
        if newest and not has_last_object(newest):
            return f"{newest.format} of filing {newest.filing.hex} is not there"
    except (StoreMisconfigured, FileStoreAway) as trouble:
        return str(trouble)
    return ""


def deliveries(now: datetime) -> Diagnostic:
    """Check that filed reports reach their destinations."""
    failed, late = failed_deliveries(), late_deliveries(now)
    destinations = ", ".join(sorted({one.destination for one in (*failed, *late)}))
    return Diagnostic(
        subject="deliveries",
        healthy=not failed and not late,
        state=f"{len(failed)} given up, {len(late)} late: {destinations}"
        if destinations
        else "none given up, none late",
        repair="GET /api/v1/ops/reports/{id} says what the destination answered; repair it or its entry, then POST"
        " /api/v1/ops/reports/{id}/deliveries/{destination} (docs/reports-delivery.md).",
    )
