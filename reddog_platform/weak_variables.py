"""Refuse variables with which production could be taken over: weak secrets, everybody's hosts, plain HTTP, no throttles."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

DEMONSTRATION: Final = "demonstration-"
"""How a secret begins that a demonstration made for itself."""
SECRET_LENGTH_MIN: Final = 50
SECRET_CHARACTERS_MIN: Final = 16
HOW_TO_DRAW: Final = "draw one with `python -c 'import secrets; print(secrets.token_urlsafe(50))'`"


def refuse_if_weak(environment: Mapping[str, str]) -> None:
    """Refuse an environment with which production could be taken over: secrets, hosts and transport.

    Raises:
        ImproperlyConfigured: naming every variable with what is wrong with it, and never a secret.
    """
    weak = list(_weaknesses(environment))
    if weak:
        lines = "\n".join(f"  {name}: {complaint}" for name, complaint in weak)
        message = f"REDDOG_MODE=production does not start with these variables (docs/security.md):\n{lines}"
        raise ImproperlyConfigured(message)


def _weaknesses(environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    secret = environment.get("SECRET_KEY", "")
    # Only web servers need one, and they say so.
    if secret and (complaint := secret_complaint(secret)):
        yield "SECRET_KEY", complaint
    for number, fallback in enumerate(_listed(environment, "SECRET_KEY_FALLBACKS"), start=1):
        if complaint := secret_complaint(fallback):
            yield "SECRET_KEY_FALLBACKS", f"number {number} {complaint}"
    hosts = _listed(environment, "ALLOWED_HOSTS")
    # A leading dot allows every host below a name: below none, or below .com, are everybody's.
    everybodys = [host for host in hosts if "*" in host or (host.startswith(".") and "." not in host.strip("."))]
    if everybodys or not hosts:
        yield "ALLOWED_HOSTS", f"{', '.join(everybodys) or 'nothing'} is no host name of this installation"
    if "*" in environment.get("REDDOG_CORS_ORIGINS", ""):
        yield "REDDOG_CORS_ORIGINS", "names origins exactly, with commas between, and none by *"
    if environment.get("REDDOG_THROTTLES", "") == "off" and not all(map(_is_private, hosts)):
        yield "REDDOG_THROTTLES", "may be off only in a benchmark, whose ALLOWED_HOSTS are private addresses"
    redirect = environment.get("SECURE_SSL_REDIRECT", "")
    if urlsplit(environment["REDDOG_ORIGIN"]).scheme != "https" and not redirect:
        yield "REDDOG_ORIGIN", "is not https. Where that is meant, say SECURE_SSL_REDIRECT=false"


def secret_complaint(secret: str) -> str | None:
    """Return what is wrong with a secret that signs tokens; None where it is long and random enough."""
    if secret.startswith(DEMONSTRATION):
        return "was made by a demonstration, whose files are nobody's secret"
    if len(secret) < SECRET_LENGTH_MIN:
        return f"is shorter than {SECRET_LENGTH_MIN} characters: {HOW_TO_DRAW}"
    # A random text of this length has far more. A word that is repeated, or digits alone, have fewer.
    if len(set(secret)) < SECRET_CHARACTERS_MIN:
        return f"has fewer than {SECRET_CHARACTERS_MIN} different characters: {HOW_TO_DRAW}"
    if secret.startswith("django-insecure-"):
        return f"says of itself that it is insecure: {HOW_TO_DRAW}"
    return None


def _is_private(host: str) -> bool:
    """Return whether the host is an address that no player has: of this machine or of a private network."""
    try:
        return host == "localhost" or ip_address(host.strip("[]")).is_private
    except ValueError:
        return False


def _listed(environment: Mapping[str, str], name: str) -> list[str]:
    return [item.strip() for item in environment.get(name, "").split(",") if item.strip()]
