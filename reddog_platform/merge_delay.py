"""The variables that say how long a wait for the log, or for its witnesses, stops new wagers (audit/merge_gate.py)."""

from typing import Final

from django.core.exceptions import ImproperlyConfigured

_LEAST: Final = 15
"""Ten seconds within which a record is in the log, and five for which a reading of that holds."""

_WITNESSES_LEAST: Final = 60
"""After so long an alarm is raised."""


def merge_delay_stop(seconds: int) -> int:
    """Return after how many seconds of waiting for the log no new wagers are taken; 0 is never.

    Raises:
        ImproperlyConfigured: it is less than the log itself allows, so that play would stop while nothing is wrong.
    """
    if seconds and seconds < _LEAST:
        message = f"REDDOG_MERGE_DELAY_STOP_SECONDS is 0, or at least {_LEAST}."
        raise ImproperlyConfigured(message)
    return seconds


def witness_stop(seconds: int) -> int:
    """Return after how many seconds of waiting for witnesses no new wagers are taken; 0 is never.

    Raises:
        ImproperlyConfigured: it is less than what raises an alarm, so that play would stop before anybody is called.
    """
    if seconds and seconds < _WITNESSES_LEAST:
        message = f"REDDOG_WITNESS_STOP_SECONDS is 0, or at least {_WITNESSES_LEAST}."
        raise ImproperlyConfigured(message)
    return seconds
