"""What a web server serves: `granian --interface wsgi reddog_platform.wsgi:application`."""

import gc
import os

from django.core import signals
from django.core.cache import close_caches
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, reset_queries

from reddog_platform.checks import refuse_misdeclared_returns, refuse_to_start_unsound

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reddog_platform.settings")

application = get_wsgi_application()
refuse_to_start_unsound()
refuse_misdeclared_returns()

# Connections are looked after at the end of a request, and looked at by their first use in the next. Looking at its
# beginning too, forgetting queries that only debugging keeps and closing caches that nobody uses costs each request.
signals.request_started.disconnect(reset_queries)
signals.request_started.disconnect(close_old_connections)
signals.request_finished.disconnect(close_caches)

# What is loaded by now stays: the collector need not look through it again and again. A request leaves a few hundred
# objects, nearly all freed without the collector, so it may come less often than every 700.
gc.collect()
gc.freeze()
gc.set_threshold(10_000, 10, 10)
