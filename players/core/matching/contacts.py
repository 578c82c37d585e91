"""Normalise e-mail addresses and telephone numbers, so that one mailbox or one line is recognized.

Source: docs/rules/persons.md, PM-6 and PM-7.
"""

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

# Domains that are one provider's, by the name that stands for them.
_ONE_PROVIDER: Final[Mapping[str, str]] = MappingProxyType(
    {
        "googlemail.com": "gmail.com",
        "me.com": "icloud.com",
        "mac.com": "icloud.com",
        "pm.me": "proton.me",
        "protonmail.com": "proton.me",
        "protonmail.ch": "proton.me",
        "ya.ru": "yandex.ru",
        "yandex.com": "yandex.ru",
    }
)
_IGNORE_DOTS: Final = frozenset({"gmail.com"})
_IGNORE_TAGS: Final = frozenset(
    [
        "gmail.com",
        "icloud.com",
        "proton.me",
        "yandex.ru",
        "outlook.com",
        "hotmail.com",
        "live.com",
        "msn.com",
        "fastmail.com",
    ]
)
_EXTENSION: Final = re.compile(r"(?:x|ext|#|;).*", re.IGNORECASE | re.DOTALL)
_TRUNK_IN_BRACKETS: Final = re.compile(r"\(\s*0\s*\)")
_NATIONAL_DIGITS_MIN: Final = 7
"""A national number that is shorter lacks its area, and says nothing."""


def normal_email(email: str) -> str:
    """Return an e-mail address as its provider delivers it: without case, and without dots and tags that it ignores."""
    local, _, domain = unicodedata.normalize("NFKC", email).casefold().strip().rpartition("@")
    domain = _ONE_PROVIDER.get(domain, domain)
    if domain in _IGNORE_TAGS:
        local = local.partition("+")[0] or local
    if domain in _IGNORE_DOTS:
        local = local.replace(".", "") or local
    return f"{local}@{domain}" if local else ""


def is_same_email(a: str, b: str) -> bool:
    """Return whether two addresses are one mailbox. An empty one is none."""
    normal = normal_email(a)
    return bool(normal) and normal == normal_email(b)


def normal_phone(phone: str) -> str:
    """Return a number's digits: after `+` in the international form, without the leading zeros in the national one."""
    text = _EXTENSION.sub("", _TRUNK_IN_BRACKETS.sub("", unicodedata.normalize("NFKC", phone))).strip()
    digits = "".join(str(unicodedata.digit(letter)) for letter in text if letter.isdecimal())
    if text.startswith("+"):
        return f"+{digits}" if digits else ""
    if digits.startswith("00"):
        return f"+{digits[2:]}"
    return digits.lstrip("0")


def is_same_phone(a: str, b: str) -> bool:
    """Return whether two numbers are one line. A national number matches the end of an international one."""
    shorter, longer = sorted((normal_phone(a), normal_phone(b)), key=lambda number: (number.startswith("+"), number))
    if len(shorter.lstrip("+")) < _NATIONAL_DIGITS_MIN:
        return False
    return shorter == longer or (longer.startswith("+") and not shorter.startswith("+") and longer.endswith(shorter))
