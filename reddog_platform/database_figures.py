"""What the exporter reads from the database: log, sequencer, connections, locks, clock, reports.

The cost of a reading does not grow with the log or the number of players.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db import connection
from prometheus_client.core import GaugeMetricFamily, Metric

from audit.queries import log
from audit.queries.alerts import alert_backlog
from audit.queries.release import stop_in_force
from audit.queries.switches import off_switches
from audit.queries.witnesses import quorum_delay_seconds
from audit.replica import has_replica, replica_standing
from kernel.instants import to_epoch_ms
from players.queries.mails import mail_backlog
from reports.catalogue import BY_KIND, DELIVERED_BY_DEFAULT
from reports.configured_days import configured_days
from reports.core.schedule import LATE_AFTER
from reports.queries.backlog import (
    failed_deliveries,
    failed_orders,
    late_deliveries,
    late_orders,
    rollup_progress,
    undirected_filings,
    unordered_reports,
    was_ever_delivered,
)
from tables.queries.croupier import tables_status
from tables.queries.missing_values import missing_max
from tables.queries.stream_processes import stream_processes

_MS: Final = 1000


def log_figures(now: datetime) -> Iterator[Metric]:
    """Yield the log's size, what waits for it, and whether a sequencer works."""
    status, oldest_ms, signed_at = log.log_status(), log.oldest_unlogged_ms(), log.newest_checkpoint_at()
    lag_seconds = 0.0 if oldest_ms is None else max(0.0, (to_epoch_ms(now) - oldest_ms) / _MS)
    yield _gauge("reddog_log_size", "Entries in the log.", status.size)
    yield _gauge("reddog_log_checkpoint_size", "Entries that the newest checkpoint covers.", status.checkpoint_size)
    yield _gauge("reddog_log_waiting", "Records that have no place in the log yet.", status.pending)
    yield _gauge("reddog_sequencer_lag_seconds", "Age of the oldest record that waits for the log.", lag_seconds)
    yield _gauge("reddog_sequencer_up", "1 if a sequencer holds its lock, else 0.", status.sequencer_alive)
    waits = quorum_delay_seconds()
    yield _gauge(
        "reddog_log_unpublished_seconds", "Time that the oldest checkpoint has waited for its publication.", waits
    )
    if signed_at is not None:
        age = _seconds(now - signed_at)
        yield _gauge("reddog_log_checkpoint_age_seconds", "Time since the newest checkpoint was signed.", age)


def release_figures(_: datetime) -> Iterator[Metric]:
    """Yield whether new wagers are stopped, because software differs from what was approved."""
    stopped = stop_in_force() is not None
    yield _gauge("reddog_wagers_stopped", "1 if a difference of the software stops new wagers, else 0.", stopped)


def switch_figures(_: datetime) -> Iterator[Metric]:
    """Yield how much is switched off."""
    off = len(off_switches())
    yield _gauge("reddog_switches_off", "Games, versions and tables that are switched off, and 1 for everything.", off)


def table_figures(_: datetime) -> Iterator[Metric]:
    """Yield whether a croupier works, and what waits for it."""
    status = tables_status()
    yield _gauge("reddog_croupier_up", "1 if a croupier holds its lock, else 0.", status.croupier_alive)
    yield _gauge("reddog_tables_live", "Tables that are not closed, or whose epoch still runs.", status.live)
    yield _gauge(
        "reddog_tables_overdue", "Tables with an epoch that waits past its time and the grace.", status.overdue
    )
    yield _gauge(
        "reddog_table_stakes_overdue",
        "Stakes whose epoch ended ten seconds ago or longer, and that are not ended.",
        status.stakes_overdue,
    )
    yield _gauge(
        "reddog_table_beacons_late",
        "Hands that have waited for more than a minute for the value of their table's beacon.",
        len(status.late_beacons),
    )
    yield _gauge(
        "reddog_table_values_missing",
        "Values that are lost or owed among the newest 1000 hands of a game or a table, of the one that has most.",
        missing_max(),
    )
    yield _gauge("reddog_stream_processes", "Processes that stream the events of tables.", stream_processes())


