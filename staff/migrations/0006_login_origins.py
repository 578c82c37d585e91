from typing import Final

import django.contrib.postgres.fields
from django.db import migrations, models
from django.db.migrations import RunSQL
from django.db.models import PROTECT, ForeignKey, UniqueConstraint

# An account that was locked is from now on locked on every device that is not known, as if by nine failures; one that
# wrong second factors locked stays locked everywhere.
_FORWARDS: Final = (
    "UPDATE staff_member SET failed_at = array_fill(locked_at, ARRAY[9])"
    " WHERE locked_at IS NOT NULL AND factor_failures < 5"
)
# The earlier version counts to three, and locks at the third.
_BACKWARDS: Final = "UPDATE staff_member SET failed_at = failed_at[1:CASE WHEN locked_at IS NULL THEN 2 ELSE 3 END]"


def _member() -> "ForeignKey[object, object]":
    return ForeignKey(db_index=False, on_delete=PROTECT, to="staff.member")


class Migration(migrations.Migration):
    dependencies = (("staff", "0005_wrong_factors"),)

    operations = (
        migrations.CreateModel(
            name="StaffLoginOrigin",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("origin", models.CharField(max_length=64)),
                ("failures", django.contrib.postgres.fields.ArrayField(base_field=models.DateTimeField())),
                ("last_failed_at", models.DateTimeField()),
                ("locked_at", models.DateTimeField(null=True)),
                ("member", _member()),
            ],
            options={
                "db_table": "staff_login_origin",
                "constraints": [UniqueConstraint(fields=("member", "origin"), name="staff_login_origin_once")],
            },
        ),
        migrations.CreateModel(
            name="StaffDevice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.BinaryField()),
                ("last_login_at", models.DateTimeField()),
                ("member", _member()),
            ],
            options={
                "db_table": "staff_device",
                "constraints": [UniqueConstraint(fields=("member", "digest"), name="staff_device_once")],
            },
        ),
        RunSQL(_FORWARDS, _BACKWARDS),
    )
