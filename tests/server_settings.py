"""The platform's settings, for the processes that tests start, where passwords cost as little as in the tests themselves.

A real hash takes a fifth of a second of one processor, and an evening of tests logs in some thousands of times. What a
hash costs in production is tested where it matters: tests/api/test_hashing.py, tests/operations/test_hashing_pool.py,
tests/journeys/test_login_flood.py and the installations of tests/production.
"""

from reddog_platform.settings import *  # noqa: F403  all of them but one

PASSWORD_HASHERS = ["tests.passwords.LightArgon2"]
