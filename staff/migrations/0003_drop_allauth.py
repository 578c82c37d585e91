from django.db import migrations


class Migration(migrations.Migration):
    # Apart from the move: PostgreSQL drops no table with pending checks of foreign keys.
    dependencies = (("staff", "0002_own_factors"),)

    operations = (
        migrations.RunSQL(
            [
                "DROP TABLE IF EXISTS mfa_authenticator",
                "DROP TABLE IF EXISTS account_emailconfirmation",
                "DROP TABLE IF EXISTS account_emailaddress",
                "DELETE FROM django_migrations WHERE app IN ('mfa', 'account')",
            ]
        ),
    )
