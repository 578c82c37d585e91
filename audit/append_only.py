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


def _trigger(table: str, name: str, change: str, each: str) -> str:
    return f"CREATE TRIGGER {name} BEFORE {change} ON {table} FOR EACH {each} EXECUTE FUNCTION refuse_change()"
