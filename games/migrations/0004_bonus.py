"""A round's row says what was put down beside the stake."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """After the rules that make sheets append-only."""

    dependencies = (("games", "0003_append_only"),)

    operations = (migrations.AddField("round", "bonus_minor", models.BigIntegerField(db_default=0)),)
