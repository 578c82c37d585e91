"""No value is stored twice at a table: auditors accept none twice."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Nobody has played at tables before it."""

    dependencies = (("tables", "0002_append_only"),)

    operations = (
        migrations.AddConstraint(
            model_name="reveal",
            constraint=models.UniqueConstraint(fields=("table", "value"), name="tables_reveal_value_once"),
        ),
    )
