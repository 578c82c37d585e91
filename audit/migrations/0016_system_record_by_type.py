"""An index of the system chain's records by type: each change of a limit asks for the profiles among them.

Without it PostgreSQL reads every record of every player. It holds no other chain, so no step of a player writes it.
"""

from uuid import UUID

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("audit", "0015_recent_records"),)

    operations = (
        migrations.AddIndex(
            "StoredRecord",
            models.Index(
                fields=("type", "seq"),
                condition=models.Q(chain=UUID(int=0)),
                name="audit_record_of_system",
            ),
        ),
    )
