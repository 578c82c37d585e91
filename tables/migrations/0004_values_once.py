"""No value is stored twice at a table: auditors accept none twice."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Nobody has played at tables before it."""

    dependencies = (("tables", "0003_stake_by_end"),)

    operations = (
        migrations.AddConstraint(
            model_name="reveal",
            constraint=models.UniqueConstraint(fields=("table", "value"), name="tables_reveal_value_once"),
        ),
    )
