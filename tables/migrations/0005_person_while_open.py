"""The digest of a player's person stands in a stake until that ends: later it decides nothing, and would outlive an erasure."""

from django.db import migrations, models
from django.db.models import CheckConstraint, Q

# The trigger keeps stakes that ended as they are. It is the owner who migrates, and alone may do this.
_UNLOCK = "ALTER TABLE tables_stake DISABLE TRIGGER final_rows"
_LOCK = "ALTER TABLE tables_stake ENABLE TRIGGER final_rows"
_CLEAR = "UPDATE tables_stake SET person = NULL WHERE end_seq IS NOT NULL"
# What stands where no digest is stored: the bytes of the chain.
_REFILL = "UPDATE tables_stake SET person = uuid_send(chain) WHERE person IS NULL"


class Migration(migrations.Migration):
    """After the trigger."""

    dependencies = (("tables", "0004_values_once"),)

    operations = (
        migrations.AlterField("placedstake", "person", models.BinaryField(null=True)),
        migrations.RunSQL([_UNLOCK, _CLEAR, _LOCK], [_UNLOCK, _REFILL, _LOCK]),
        migrations.AddConstraint(
            "placedstake",
            CheckConstraint(
                condition=Q(person__isnull=False, end_seq__isnull=True) | Q(person__isnull=True, end_seq__isnull=False),
                name="tables_stake_person_while_open",
            ),
        ),
    )
