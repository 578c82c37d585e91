"""Send alerts to the webhooks of this installation, in the form of Standard Webhooks.

A message is a JSON document with three headers: `webhook-id`, `webhook-timestamp`, and `webhook-signature`, which is a
HMAC-SHA256 over both and the body. Any 2xx answer says that it arrived. No redirect is followed, the answer's body is not
read, and every attempt has five seconds in all, name look-up and TLS included.

Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md; docs/alerts.md.
"""

import asyncio
import base64
import binascii
import hashlib
import hmac
import ipaddress
import re
import ssl
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from audit.event_catalogue.kind import Severity

ATTEMPT_SECONDS: Final = 5.0
_PREFIX: Final = "whsec_"
# As the specification asks: 24 to 64 bytes.
_KEY_BYTES: Final = range(24, 65)
_STATUS_LINE: Final = re.compile(rb"HTTP/1\.[01] (\d{3})(?: [^\r\n]*)?\r?\n")
_URL: Final = re.compile(r"[!-~]+")
_DELIVERED: Final = range(200, 300)


class WebhookFailed(Exception):  # noqa: N818  named like a refusal
    """A webhook did not say that it has the message; the text says why, and holds no secret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook:
    """A URL that takes alerts. Its host is told; the rest of it may be a secret."""

    name: str
    """The host, and a digest of the URL: who may post there may be in the URL alone."""
    host: str
    port: int
    target: str = field(repr=False)
    """Path and query, as the request line has them."""
    tls: bool
    keys: tuple[bytes, ...] = field(repr=False)
    """Each signs every message: two during a change of secrets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookMessage:
    """What is sent: the same id and body at each attempt."""

    id: str
    body: bytes


def least_severity() -> Severity:
    """Return from which severity on events are alerts.

    Raises:
        ImproperlyConfigured: REDDOG_ALERT_SEVERITY is neither `warning` nor `alarm`.
    """
    text: str = settings.REDDOG_ALERT_SEVERITY
    if text not in {Severity.WARNING.value, Severity.ALARM.value}:
        raise ImproperlyConfigured(f"REDDOG_ALERT_SEVERITY is {text!r}; it is alarm, or warning for both.")
    return Severity(text)


def configured_webhooks() -> tuple[Webhook, ...]:
    """Return the webhooks that REDDOG_ALERT_WEBHOOKS names, in its order.

    Raises:
        ImproperlyConfigured: a URL or a secret cannot be used. No secret is quoted.
    """
    urls: list[str] = settings.REDDOG_ALERT_WEBHOOKS
    secrets: list[str] = settings.REDDOG_ALERT_WEBHOOK_SECRETS
    if len(set(urls)) != len(urls):
        raise ImproperlyConfigured("REDDOG_ALERT_WEBHOOKS names a URL twice.")
    if len(secrets) not in {1, len(urls)} and urls:
        raise ImproperlyConfigured(
            f"REDDOG_ALERT_WEBHOOK_SECRETS has {len(secrets)} secrets for {len(urls)} URLs: one for each in their order,"
            " separated by commas, or one for all."
        )
    in_order = secrets * len(urls) if len(secrets) == 1 else secrets
    return tuple(_webhook(url, secret) for url, secret in zip(urls, in_order, strict=True)) if urls else ()


def signature(message_id: str, timestamp: int, body: bytes, keys: Sequence[bytes]) -> str:
    """Return the header `webhook-signature`: a signature by each key, separated by spaces. `timestamp` is in seconds."""
    signed = f"{message_id}.{timestamp}.".encode() + body
    digests = (hmac.digest(key, signed, hashlib.sha256) for key in keys)
    return " ".join(f"v1,{base64.b64encode(digest).decode()}" for digest in digests)


async def post(webhook: Webhook, message: WebhookMessage, *, timestamp: int) -> None:
    """Send a message once.

    Raises:
        WebhookFailed: there was no answer within five seconds, or none with a 2xx status.
    """
    try:
        async with asyncio.timeout(ATTEMPT_SECONDS):
            status = await _exchange(webhook, _request(webhook, message, timestamp))
    except TimeoutError:
        raise WebhookFailed(f"no answer within {ATTEMPT_SECONDS:.0f} seconds") from None
    except (OSError, ssl.SSLError, ValueError) as error:
        raise WebhookFailed(f"{type(error).__name__}: {error}") from None
    if status not in _DELIVERED:
        raise WebhookFailed(f"answered {status}")


def _webhook(url: str, secret: str) -> Webhook:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ImproperlyConfigured("REDDOG_ALERT_WEBHOOKS has an entry that is no URL.") from None
    # A URL may hold a password: what is refused is not quoted.
    if not parts.hostname or parts.username is not None or parts.fragment or not _URL.fullmatch(url):
        raise ImproperlyConfigured("REDDOG_ALERT_WEBHOOKS must have URLs such as https://host/path, without a user.")
    if parts.scheme != "https" and not (parts.scheme == "http" and _is_loopback(parts.hostname)):
        raise ImproperlyConfigured(f"REDDOG_ALERT_WEBHOOKS: {parts.hostname} must be reached by https.")
    tls = parts.scheme == "https"
    return Webhook(
        name=f"{parts.hostname}#{hashlib.sha256(url.encode()).hexdigest()[:8]}",
        host=parts.hostname,
        port=port or (443 if tls else 80),
        target=(parts.path or "/") + (f"?{parts.query}" if parts.query else ""),
        tls=tls,
        keys=tuple(_key(each) for each in secret.split()) or _no_key(),
    )


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except binascii.Error:
        key = b""
    if not secret.startswith(_PREFIX) or len(key) not in _KEY_BYTES:
        _no_key()
    return key


def _no_key() -> tuple[bytes, ...]:
    raise ImproperlyConfigured(
        "REDDOG_ALERT_WEBHOOK_SECRETS must be whsec_ and 24 to 64 bytes in Base64, such as"
        ' "whsec_$(openssl rand -base64 32)"; two with a space between them during a change.'
    )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _request(webhook: Webhook, message: WebhookMessage, timestamp: int) -> bytes:
    name = f"[{webhook.host}]" if ":" in webhook.host else webhook.host
    head = (
        f"POST {webhook.target} HTTP/1.1\r\n"
        f"Host: {name}:{webhook.port}\r\n"
        "User-Agent: reddog-platform\r\n"
        "Content-Type: application/json\r\n"
        f"Content-Length: {len(message.body)}\r\n"
        f"webhook-id: {message.id}\r\n"
        f"webhook-timestamp: {timestamp}\r\n"
        f"webhook-signature: {signature(message.id, timestamp, message.body, webhook.keys)}\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + message.body


async def _exchange(webhook: Webhook, request: bytes) -> int:
    """Send a request, and return the status of its answer."""
    context = ssl.create_default_context() if webhook.tls else None
    reader, writer = await asyncio.open_connection(webhook.host, webhook.port, ssl=context)
    try:
        writer.write(request)
        await writer.drain()
        line = _STATUS_LINE.fullmatch(await reader.readline())
    finally:
        # Not closed gently: a server that does not answer would be waited for.
        writer.transport.abort()
    if line is None:
        raise WebhookFailed("answered with no HTTP")
    return int(line[1])
