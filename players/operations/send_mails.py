"""Send players the messages that go by mail, each until the mail server takes it, or for a day.

The address is read from the vault for each attempt: a player who was erased has none, and gets nothing. Neither address
nor text is stored with the mail. If the address itself was changed, the old one is told first, and then forgotten. What an event says of values, names and reasons is not in it.

A worker that dies after the server took a mail, and before it could note that, sends it again, with the same `Message-ID`.

Source: docs/alerts.md; docs/adr/0058-alerts-and-messages.md.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parseaddr
from smtplib import (
    SMTPAuthenticationError,
    SMTPConnectError,
    SMTPHeloError,
    SMTPRecipientsRefused,
    SMTPResponseException,
)
from typing import Final
from uuid import UUID

import structlog
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction

from audit.event_catalogue import MESSAGES
from audit.event_catalogue.kind import Channel
from audit.operations.take_outgoing import take_outgoing
from audit.outbox import OutboxStatus, claim_due, save_end, save_failure
from audit.queries.events import EventRow, events_by_id
from kernel.ids import ChainId
from players import vault
from players.core.former_emails import former_email, without_former_email
from players.models import Mail
from players.queries.accounts import player_for_update
from players.queries.inbox import acted_by

_TAKEN_MAX: Final = 500
_SENT_MAX: Final = 20
"""How many mails an attempt is made of at a time: a server that hangs costs ten seconds, and ends the turn."""

_ACTORS: Final = {"player": "you, or somebody with your credentials", "staff": "our staff", "platform": "our platform"}

_FORMER: Final = "The e-mail address of the account was changed. This mail goes to the one that it had before; the next will not.\n\n"
_NOT_ABOUT_ONE_MAIL: Final = (SMTPConnectError, SMTPAuthenticationError, SMTPHeloError)
_FOR_GOOD: Final = 500
"""From this code on a server's refusal is permanent (RFC 5321, 4.2.1)."""

_log = structlog.get_logger("players.mail")


@dataclass(frozen=True, slots=True, kw_only=True)
class MailSender:
    """In whose name mails are sent."""

    operator: str
    address: str
    """The `From` of every mail."""
    origin: str
    """Where players log in."""


def send_mails(sender: MailSender, *, now: datetime) -> int:
    """Send the mails that are due, new ones among them; return how many the server took."""
    _make_mails(now)
    mails = claim_due(Mail, limit=_SENT_MAX, now=now)
    events = {event.id: event for event in events_by_id({mail.event for mail in mails})}
    wanted = [(mail, to) for mail in mails if (to := _recipients_of(mail, events[mail.event], now))]
    if not wanted:
        return 0
    server, sent = get_connection(), 0
    try:
        server.open()
        for mail, to in list(wanted):
            event = events[mail.event]
            if to.former is None or _tell_former(
                mail, _composed(event, to.former, sender, server, is_former=True), now
            ):
                sent += _send(mail, _composed(event, to.address, sender, server), now)
            wanted.pop(0)
    except OSError as trouble:
        # Not about one mail: the server is away, and would be for the others.
        for mail, _ in wanted:
            _save_failure(mail, trouble, now)
    finally:
        server.close()
    return sent


def _make_mails(now: datetime) -> None:
    with transaction.atomic():
        events = take_outgoing(Channel.MESSAGE, limit=_TAKEN_MAX)
        Mail.objects.bulk_create(
            [Mail(event=event.id, player_id=event.subject, next_attempt_at=now) for event in events if event.subject]
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Recipients:
    address: str
    former: str | None
    """The address that the event replaced, as long as its owner was not told."""


def _recipients_of(mail: Mail, event: EventRow, now: datetime) -> _Recipients | None:
    """Return where a mail goes; None where there is nobody to send it to any more, or nothing: then it is dropped."""
    try:
        document = vault.read(ChainId(mail.player_id))
    except vault.PlayerErased:
        document = {}
    if not document.get("email") or event.kind not in MESSAGES:
        save_end(mail, OutboxStatus.DROPPED, now=now)
        return None
    return _Recipients(address=str(document["email"]), former=former_email(document, mail.event))


def _tell_former(mail: Mail, message: EmailMessage, now: datetime) -> bool:
    """Tell the owner of the address that was replaced, and return whether that is done with: told, or refused for good.

    Raises:
        OSError: as `_send` says.
    """
    try:
        message.send()
    except (SMTPRecipientsRefused, SMTPResponseException) as refusal:
        if isinstance(refusal, _NOT_ABOUT_ONE_MAIL):
            raise
        given_up = _save_failure(mail, refusal, now)
        if not given_up and not all(code >= _FOR_GOOD for code in _codes_of(refusal)):
            return False
    _forget_former(ChainId(mail.player_id), mail.event)
    return True


def _forget_former(chain: ChainId, event: UUID) -> None:
    with transaction.atomic():
        player_for_update(chain)
        try:
            vault.replace(chain, without_former_email(vault.read(chain), event))
        except vault.PlayerErased:
            # The address is gone with all else.
            return


def _composed(
    event: EventRow, address: str, sender: MailSender, server: BaseEmailBackend, *, is_former: bool = False
) -> EmailMessage:
    message = MESSAGES[event.kind]
    at = event.at.astimezone(UTC)
    body = (
        f"{message.text}\n\n"
        f"When: {at:%Y-%m-%d %H:%M} UTC\n"
        f"By: {_ACTORS[acted_by(event.actor)]}\n\n"
        f"{_FORMER if is_former else ''}"
        f"All messages are in the inbox of your account at {sender.origin}.\n"
        "We never ask for a password, a PIN or a code by mail.\n"
    )
    domain = parseaddr(sender.address)[1].rpartition("@")[2]
    return EmailMessage(
        subject=f"{sender.operator}: {message.subject}",
        body=body,
        from_email=sender.address,
        to=[address],
        headers={"Message-ID": f"<{event.id.hex}@{domain}>", "Auto-Submitted": "auto-generated"},
        connection=server,
    )


def _send(mail: Mail, message: EmailMessage, now: datetime) -> bool:
    """Send one mail, and store how that ended; return whether the server took it.

    Raises:
        OSError: the server cannot be reached, or does not take mails from us at all.
    """
    try:
        message.send()
    except (SMTPRecipientsRefused, SMTPResponseException) as refusal:
        if isinstance(refusal, _NOT_ABOUT_ONE_MAIL):
            raise
        _save_failure(mail, refusal, now)
        return False
    save_end(mail, OutboxStatus.SENT, now=now)
    return True


def _save_failure(mail: Mail, trouble: OSError, now: datetime) -> bool:
    """Store that an attempt failed, and return whether it was the last.

    The words of a server may quote the address: only its code is stored.
    """
    problem = " ".join([type(trouble).__name__, *map(str, _codes_of(trouble))])
    given_up = save_failure(mail, problem, now=now)
    _log.warning("mail-not-sent", event_id=mail.event.hex, problem=problem, given_up=given_up)
    return given_up


def _codes_of(trouble: OSError) -> list[int]:
    if isinstance(trouble, SMTPRecipientsRefused):
        return [code for code, _ in trouble.recipients.values()]
    return [trouble.smtp_code] if isinstance(trouble, SMTPResponseException) else []
