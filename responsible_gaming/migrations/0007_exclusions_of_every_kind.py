from django.db import migrations, models
from django.db.migrations import RunSQL, SeparateDatabaseAndState
from django.db.models import CheckConstraint, Q

_KINDS = ("time-out", "self-exclusion", "operator-exclusion", "national-exclusion")

# Django cannot give a table a composite key; the rows stay where they are.
_ANOTHER_KEY = """
ALTER TABLE responsible_gaming_exclusion
  DROP CONSTRAINT responsible_gaming_exclusion_pkey,
  DROP CONSTRAINT responsible_gaming_exclusion_kind,
  ADD PRIMARY KEY (chain, kind),
  ALTER COLUMN returnable_ms DROP NOT NULL,
  ADD COLUMN listed_digest bytea
"""
_ONLY_SELF_EXCLUSIONS_ARE_LEFT = """
UPDATE responsible_gaming_exclusion SET returnable_ms = NULL WHERE kind <> 'self-exclusion'
"""


class Migration(migrations.Migration):
    dependencies = (("responsible_gaming", "0006_own_limit"),)

    operations = (
        SeparateDatabaseAndState(
            database_operations=(RunSQL(_ANOTHER_KEY), RunSQL(_ONLY_SELF_EXCLUSIONS_ARE_LEFT)),
            state_operations=(
                migrations.DeleteModel("StoredExclusion"),
                migrations.CreateModel(
                    name="StoredExclusion",
                    fields=[
                        ("pk", models.CompositePrimaryKey("chain", "kind", primary_key=True, serialize=False)),
                        ("chain", models.UUIDField()),
                        ("kind", models.TextField()),
                        ("since_ms", models.BigIntegerField()),
                        ("until_ms", models.BigIntegerField(null=True)),
                        ("returnable_ms", models.BigIntegerField(null=True)),
                        ("lifted_ms", models.BigIntegerField(null=True)),
                        ("listed_digest", models.BinaryField(null=True)),
                    ],
                    options={"db_table": "responsible_gaming_exclusion"},
                ),
            ),
        ),
        migrations.AddConstraint(
            "StoredExclusion", CheckConstraint(condition=Q(kind__in=_KINDS), name="responsible_gaming_exclusion_kind")
        ),
        migrations.AddConstraint(
            "StoredExclusion",
            CheckConstraint(
                condition=Q(kind="self-exclusion", returnable_ms__isnull=False)
                | (~Q(kind="self-exclusion") & Q(returnable_ms=None)),
                name="responsible_gaming_exclusion_return",
            ),
        ),
        migrations.AddConstraint(
            "StoredExclusion",
            CheckConstraint(
                condition=Q(kind="national-exclusion", listed_digest__isnull=False)
                | (~Q(kind="national-exclusion") & Q(listed_digest=None)),
                name="responsible_gaming_exclusion_listed",
            ),
        ),
    )
