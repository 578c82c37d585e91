from django.db import migrations, models
from django.db.models import CheckConstraint, Q

_NAME = "staff_ceremony_kind_is_known"
_BEFORE = ("session", "enrolment", "enrolling")


class Migration(migrations.Migration):
    """Let a ceremony prove that the owner of a session is there."""

    dependencies = (("staff", "0006_login_origins"),)

    operations = (
        migrations.RemoveConstraint("Ceremony", _NAME),
        # Back: those in progress end, as they would within minutes.
        migrations.RunSQL("", "DELETE FROM staff_ceremony WHERE kind = 'presence'"),
        migrations.AlterField(
            "Ceremony",
            "kind",
            models.CharField(
                choices=[
                    ("session", "Session"),
                    ("enrolment", "Enrolment"),
                    ("enrolling", "Enrolling"),
                    ("presence", "Presence"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint("Ceremony", CheckConstraint(condition=Q(kind__in=(*_BEFORE, "presence")), name=_NAME)),
    )
