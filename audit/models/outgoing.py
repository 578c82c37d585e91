"""The tables of events that go to somebody outside. Only `audit/operations` writes them."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from audit.event_catalogue.kind import Channel
from audit.outbox import OutboxRow, OutboxStatus


class OutgoingEvent(models.Model):
    """An event that goes to somebody outside, by a channel. Written with the event, deleted when it has its rows there."""

    pk = models.CompositePrimaryKey("event", "channel")
    event = models.UUIDField()
    channel = models.TextField()

    class Meta:
        """Emptied every few seconds."""

        db_table = "audit_outgoing_event"
        constraints = (CheckConstraint(condition=Q(channel__in=list(Channel)), name="audit_outgoing_channel_is_known"),)


class Alert(OutboxRow):
    """An event that is sent to a webhook, whose URL is the `destination`. Its id is not the message's: the event's is."""

    id = models.UUIDField(primary_key=True)
    event = models.UUIDField()
    destination = models.TextField()

    class Meta:
        """An event is sent to a destination once. Those that wait, and those given up, are found by index."""

        db_table = "audit_alert"
        constraints = (
            UniqueConstraint(fields=("event", "destination"), name="audit_alert_once_a_destination"),
            CheckConstraint(condition=Q(status__in=list(OutboxStatus)), name="audit_alert_status_is_known"),
        )
        indexes = (
            models.Index(fields=("next_attempt_at",), condition=Q(status="waiting"), name="audit_alert_waiting"),
            models.Index(fields=("ended_at",), condition=Q(status="failed"), name="audit_alert_failed"),
        )
