"""What a web server serves: `granian --interface wsgi reddog_platform.wsgi:application`."""

import gc
import os

from django.core.wsgi import get_wsgi_application

from reddog_platform.checks import refuse_to_start_unsound

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reddog_platform.settings")

application = get_wsgi_application()
refuse_to_start_unsound()

# What is loaded by now stays: the collector need not look through it again and again. A request leaves a few hundred
# objects, nearly all freed without the collector, so it may come less often than every 700.
gc.collect()
gc.freeze()
gc.set_threshold(10_000, 10, 10)
