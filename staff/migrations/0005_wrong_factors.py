from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("staff", "0004_last_login"),)

    operations = (migrations.AddField("Member", "factor_failures", models.PositiveSmallIntegerField(default=0)),)
