"""Rule sheets may only grow: rounds are settled from them."""

from django.db import migrations

from audit.append_only import append_only


class Migration(migrations.Migration):
    """After the tables, and after the function that refuses changes."""

    dependencies = (("games", "0002_room_in_the_page"), ("audit", "0002_append_only"))

    operations = (append_only("games_sheet"),)
