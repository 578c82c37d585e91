"""What a web server serves: `granian --interface wsgi reddog_platform.wsgi:application`."""

import os

from django.core.wsgi import get_wsgi_application

from reddog_platform.checks import refuse_to_start_unsound

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reddog_platform.settings")

application = get_wsgi_application()
refuse_to_start_unsound()
