from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("reports", "0003_names"),)

    operations = (
        migrations.AddIndex("StoredFiling", models.Index(fields=("filed_at", "id"), name="reports_filing_by_time")),
    )
