"""Rows that decide races may only grow, and an epoch, a stake and an owed value stay as they ended."""

from django.db import migrations

from audit.append_only import append_only, final_rows


class Migration(migrations.Migration):
    """After the tables, and after the function that refuses changes."""

    dependencies = (("tables", "0001_initial"), ("audit", "0002_append_only"))

    operations = (
        *(append_only(table) for table in ("tables_fate", "tables_reveal", "tables_decision")),
        final_rows("tables_epoch", final="OLD.end_seq IS NOT NULL"),
        final_rows("tables_stake", final="OLD.end_seq IS NOT NULL"),
        final_rows("tables_owed", final="OLD.told_seq IS NOT NULL"),
        final_rows("tables_table", final="OLD.status = 'closed'"),
    )
