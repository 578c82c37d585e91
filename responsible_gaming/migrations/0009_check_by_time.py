from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("responsible_gaming", "0008_exclusion_list"),)

    operations = (
        migrations.AddIndex(
            "RealityCheck", models.Index(fields=("checked_ms", "session"), name="responsible_gaming_check_time")
        ),
    )
