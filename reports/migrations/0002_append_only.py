"""What was filed stays as it is."""

from django.db import migrations

from audit.append_only import append_only


class Migration(migrations.Migration):
    """After the tables, and after the function that refuses changes."""

    dependencies = (("reports", "0001_initial"), ("audit", "0002_append_only"))

    operations = (append_only("reports_filing"), append_only("reports_file"))
