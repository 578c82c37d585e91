"""What the web server serves, `python -m reddog_platform.web_server`.

The server loads this module once, and its workers are forked from it. So whatever stands here is done once for all of
them, and must be of use after a fork: no thread, no connection, no open file.
"""

import gc
import os

import django
from django.conf import settings
from django.core import signals
from django.core.cache import close_caches
from django.db import close_old_connections, reset_queries
from django.db.backends.signals import connection_created

from audit import keys
from audit.key_uses import KeyHolder
from kernel.serving import own_cell
from reddog_platform.cell_connections import in_cell
from reddog_platform.checks import refuse_misdeclared_returns, refuse_to_start_unsound, refuse_without_secret
from reddog_platform.postgresql import time_limits
from reddog_platform.postgresql.key_plans import prefer_keys
from reddog_platform.published_schema import published_schema
from telemetry import traces

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reddog_platform.settings")
django.setup(set_prefix=False)

from audit import release_watch  # noqa: E402  it has models
from reddog_platform.step_handler import StepHandler  # noqa: E402  it loads views, which read the settings

connection_created.connect(prefer_keys)
connection_created.connect(traces.watch_statements)
time_limits.choose(time_limits.WEB)

application = StepHandler()
refuse_to_start_unsound()
refuse_without_secret()
traces.refuse_without_packages()
refuse_misdeclared_returns()
for cell in (own_cell(), *settings.REDDOG_CELLS):
    with in_cell(cell):
        keys.serve_as(KeyHolder.WEB)
published_schema()
release_watch.look_at_start("web")

# Django checks connections at the end of a request and at their first use in the next one. Three more steps would cost
# time in each request: a check at its beginning, a reset of queries that only debugging keeps, and closing caches.
signals.request_started.disconnect(reset_queries)
signals.request_started.disconnect(close_old_connections)
signals.request_finished.disconnect(close_caches)

# What is loaded by now stays, so the collector need not search it each time. A request leaves a few hundred objects,
# and nearly all are freed without the collector. So it may run less often than at every 700.
gc.collect()
gc.freeze()
gc.set_threshold(10_000, 10, 10)
