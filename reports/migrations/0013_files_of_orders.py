"""Files that are in the object store are noted with their order, until the report is filed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("reports", "0012_files_in_the_store"),)

    operations = (
        migrations.CreateModel(
            name="OrderFile",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "order_id", "format", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("order_id", models.UUIDField()),
                ("format", models.TextField()),
                ("sha256", models.BinaryField()),
                ("size", models.BigIntegerField()),
                ("objects_count", models.IntegerField()),
                ("frame_sha256", models.BinaryField()),
            ],
            options={"db_table": "reports_order_file"},
        ),
    )
