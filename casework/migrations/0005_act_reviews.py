from django.db import migrations, models
from django.db.models import CheckConstraint, Q

from audit.append_only import final_rows


class Migration(migrations.Migration):
    dependencies = (("casework", "0004_cases_again"),)

    operations = (
        migrations.CreateModel(
            name="ActReview",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("kind", models.TextField()),
                ("actor", models.TextField()),
                ("acted_ms", models.BigIntegerField()),
                ("due_ms", models.BigIntegerField()),
                ("alarmed_ms", models.BigIntegerField(null=True)),
                ("reviewed_ms", models.BigIntegerField(null=True)),
                ("outcome", models.TextField(default="")),
                ("reviewed_by", models.TextField(default="")),
                ("reason", models.TextField(default="")),
            ],
            options={
                "db_table": "casework_act_review",
                "indexes": [
                    models.Index(fields=["id"], condition=Q(reviewed_ms=None), name="casework_act_review_open"),
                    models.Index(
                        fields=["id"], condition=Q(reviewed_ms__isnull=False), name="casework_act_review_done"
                    ),
                ],
                "constraints": [
                    CheckConstraint(
                        condition=Q(reviewed_ms=None, outcome="", reviewed_by="", reason="")
                        | (
                            Q(reviewed_ms__isnull=False, outcome__in=["justified", "unjustified"])
                            & ~Q(reviewed_by="")
                            & ~Q(reviewed_by=models.F("actor"))
                            & ~Q(reason="")
                        ),
                        name="casework_act_review_by_another",
                    ),
                ],
            },
        ),
        final_rows("casework_act_review", final="OLD.reviewed_ms IS NOT NULL"),
    )
