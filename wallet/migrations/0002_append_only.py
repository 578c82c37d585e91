"""Journals and postings may only grow."""

from django.db import migrations

from audit.append_only import append_only


class Migration(migrations.Migration):
    """After the tables, and after the function that refuses changes."""

    dependencies = (("wallet", "0001_initial"), ("audit", "0002_append_only"))

    operations = (append_only("wallet_journal"), append_only("wallet_posting"))
