"""The mail server that REDDOG_MAIL_URL names."""

from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


class MailServer(NamedTuple):
    """Where mails go."""

    host: str
    port: int
    user: str
    password: str
    starttls: bool
    tls: bool


def mail_server(url: str) -> MailServer | None:
    """Return the mail server at a URL, None for an empty one.

    `smtps://user:password@host:port` begins with TLS (port 465), `smtp://…` turns to it (port 587). A server on this
    machine may do without: `smtp://127.0.0.1:25`.

    Raises:
        ImproperlyConfigured: it is no such URL. It is not quoted, for it may hold a password.
    """
    if not url:
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ImproperlyConfigured("REDDOG_MAIL_URL is smtps://user:password@host or smtp://user:password@host.")
    tls = parts.scheme == "smtps"
    return MailServer(
        host=parts.hostname,
        port=port or (465 if tls else 587),
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        starttls=not tls and parts.hostname not in {"127.0.0.1", "::1", "localhost"},
        tls=tls,
    )
