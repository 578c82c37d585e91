"""What each command has that an operator gives: who it is, which is proved, and why."""

import sys
from getpass import getpass
from typing import Final

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from audit.clock import database_now
from kernel.refusals import Refusal
from staff.core.roles import Role
from staff.operations.check_credentials import StaffCredentials, StaffPlace
from staff.operations.prove_at_console import ConsoleCommand, prove_at_console

_HERE: Final = StaffPlace(address="127.0.0.1")


def add_operator_arguments(parser: CommandParser) -> None:
    """Take the operator's name and the reason, both of which are kept in the event."""
    parser.add_argument("--by", required=True, metavar="OPERATOR", help="who is asked for password and second factor")
    parser.add_argument("--reason", required=True)


def proved_operator(by: str, *, command: str) -> str:
    """Ask for the operator's password and code, and return how events name the operator.

    They are asked at the terminal, or else read from standard input, a line each.
    """
    credentials = StaffCredentials(username=by, password=_read(f"Password of {by}: "), place=_HERE)
    try:
        username = prove_at_console(
            ConsoleCommand(name=command, role=Role.OPERATORS),
            credentials,
            lambda: _read("Code of the authenticator, or a recovery code: "),
            factor_required=settings.REDDOG_MODE.value != "demo",
            clock=database_now,
        )
    except Refusal as refusal:
        raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
    return f"operator:{username}"


def _read(prompt: str) -> str:
    return getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
