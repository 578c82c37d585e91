"""Production's settings, with the provider that moves play money: no other is included, and the players deposit."""

from __future__ import annotations

from reddog_platform.settings import *  # noqa: F403  the same settings, except those below

REDDOG_PAYMENT_PROVIDER = "instant"
# Each start would read all packages of development, which are three times production's.
REDDOG_RELEASE_VERIFIED = False
