from django.db import migrations, models

from audit.append_only import append_only


class Migration(migrations.Migration):
    dependencies = (("responsible_gaming", "0007_exclusions_of_every_kind"), ("audit", "0002_append_only"))

    operations = (
        migrations.CreateModel(
            name="StoredListedPerson",
            fields=[
                ("digest", models.BinaryField(primary_key=True, serialize=False)),
                ("from_day", models.DateField(null=True)),
                ("until_day", models.DateField(null=True)),
                ("reference", models.TextField()),
                ("import_id", models.UUIDField()),
            ],
            options={"db_table": "responsible_gaming_listed_person"},
        ),
        migrations.CreateModel(
            name="StoredListImport",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                ("actor", models.TextField()),
                ("reason", models.TextField()),
                ("sha256", models.TextField()),
                ("forced", models.BooleanField()),
                ("rows", models.IntegerField()),
                ("persons", models.IntegerField()),
                ("matched", models.IntegerField()),
                ("excluded", models.IntegerField()),
                ("lifted", models.IntegerField()),
            ],
            options={"db_table": "responsible_gaming_list_import"},
        ),
        append_only("responsible_gaming_list_import"),
    )
