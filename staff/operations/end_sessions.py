"""End the sessions of a member of staff.

Source: docs/staff.md; regulation F25.
"""

from django.contrib.auth.models import User
from knox.models import AuthToken


def end_staff_sessions(user: User) -> int:
    """End all sessions of a user at once, and return how many there were."""
    ended, _ = AuthToken.objects.filter(user=user).delete()
    return int(ended)
