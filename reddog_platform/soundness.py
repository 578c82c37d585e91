"""The whole state, held against itself. The same after every database test and in `manage.py fsck`."""

from collections.abc import Iterator

from django.db import connection, transaction

from audit import soundness as audit
from cashier import soundness as cashier
from games import soundness as games
from players import soundness as players
from reports import soundness as reports
from responsible_gaming import soundness as responsible_gaming
from staff import soundness as staff
from wallet import soundness as wallet


def faults() -> Iterator[str]:
    """Yield a sentence for each fault of log, ledger, rounds and payments, all seen at one instant. Reads everything.

    A log that is not what was signed is not asked about money and cards.
    """
    outermost = not connection.in_atomic_block
    with transaction.atomic(), connection.cursor() as cursor:
        if outermost:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        in_the_log = list(audit.faults())
        yield from in_the_log
        for app in () if in_the_log else (staff, wallet, players, responsible_gaming, games, cashier, reports):
            yield from app.faults()
