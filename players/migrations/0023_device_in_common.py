"""Find who has logged in from a device."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """An index of devices by what is the same for all their players."""

    dependencies = (("players", "0022_passkeys"),)

    operations = (
        migrations.AddIndex(
            model_name="device", index=models.Index(fields=["common_digest"], name="players_device_common")
        ),
    )
