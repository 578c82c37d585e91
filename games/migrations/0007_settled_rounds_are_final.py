from django.db import migrations

from audit.append_only import final_rows


class Migration(migrations.Migration):
    dependencies = (("games", "0006_field_names"), ("audit", "0002_append_only"))

    operations = (final_rows("games_round", final="OLD.settle_seq IS NOT NULL"),)
