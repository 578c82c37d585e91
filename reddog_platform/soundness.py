"""Check the whole state against itself, after every database test and in `manage.py fsck`."""

from collections.abc import Iterator

from django.db import connection, transaction

from approvals import soundness as approvals
from audit import soundness as audit
from casework import soundness as casework
from cashier import soundness as cashier
from games import soundness as games
from players import soundness as players
from reports import soundness as reports
from responsible_gaming import soundness as responsible_gaming
from staff import soundness as staff
from tables import soundness as tables
from wallet import soundness as wallet


def faults() -> Iterator[str]:
    """Yield a sentence for each fault of log, ledger, rounds, tables, payments and accounts, read in one snapshot. Reads all.

    If the log differs from what was signed, nothing else is checked.
    """
    outermost = not connection.in_atomic_block
    with transaction.atomic(), connection.cursor() as cursor:
        if outermost:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        log_faults = list(audit.faults())
        yield from log_faults
        apps = (wallet, players, responsible_gaming, games, tables, cashier, approvals, casework, reports, staff)
        for app in () if log_faults else apps:
            yield from app.faults()
