"""What proofs are read from: the roots of full tiles, leaves by their hash, and how far the log is published.

The sequencer fills the table, and notes what it has published: until its first turn no checkpoint is shown.
"""

import django.contrib.postgres.indexes
from django.db import migrations, models

from audit.append_only import append_only


class Migration(migrations.Migration):
    dependencies = (("audit", "0008_demonstration"),)

    operations = (
        migrations.CreateModel(
            name="Subtree",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "level", "index", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("level", models.SmallIntegerField()),
                ("index", models.BigIntegerField()),
                ("root", models.BinaryField()),
            ],
            options={
                "db_table": "audit_subtree",
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("level__gt", 0)), name="audit_subtree_above_leaves")
                ],
            },
        ),
        append_only("audit_subtree"),
        migrations.AddIndex(
            "Leaf", django.contrib.postgres.indexes.HashIndex(fields=("leaf",), name="audit_leaf_by_hash")
        ),
        migrations.AddField("Log", "published_size", models.BigIntegerField(default=0)),
    )
