from django.db import migrations


class Migration(migrations.Migration):
    # Apart from the move: PostgreSQL alters no table whose foreign keys are still to be checked.
    dependencies = (("players", "0009_vault"),)

    operations = (migrations.RemoveField("Player", "sealed_profile"),)
