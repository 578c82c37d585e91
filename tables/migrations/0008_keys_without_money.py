"""The keys of requests that move no money: of what players do at tables, and of the tables that operators open."""

from django.db import migrations, models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from audit.append_only import append_only


class Migration(migrations.Migration):
    """After the function that refuses changes. A table that is open already was opened without a key."""

    dependencies = (("tables", "0007_withdrawn_stakes"), ("audit", "0002_append_only"))

    operations = (
        migrations.CreateModel(
            "AnsweredRequest",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "chain", "key", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("chain", models.UUIDField()),
                ("key", models.TextField()),
                ("request_digest", models.BinaryField()),
                ("table", models.UUIDField()),
                ("seq", models.BigIntegerField(null=True)),
                ("departure", models.TextField(null=True)),
                ("epoch", models.IntegerField(null=True)),
            ],
            options={"db_table": "tables_request"},
        ),
        migrations.AddConstraint(
            "answeredrequest",
            CheckConstraint(
                condition=Q(seq__isnull=False, departure__isnull=True) | Q(seq__isnull=True, departure__isnull=False),
                name="tables_request_one_answer",
            ),
        ),
        migrations.AddConstraint(
            "answeredrequest",
            CheckConstraint(
                condition=Q(departure__isnull=True, epoch__isnull=True)
                | Q(departure__isnull=False, epoch__isnull=False),
                name="tables_request_departure_from_epoch",
            ),
        ),
        migrations.AddConstraint(
            "answeredrequest",
            UniqueConstraint(fields=("chain", "table", "epoch"), name="tables_request_one_departure"),
        ),
        append_only("tables_request"),
        migrations.AddField("table", "key", models.TextField(null=True)),
        migrations.AddField("table", "request_digest", models.BinaryField(null=True)),
        migrations.AddConstraint(
            "table",
            UniqueConstraint(fields=("key",), condition=Q(key__isnull=False), name="tables_table_key_once"),
        ),
    )
