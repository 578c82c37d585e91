"""Call the amounts of a round what the API calls them: its stake and its side bet."""

from django.db import migrations


class Migration(migrations.Migration):
    """Names only: PostgreSQL rewrites no row."""

    dependencies = (("games", "0005_by_end"),)

    operations = (
        migrations.RenameField("Round", "ante_minor", "stake_minor"),
        migrations.RenameField("Round", "bonus_minor", "side_bet_minor"),
    )
