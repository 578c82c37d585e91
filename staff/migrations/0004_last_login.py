from django.db import migrations


class Migration(migrations.Migration):
    dependencies = (("staff", "0003_drop_allauth"),)

    operations = (migrations.RenameField("Member", "last_log_in_at", "last_login_at"),)
