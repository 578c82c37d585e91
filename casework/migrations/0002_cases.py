from django.db import migrations, models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from audit.append_only import final_rows


class Migration(migrations.Migration):
    dependencies = (("casework", "0001_notes"), ("cashier", "0006_settled_of_player"))

    operations = (
        migrations.CreateModel(
            name="Case",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("chain", models.UUIDField()),
                ("rule", models.TextField()),
                ("day_started_ms", models.BigIntegerField()),
                ("opened_ms", models.BigIntegerField()),
                ("reason", models.TextField()),
                ("amounts_minor", models.JSONField()),
                ("currency", models.CharField(max_length=3)),
                ("assigned_to", models.TextField(default="")),
                ("closed_ms", models.BigIntegerField(null=True)),
                ("outcome", models.TextField(default="")),
                ("closed_by", models.TextField(default="")),
                ("closing_reason", models.TextField(default="")),
            ],
            options={
                "db_table": "casework_case",
                "indexes": [
                    models.Index(fields=["id"], condition=Q(closed_ms=None), name="casework_case_open"),
                    models.Index(fields=["id"], condition=Q(closed_ms__isnull=False), name="casework_case_closed"),
                    models.Index(fields=["chain", "id"], name="casework_case_of_player"),
                ],
                "constraints": [
                    UniqueConstraint(fields=("chain", "rule", "day_started_ms"), name="casework_case_once_a_day"),
                    CheckConstraint(
                        condition=Q(closed_ms=None, outcome="", closed_by="", closing_reason="")
                        | (
                            Q(closed_ms__isnull=False, outcome__in=["reported", "unfounded"])
                            & ~Q(closed_by="")
                            & ~Q(closing_reason="")
                        ),
                        name="casework_case_closed_for_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Progress",
            fields=[
                ("id", models.SmallIntegerField(primary_key=True, serialize=False)),
                ("day_started_ms", models.BigIntegerField()),
            ],
            options={
                "db_table": "casework_progress",
                "constraints": [CheckConstraint(condition=Q(id=1), name="casework_progress_is_one")],
            },
        ),
        final_rows("casework_case", final="OLD.closed_ms IS NOT NULL"),
    )
