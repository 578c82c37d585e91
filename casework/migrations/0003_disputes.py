from django.db import migrations, models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from audit.append_only import final_rows


class Migration(migrations.Migration):
    dependencies = (("casework", "0002_cases"),)

    operations = (
        migrations.CreateModel(
            name="Dispute",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("chain", models.UUIDField()),
                ("epoch", models.IntegerField()),
                ("nonce", models.IntegerField()),
                ("opened_ms", models.BigIntegerField()),
                ("due_ms", models.BigIntegerField()),
                ("answered_ms", models.BigIntegerField(null=True)),
                ("outcome", models.TextField(default="")),
                ("answered_by", models.TextField(default="")),
            ],
            options={
                "db_table": "casework_dispute",
                "indexes": [
                    models.Index(fields=["due_ms", "id"], condition=Q(answered_ms=None), name="casework_dispute_open"),
                    models.Index(
                        fields=["id"], condition=Q(answered_ms__isnull=False), name="casework_dispute_answered"
                    ),
                    models.Index(fields=["chain", "id"], name="casework_dispute_of_player"),
                ],
                "constraints": [
                    UniqueConstraint(
                        condition=Q(answered_ms=None),
                        fields=("chain", "epoch", "nonce"),
                        name="casework_dispute_one_open",
                    ),
                    CheckConstraint(
                        condition=Q(answered_ms=None, outcome="", answered_by="")
                        | (Q(answered_ms__isnull=False, outcome__in=["upheld", "rejected"]) & ~Q(answered_by="")),
                        name="casework_dispute_answered_whole",
                    ),
                ],
            },
        ),
        final_rows("casework_dispute", final="OLD.answered_ms IS NOT NULL"),
    )