def server_figures(_: datetime) -> Iterator[Metric]:
    """Yield the use of PostgreSQL: connections, waits for locks, open transactions, and its clock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COALESCE(state, 'other'), count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() GROUP BY 1"
        )
        states = cursor.fetchall()
        cursor.execute(
            "SELECT current_setting('max_connections')::int,"
            " (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')"
        )
        connections_max, connections = cursor.fetchone()
        cursor.execute(
            "SELECT count(DISTINCT l.pid), COALESCE(max(extract(epoch FROM clock_timestamp() - l.waitstart)), 0)"
            " FROM pg_locks l JOIN pg_stat_activity a USING (pid)"
            # The second sequencer waits by design, and asks rather than waits.
            " WHERE NOT l.granted AND a.datname = current_database()"
        )
        waiting, longest_wait = cursor.fetchone()
        cursor.execute(
            "SELECT COALESCE(max(extract(epoch FROM clock_timestamp() - xact_start)), 0), clock_timestamp()"
            " FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        longest_transaction, database_time = cursor.fetchone()
        difference = datetime.now(UTC) - database_time  # noqa: TID251  it compares the clock itself
    family = GaugeMetricFamily(
        "reddog_database_connections", "Connections to our database by PostgreSQL's state.", labels=("state",)
    )
    for state, count in states:
        family.add_metric((state,), count)
    yield family
    yield _gauge("reddog_database_connections_used", "Connections of all clients to the server.", connections)
    yield _gauge("reddog_database_connections_max", "Connections that the server allows.", connections_max)
    yield _gauge("reddog_database_lock_waits", "Connections that wait for a lock now.", waiting)
    yield _gauge("reddog_database_lock_wait_seconds", "The longest of these waits.", float(longest_wait))
    yield _gauge(
        "reddog_database_transaction_seconds", "Age of the oldest open transaction.", float(longest_transaction)
    )
    yield _gauge("reddog_clock_difference_seconds", "This machine's clock less the database's.", _seconds(difference))


def replica_figures(_: datetime) -> Iterator[Metric]:
    """Yield how far the replica is behind; no value where there is none, or where it is away."""
    family = GaugeMetricFamily("reddog_replica_lag_seconds", "How old the replica's data are at most.")
    standing = replica_standing() if has_replica() else None
    if standing is not None:
        family.add_metric((), _seconds(standing.lag))
    yield family


def outbox_figures(now: datetime) -> Iterator[Metric]:
    """Yield how many alerts and mails are not sent."""
    family = GaugeMetricFamily(
        "reddog_outbox",
        "Alerts and mails that are not sent: waiting, of these stuck for half an hour, and given up in seven days.",
        labels=("what", "state"),
    )
    for what, backlog in (("alerts", alert_backlog(now=now)), ("mails", mail_backlog(now=now))):
        family.add_metric((what, "waiting"), backlog.waiting)
        family.add_metric((what, "stuck"), backlog.stuck)
        family.add_metric((what, "failed"), backlog.failed)
    yield family


def report_figures(now: datetime) -> Iterator[Metric]:
    """Yield how many reports and deliveries are late, by the way in which they are."""
    late = GaugeMetricFamily(
        "reddog_reports_late",
        "Reports that are not where they should be: never ordered (kinds), not filed in time, given up, delivered late,"
        " delivery given up, or without any destination.",
        labels=("how",),
    )
    late.add_metric(("never-ordered",), len(unordered_reports(BY_KIND, configured_days(), now=now)))
    late.add_metric(("unfiled",), len(late_orders(now)))
    late.add_metric(("failed",), len(failed_orders()))
    late.add_metric(("undelivered",), len(late_deliveries(now)))
    late.add_metric(("delivery-failed",), len(failed_deliveries()))
    # Where nothing was ever delivered, reports are fetched by hand: all that were ever filed have no destination. Whether
    # that is meant is in the configuration, which this process does not have, and `doctor` looks at.
    undirected = undirected_filings(DELIVERED_BY_DEFAULT, filed_before=now - LATE_AFTER) if was_ever_delivered() else ()
    late.add_metric(("no-destination",), len(undirected))
    yield late
    behind_since = rollup_progress().behind_since
    behind = 0.0 if behind_since is None else max(0.0, _seconds(now - behind_since))
    yield _gauge("reddog_rollups_behind_seconds", "Age of the oldest log entry that no roll-up has.", behind)


DATABASE_PARTS: Final[dict[str, Callable[[datetime], Iterator[Metric]]]] = {
    "log": log_figures,
    "outbox": outbox_figures,
    "release": release_figures,
    "switches": switch_figures,
    "tables": table_figures,
    "server": server_figures,
    "replica": replica_figures,
    "reports": report_figures,
}
"""The readings by name. One that fails leaves the others."""


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value=float(value))


def _seconds(duration: timedelta) -> float:
    return duration.total_seconds()
