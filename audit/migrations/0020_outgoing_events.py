"""What of events goes to players and to those who are on call, until it is sent."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the queue of outgoing events, and the alerts."""

    dependencies = (("audit", "0019_event_by_kind"),)

    operations = (
        migrations.CreateModel(
            name="OutgoingEvent",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "event", "channel", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("event", models.UUIDField()),
                ("channel", models.TextField()),
            ],
            options={
                "db_table": "audit_outgoing_event",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(channel__in=["alert", "message"]), name="audit_outgoing_channel_is_known"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Alert",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("event", models.UUIDField()),
                ("destination", models.TextField()),
                ("status", models.TextField(default="waiting")),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("next_attempt_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                ("problem", models.TextField(default="")),
            ],
            options={
                "db_table": "audit_alert",
                "constraints": [
                    models.UniqueConstraint(fields=("event", "destination"), name="audit_alert_once_a_destination"),
                    models.CheckConstraint(
                        condition=models.Q(status__in=["waiting", "sent", "failed", "dropped"]),
                        name="audit_alert_status_is_known",
                    ),
                ],
                "indexes": [
                    models.Index(
                        fields=["next_attempt_at"],
                        condition=models.Q(status="waiting"),
                        name="audit_alert_waiting",
                    ),
                    models.Index(fields=["ended_at"], condition=models.Q(status="failed"), name="audit_alert_failed"),
                ],
            },
        ),
    )
