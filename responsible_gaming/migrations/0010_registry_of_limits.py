from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("responsible_gaming", "0009_check_by_time"),)

    operations = (
        migrations.RenameField("StoredLimits", "now", "current"),
        migrations.RenameField("StoredLimits", "following", "upcoming"),
        migrations.RenameField("StoredBetLimit", "loosening_from_ms", "loosening_confirmable_ms"),
        migrations.RenameField("StoredBetLimit", "loosening_lapses_ms", "loosening_expires_ms"),
        migrations.RemoveConstraint("StoredOwnLimit", "responsible_gaming_own_limit_name"),
        migrations.RemoveConstraint("StoredOwnLimit", "responsible_gaming_own_limit_owner"),
        migrations.RenameField("StoredOwnLimit", "loosening_from_ms", "loosening_confirmable_ms"),
        migrations.RenameField("StoredOwnLimit", "loosening_lapses_ms", "loosening_expires_ms"),
        migrations.RenameModel("StoredOwnLimit", "StoredLimitSetting"),
        migrations.AlterModelTable("StoredLimitSetting", "responsible_gaming_limit_setting"),
        migrations.AddConstraint(
            "StoredLimitSetting",
            # The registry in the code says which names there are: docs/adr/0025-registry-of-limits.md.
            models.CheckConstraint(
                condition=models.Q(name__regex=r"^[a-z][a-z0-9_]{0,39}$"), name="responsible_gaming_limit_setting_name"
            ),
        ),
        migrations.AddConstraint(
            "StoredLimitSetting",
            models.CheckConstraint(
                condition=models.Q(owner="player") | models.Q(owner="operator", loosening_confirmable_ms=None),
                name="responsible_gaming_limit_setting_owner",
            ),
        ),
        migrations.RemoveConstraint("StoredAssessment", "responsible_gaming_assessment_once"),
        migrations.RemoveIndex("StoredAssessment", "responsible_gaming_by_urgency"),
        migrations.RenameField("StoredAssessment", "day_ms", "day_started_ms"),
        migrations.AddIndex(
            "StoredAssessment",
            models.Index(fields=["day_started_ms", "score", "id"], name="responsible_gaming_by_urgency"),
        ),
        migrations.AddConstraint(
            "StoredAssessment",
            models.UniqueConstraint(fields=("chain", "day_started_ms"), name="responsible_gaming_assessment_once"),
        ),
    )
