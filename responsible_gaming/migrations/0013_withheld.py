from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("responsible_gaming", "0012_listed_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="storedlistimport",
            name="withheld",
            field=models.IntegerField(db_default=0),
        ),
    ]
