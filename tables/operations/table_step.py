"""Write a step of a table's chain: its records and the rows that go with them, in one statement.

The statement is written if the chain is still as it was read. What players write meanwhile, into chains of their own,
is excluded by rows that exist once: then PostgreSQL refuses the whole statement, and the step reads again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db import IntegrityError, connection, transaction
from psycopg.errors import UniqueViolation

from audit.chain_head import Head
from audit.core.records import Record
from audit.operations.append import advance_cte, execute_step, record_ctes
from audit.signed_record import signed_record
from kernel.cte import Condition, Cte
from kernel.ids import ChainId
from kernel.serving import served_cell
from tables.operations.epoch_rows import epoch_row_ctes, head_after
from tables.queries.definitions import defined_table
from telemetry.metrics import count_table_end

WAKE_CHANNEL = "tables"
"""The channel on which the chain of a table that changed is told."""


@dataclass(slots=True, kw_only=True)
class TableStep:
    """The records of one step, in their order, as they are composed."""

    head: Head
    """The head that the step was decided on."""
    at_ms: int
    """The time of its records: not before that of the head and of all that they cite (`record_time_ms`)."""
    records: list[Record] = field(default_factory=list)

    def write(self, kind: str, fields: Mapping[str, object]) -> Record:
        """Compose and sign the next record."""
        tip = self.records[-1].tip if self.records else self.head.tip
        record = signed_record(tip, kind, fields, now_ms=self.at_ms)
        self.records.append(record)
        return record

    def save(self, *ctes: Cte, conditions: Sequence[Condition] = ()) -> bool:
        """Store the step with the rows of `ctes`, which select from `head`. False if somebody was faster: nothing was.

        The rows of the epoch and of its seed, and the table's head, follow from the records. Where one of `conditions`
        does not hold, nothing is written either.

        Raises:
            django.db.Error: the database is in trouble.
        """
        advanced = advance_cte(self.head, head_after(self.head, self.records), *conditions)
        followed = epoch_row_ctes(self.records)
        try:
            with transaction.atomic():
                written = execute_step([advanced, *record_ctes(self.records), *followed, *ctes])
                if written:
                    wake(self.head.tip.chain)
        except IntegrityError as error:
            if not isinstance(error.__cause__, UniqueViolation):
                raise
            # A row that excludes one of these is there already: a withdrawal, a value, a decision.
            return False
        if written:
            self._count_end()
        return written

    def _count_end(self) -> None:
        last = self.records[-1]
        if last.type in {"hand_end", "table_abort"}:
            game = defined_table(last.tip.chain).definition.sheet.game
            count_table_end(game, end=str(last.document.get("reason", "played")))


def wake(table: ChainId) -> None:
    """Tell the croupier and the streams that something of a table changed, once the transaction is committed.

    Not within it: PostgreSQL writes the commits of transactions that notify one after another, whatever tables they
    concern, and each would wait for the disk of all those before it. A crash in between, or a connection that breaks,
    loses the word and not the step; who misses it looks again within a second. So trouble is logged, and the step
    has its answer.
    """

    def notify() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", (served_cell().channel(WAKE_CHANNEL), table.hex))

    transaction.on_commit(notify, robust=True)


def rows_cte(name: str, table: str, columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[object]]) -> Cte:
    """Insert `rows` into a table whose columns are given by name and type, if the step is written."""
    placeholders = ", ".join(f"%s::{kind}" for _, kind in columns)
    names = ", ".join(f'"{column}"' for column, _ in columns)
    selected = ", ".join([f"({placeholders})"] * len(rows))
    return Cte(
        name,
        f"INSERT INTO {table} ({names}) SELECT v.* FROM head, (VALUES {selected}) AS v ({names})",
        [value for row in rows for value in row],
    )
