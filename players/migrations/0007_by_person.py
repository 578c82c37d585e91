from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("players", "0006_accounts"),)

    operations = (migrations.AddIndex("Player", models.Index(fields=("person_digest",), name="players_by_person")),)
