from django.db import migrations


class Migration(migrations.Migration):
    dependencies = (("players", "0011_reported"),)

    operations = (
        migrations.RenameField("Player", "log_in_failures", "login_failures"),
        migrations.RenameField("Player", "log_in_locked_at", "login_locked_at"),
        migrations.RenameField("Device", "full_log_in_at", "full_login_at"),
    )
