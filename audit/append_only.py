"""Tables that only grow: a trigger refuses changes by anybody, and the application's role lacks the privilege.

Used in migrations. The trigger stops the owner too. The missing privilege stops the application even without a trigger.
"""

from django.conf import settings
from django.db.migrations import RunSQL
from psycopg import sql

FUNCTION = """
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$
"""

_REFUSE = "EXECUTE FUNCTION refuse_change()"


def define_function() -> RunSQL:
    """Create the trigger function; the first migration of the lowest app does this once."""
    return RunSQL(FUNCTION, "DROP FUNCTION refuse_change()")


def append_only(table: str) -> RunSQL:
    """Let rows of `table` be inserted and read, and nothing else."""
    role = sql.Identifier(settings.DATABASES["default"]["USER"]).as_string()
    return RunSQL(
        [
            _trigger(table, "append_only_rows", "UPDATE OR DELETE", "ROW"),
            _trigger(table, "append_only_table", "TRUNCATE", "STATEMENT"),
            f"REVOKE UPDATE, DELETE, TRUNCATE ON {table} FROM {role}",
        ],
        [f"DROP TRIGGER append_only_rows ON {table}", f"DROP TRIGGER append_only_table ON {table}"],
    )


def final_rows(table: str, *, final: str) -> RunSQL:
    """Let rows of `table` be inserted and read, and changed as long as the condition `final` does not hold of them.

    `final` is SQL over the row OLD. The trigger looks after the change: before it, PostgreSQL would lock and log the
    row a second time. No row is deleted, final or not.
    """
    return RunSQL(
        [
            f"CREATE TRIGGER final_rows AFTER UPDATE ON {table} FOR EACH ROW WHEN ({final}) {_REFUSE}",
            _trigger(table, "kept_rows", "DELETE", "ROW"),
            _trigger(table, "kept_table", "TRUNCATE", "STATEMENT"),
        ],
        [f"DROP TRIGGER {name} ON {table}" for name in ("final_rows", "kept_rows", "kept_table")],
    )


def _trigger(table: str, name: str, change: str, each: str) -> str:
    return f"CREATE TRIGGER {name} BEFORE {change} ON {table} FOR EACH {each} {_REFUSE}"
