"""A table says whether it was paused together with all others, and so is resumed with them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A new column with a default of the database: code that does not know it works on."""

    dependencies = (("tables", "0005_person_while_open"),)

    operations = (
        migrations.AddField("table", "paused_with_all", models.BooleanField(default=False, db_default=False)),
    )
