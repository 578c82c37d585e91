#!/usr/bin/env python
"""Run one of the platform's commands; `manage.py help` lists them."""

import gc
import os
import select
import signal
import sys

from django.core.checks import Tags
from django.core.checks.registry import registry
from django.core.exceptions import ImproperlyConfigured
from django.core.management import ManagementUtility
from django.core.management.base import BaseCommand

# What is loaded stays, so the collector need not search it again and again meanwhile: as in the web server.
gc.set_threshold(10_000, 10, 10)


class Commands(ManagementUtility):
    """Django's commands and ours, which check the installation before they start, and not what only answers need.

    To check routes and templates, all views are loaded, which takes as long as all else. The web server checks them
    when it starts, and so does `manage.py check`.
    """

    def fetch_command(self, subcommand: str) -> BaseCommand:
        """Return a command that checks all but routes and templates, if it would check everything."""
        command = super().fetch_command(subcommand)
        if command.requires_system_checks == "__all__":
            command.requires_system_checks = sorted(registry.tags_available() - {Tags.templates, Tags.urls})
        return command


def run() -> None:
    """Run the command, quietly to the end also if whoever reads its output has enough, as `head` does."""
    try:
        try:
            Commands(sys.argv).execute()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        if not _reader_of_output_is_gone():
            # Another pipe or connection.
            raise
        # Python flushes when it ends. That must not fail for the same reason.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        # What a shell calls the end of a program that SIGPIPE ended.
        sys.exit(128 + signal.SIGPIPE)


def _reader_of_output_is_gone() -> bool:
    output = select.poll()
    output.register(sys.stdout.fileno(), 0)
    return any(event & select.POLLERR for _, event in output.poll(0))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reddog_platform.settings")
    try:
        run()
    except ImproperlyConfigured as error:
        # Somebody has to set a variable: where in the code that was noticed does not help.
        sys.stderr.write(f"{error}\n")
        sys.exit(2)
