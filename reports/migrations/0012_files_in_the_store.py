"""Long files may be in an object store. Those that are filed stay where they are, in rows."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("reports", "0011_file_parts"),)

    operations = (
        migrations.AddField("filedfile", "objects_count", models.IntegerField(default=0)),
        migrations.AddField("filedfile", "objects_bytes", models.BigIntegerField(default=0)),
        migrations.AddConstraint(
            "filedfile",
            models.CheckConstraint(
                condition=models.Q(objects_count=0, objects_bytes=0)
                | models.Q(objects_count__gt=0, objects_bytes__gt=0, content=b""),
                name="reports_file_in_one_place",
            ),
        ),
    )
