from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("cashier", "0001_payments"),)

    operations = (
        migrations.AddIndex(
            "StoredPayment", models.Index(fields=("chain", "status"), name="cashier_payment_under_way")
        ),
    )
