"""Codes on paper, each good for one log-in: django-allauth's."""

from datetime import datetime

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.contrib.auth.models import User


def renew(user: User) -> list[str]:
    """Draw ten new codes in place of those before, and return them."""
    Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).delete()
    return RecoveryCodes.activate(user).generate_codes()


def exist(user: User) -> bool:
    """Tell whether the user was given codes."""
    return Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).exists()


def verify(user: User, code: str, *, now: datetime) -> bool:
    """Take a code that was not taken before, and tell whether it is one."""
    held = Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).first()
    if held is None or not RecoveryCodes(held).validate_code(code):
        return False
    Authenticator.objects.filter(pk=held.pk).update(last_used_at=now)
    return True
