#!/usr/bin/env python
"""Run one of the platform's commands; `manage.py help` lists them."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reddog_platform.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        # Somebody has to set a variable: where in the code that was noticed does not help.
        sys.stderr.write(f"{error}\n")
        sys.exit(2)
