"""Send the events that are alerts to every webhook, each until it says that it has it.

The alerts that are due are sent all at once. One that answers slowly costs its five seconds, and holds up nobody else.
Order is not kept: receivers sort by the instant, and drop what they have by `webhook-id`, the event's id.

Source: docs/alerts.md; docs/adr/0058-alerts-and-messages.md; regulation F34, F39.
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Final

import structlog
from django.db import transaction
from uuid_utils.compat import uuid7

from audit.alert_webhooks import Webhook, WebhookFailed, WebhookMessage, post
from audit.core.event_leaf import public_values
from audit.event_catalogue import BY_NAME, severity_of
from audit.event_catalogue.kind import Channel, Severity
from audit.models.outgoing import Alert
from audit.operations.take_outgoing import take_outgoing
from audit.outbox import OutboxStatus, claim_due, save_end, save_failure
from audit.queries.events import EventRow, events_by_id
from kernel import canonical_json
from kernel.instants import rfc3339, to_epoch_ms

_TAKEN_MAX: Final = 500
_SENT_MAX: Final = 50
"""How many alerts an attempt is made of at a time."""

_log = structlog.get_logger("audit.alerts")


def send_alerts(webhooks: Sequence[Webhook], *, least: Severity, now: datetime) -> int:
    """Send the alerts that are due, new ones among them; return how many arrived.

    An alert for a webhook that is no longer configured is dropped.
    """
    _make_alerts(webhooks, least, now)
    by_name = {webhook.name: webhook for webhook in webhooks}
    claimed = claim_due(Alert, limit=_SENT_MAX, now=now)
    for alert in claimed:
        if alert.destination not in by_name:
            save_end(alert, OutboxStatus.DROPPED, now=now)
    wanted = [alert for alert in claimed if alert.destination in by_name]
    events = {event.id: event for event in events_by_id({alert.event for alert in wanted})}
    messages = [(by_name[alert.destination], _message(events[alert.event])) for alert in wanted]
    problems = _post_all(messages, timestamp=int(now.timestamp()))
    for alert, problem in zip(wanted, problems, strict=True):
        _save(alert, problem, now)
    return problems.count(None)


def _make_alerts(webhooks: Sequence[Webhook], least: Severity, now: datetime) -> None:
    with transaction.atomic():
        taken = take_outgoing(Channel.ALERT, limit=_TAKEN_MAX)
        events = [event for event in taken if severity_of(event.kind).reaches(least)]
        Alert.objects.bulk_create(
            [
                Alert(id=uuid7(), event=event.id, destination=webhook.name, next_attempt_at=now)
                for event in events
                for webhook in webhooks
            ]
        )


def _message(event: EventRow) -> WebhookMessage:
    """Return what is told of an event: what the log shows of it, no name, no address and no free words."""
    kind = BY_NAME.get(event.kind)
    subject = {} if event.subject is None else {"player_id": event.subject.hex}
    document: dict[str, object] = {
        "type": event.kind,
        "timestamp": rfc3339(to_epoch_ms(event.at)),
        "data": {
            "id": event.id.hex,
            "severity": severity_of(event.kind).value,
            "meaning": "" if kind is None else kind.meaning,
            "actor": event.actor.partition(":")[0],
            "values": public_values(event.after),
            **subject,
        },
    }
    return WebhookMessage(id=event.id.hex, body=canonical_json.encode(document))


def _post_all(messages: Sequence[tuple[Webhook, WebhookMessage]], *, timestamp: int) -> list[str | None]:
    """Send every message at once; return of each why it failed, None if it arrived."""

    async def sent() -> list[str | None]:
        return list(await asyncio.gather(*(_post(webhook, message, timestamp) for webhook, message in messages)))

    # `asyncio.run` would wait for a look-up of a name that was given up, as long as the system does.
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(sent())
    finally:
        loop.close()


async def _post(webhook: Webhook, message: WebhookMessage, timestamp: int) -> str | None:
    try:
        await post(webhook, message, timestamp=timestamp)
    except WebhookFailed as failure:
        return str(failure)
    return None


def _save(alert: Alert, problem: str | None, now: datetime) -> None:
    if problem is None:
        save_end(alert, OutboxStatus.SENT, now=now)
        return
    given_up = save_failure(alert, problem, now=now)
    _log.warning(
        "alert-not-sent", event_id=alert.event.hex, webhook=alert.destination, problem=problem, given_up=given_up
    )
