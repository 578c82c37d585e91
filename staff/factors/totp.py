"""One-time codes by time: django-allauth's secrets and codes, and our own memory of which was used.

allauth forgets a used code after one step and in Redis; here a code is taken once, and the database says so.

Source: RFC 6238.
"""

from collections.abc import Iterable
from datetime import datetime

from allauth.core.internal.cryptokit import compare_user_code
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from allauth.mfa.utils import decrypt
from django.contrib.auth.models import User

from staff.core.time_steps import acceptable_steps


def new_secret(user: User) -> tuple[str, str]:
    """Draw a secret, and return it in base 32 and as the address that authenticator programs read from a QR code."""
    secret = generate_totp_secret()
    return secret, get_adapter().build_totp_url(user, secret)


def enrol(user: User, secret: str, code: str, *, now: datetime) -> bool:
    """Make `secret` the user's only one if `code` shows that the user's program has it, and tell whether it did."""
    step = _step_of(secret, code, acceptable_steps(now, used=None))
    if step is None:
        return False
    Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).delete()
    _note_use(TOTP.activate(user, secret).instance, step, now)
    return True


def verify(user: User, code: str, *, now: datetime) -> bool:
    """Take a code that was not taken before, and tell whether it is one."""
    held = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).first()
    if held is None:
        return False
    step = _step_of(decrypt(held.data["secret"]), code, acceptable_steps(now, used=held.data["used_step"]))
    if step is None:
        return False
    _note_use(held, step, now)
    return True


def _step_of(secret: str, code: str, steps: Iterable[int]) -> int | None:
    fitting = (
        step for step in steps if compare_user_code(actual=code, expected=format_hotp_value(hotp_value(secret, step)))
    )
    return next(fitting, None)


def _note_use(held: Authenticator, step: int, now: datetime) -> None:
    held.data["used_step"] = step
    held.last_used_at = now
    held.save(update_fields=["data", "last_used_at"])
