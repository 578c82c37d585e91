"""Events get salts and a leaf, and the log lists them. Events from before have none: the log never fixed them."""

from django.db import migrations, models
from django.db.models.expressions import RawSQL

from audit.append_only import append_only
from audit.models import RANDOM_BYTES_SQL


class Migration(migrations.Migration):
    dependencies = (("audit", "0010_tables"),)

    operations = (
        migrations.AddField("Event", "salt", models.BinaryField(null=True)),
        migrations.AddField("Event", "private_salt", models.BinaryField(null=True)),
        migrations.AddField("Event", "leaf", models.BinaryField(null=True)),
        migrations.AddField("Log", "actor_key", models.BinaryField(db_default=RawSQL(RANDOM_BYTES_SQL, ()))),  # noqa: S611  a constant
        migrations.CreateModel(
            name="QueuedEvent",
            fields=[("event", models.UUIDField(primary_key=True, serialize=False))],
            options={"db_table": "audit_event_queue"},
        ),
        migrations.CreateModel(
            name="ListedEvent",
            fields=[
                ("number", models.BigIntegerField(primary_key=True, serialize=False)),
                ("event", models.UUIDField(unique=True)),
                ("leaf", models.BinaryField()),
            ],
            options={
                "db_table": "audit_listed_event",
                "constraints": [
                    models.CheckConstraint(condition=models.Q(number__gt=0), name="audit_listed_event_from_1")
                ],
            },
        ),
        append_only("audit_listed_event"),
    )
