from django.db import migrations, models
from django.db.models import CheckConstraint, Q

_NAMES = (
    "stake_max",
    "loss_day",
    "loss_week",
    "loss_month",
    "wager_day",
    "wager_week",
    "wager_month",
    "deposit_day",
    "deposit_week",
    "deposit_month",
    "session_ms",
    "day_ms",
    "check_ms",
)

# Until now a limit could only be the player's own for one bet.
_KEEP = """
INSERT INTO responsible_gaming_own_limit (chain, name, owner, value, changed_ms)
SELECT l.chain, 'stake_max', 'player', (l.now->>'stake_max')::bigint, COALESCE(b.modified_ms, 0)
FROM responsible_gaming_limits l LEFT JOIN responsible_gaming_bet_limit b ON b.chain = l.chain
WHERE l.now->>'stake_max' IS NOT NULL
"""


class Migration(migrations.Migration):
    dependencies = (("responsible_gaming", "0005_assessment"),)

    operations = (
        migrations.CreateModel(
            name="StoredOwnLimit",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "chain", "name", "owner", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("chain", models.UUIDField()),
                ("name", models.TextField()),
                ("owner", models.TextField()),
                ("value", models.BigIntegerField(null=True)),
                ("loosening_value", models.BigIntegerField(null=True)),
                ("loosening_from_ms", models.BigIntegerField(null=True)),
                ("loosening_lapses_ms", models.BigIntegerField(null=True)),
                ("changed_ms", models.BigIntegerField()),
            ],
            options={
                "db_table": "responsible_gaming_own_limit",
                "constraints": [
                    CheckConstraint(condition=Q(name__in=list(_NAMES)), name="responsible_gaming_own_limit_name"),
                    CheckConstraint(
                        condition=Q(owner="player") | Q(owner="operator", loosening_from_ms=None),
                        name="responsible_gaming_own_limit_owner",
                    ),
                ],
            },
        ),
        migrations.RunSQL(_KEEP, migrations.RunSQL.noop),
    )
