"""What each command has that an operator gives: who it is, and why."""

from django.contrib.auth import get_user_model
from django.core.management.base import CommandError, CommandParser

from rest.permissions import OPERATORS


def add_operator_arguments(parser: CommandParser) -> None:
    """Take the operator's name and the reason, both of which are kept in the event."""
    parser.add_argument("--by", required=True, metavar="OPERATOR")
    parser.add_argument("--reason", required=True)


def require_operator(username: str) -> None:
    """Refuse a name that is no operator's."""
    if not get_user_model().objects.filter(username=username, groups__name=OPERATORS).exists():
        raise CommandError(f"{username} is no operator. Nothing was changed.")
