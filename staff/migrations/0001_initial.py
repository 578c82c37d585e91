import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.migrations import RunSQL
from django.db.models import CheckConstraint, Q, UniqueConstraint

_GROUPS = """
INSERT INTO auth_group (name) VALUES ('operators'), ('auditors'), ('administrators') ON CONFLICT (name) DO NOTHING
"""
_MEMBERS = """
INSERT INTO staff_member (user_id, failed_at, last_address) SELECT id, '{}', '' FROM auth_user
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = (
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("auth", "0012_alter_user_first_name_max_length"),
    )

    operations = (
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="member",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "failed_at",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.DateTimeField(), default=list, size=None
                    ),
                ),
                ("locked_at", models.DateTimeField(null=True)),
                ("one_time_until", models.DateTimeField(null=True)),
                ("last_log_in_at", models.DateTimeField(null=True)),
                ("last_address", models.TextField(default="")),
            ],
            options={"db_table": "staff_member"},
        ),
        migrations.CreateModel(
            name="Ceremony",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[("session", "Session"), ("enrolment", "Enrolment"), ("enrolling", "Enrolling")],
                        max_length=10,
                    ),
                ),
                ("challenge", models.BinaryField()),
                ("sealed_secret", models.TextField(default="")),
                ("expires_at", models.DateTimeField()),
                (
                    "member",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="staff.member"),
                ),
            ],
            options={
                "db_table": "staff_ceremony",
                "constraints": [
                    UniqueConstraint(fields=("member", "kind"), name="staff_ceremony_one_of_a_kind"),
                    CheckConstraint(
                        condition=Q(("kind__in", ["session", "enrolment", "enrolling"])),
                        name="staff_ceremony_kind_is_known",
                    ),
                ],
            },
        ),
        RunSQL(_GROUPS, RunSQL.noop),
        RunSQL(_MEMBERS, RunSQL.noop),
    )
