"""Long files are stored in parts. Those that are stored stay as they are: a file without parts is whole in its row."""

from django.db import migrations, models

from audit.append_only import append_only


class Migration(migrations.Migration):
    dependencies = (("reports", "0010_reports_by_their_hours"), ("audit", "0002_append_only"))

    operations = (
        migrations.CreateModel(
            name="FiledFilePart",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "filing", "format", "number", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("filing", models.UUIDField()),
                ("format", models.TextField()),
                ("number", models.IntegerField()),
                ("content", models.BinaryField()),
            ],
            options={"db_table": "reports_file_part"},
        ),
        append_only("reports_file_part"),
    )
