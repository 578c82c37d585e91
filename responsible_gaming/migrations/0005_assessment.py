from django.db import migrations, models
from django.db.models import CheckConstraint, Q, UniqueConstraint


class Migration(migrations.Migration):
    dependencies = (("responsible_gaming", "0004_sums_and_checks"),)

    operations = (
        migrations.CreateModel(
            name="StoredAssessment",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("chain", models.UUIDField()),
                ("day_ms", models.BigIntegerField()),
                ("at_ms", models.BigIntegerField()),
                ("score", models.SmallIntegerField()),
                ("findings", models.JSONField()),
            ],
            options={
                "db_table": "responsible_gaming_assessment",
                "indexes": [
                    models.Index(fields=["day_ms", "score", "id"], name="responsible_gaming_by_urgency"),
                ],
                "constraints": [
                    UniqueConstraint(fields=("chain", "day_ms"), name="responsible_gaming_assessment_once"),
                    CheckConstraint(
                        condition=Q(("score__range", (0, 100))), name="responsible_gaming_assessment_score"
                    ),
                ],
            },
        ),
    )
