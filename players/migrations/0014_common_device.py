from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("players", "0013_login_origins"),)

    operations = (migrations.AddField(model_name="device", name="common_digest", field=models.BinaryField(null=True)),)
